// Options about what is sent from files.
extension OptionTable {
    static let uploadRows: [Option] = [
        .flag(
            "crlf", nil, [.upload], "Convert LF to CRLF in upload",
            """
            With -T: a line feed that no carriage return precedes is sent as both. The length is then not known \
            beforehand, and the body is chunked.
            """
        ) { $0.transfer.upload.makesLineEnds = $1 },
        .value(
            "form", "F", "name=content", [.http, .post, .upload], "Specify multipart MIME data",
            """
            Posts a form as multipart/form-data, one part an option. "name=content" is a field; "name=@file" a file \
            under its name, several with commas between them; "name=<file" a field with the file's contents; "-" is \
            standard input. Each may go on with ";type=", ";filename=", ";headers=" (a field line, or "@file" of \
            them) and ";encoder=" (binary, 8bit, 7bit, base64, quoted-printable). Double quotes hold what has a comma \
            or semicolon in it. "=(;type=multipart/mixed" begins a part of parts, "=)" ends it. Files are read while \
            they are sent; one that changes meanwhile is an error.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in try add(form: value, isLiteral: false, to: &settings) },
        .flag(
            "form-escape", nil, [.http, .upload], "Escape multipart form field/file names using backslash",
            "Writes a quote in the names of -F as \\\\\\\" and a backslash as \\\\\\\\, where otherwise %22 stands for a quote."
        ) { $0.transfer.upload.escapesByBackslash = $1 },
        .value(
            "form-string", nil, "name=string", [.http, .upload], "Specify multipart MIME data",
            "Like -F, but the string is sent as it is, whatever \"@\", \"<\" and \";\" are in it.",
            accumulates: true
        ) { settings, value throws(OptionFault) in try add(form: value, isLiteral: true, to: &settings) },
        .value(
            "upload-file", "T", "file", [.important, .http, .upload], "Transfer local FILE to destination",
            """
            Puts the file at the URL (PUT); "-" and "." are standard input, "" is none; a folder is an error (26). What \
            the server answers meanwhile (8 MiB at most) is written when all is sent. A URL whose path ends in a \
            slash gets the file's name. The first -T belongs to the first URL. "{a,b}" and "[1-3]" stand for several \
            files, which go to the same URL one after another. With -C OFFSET the file is sent from there on, and \
            Content-Range says so. A body beyond 1 MiB waits for the server's 100, as --expect100-timeout has it.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in settings.transfer.add(upload: UploadSource(try value.text())) },
    ]

    private static func add(
        form value: OptionValue, isLiteral: Bool, to settings: inout Settings
    ) throws(OptionFault) {
        var argument = FormArgument(value)
        var tree = settings.transfer.upload.form ?? FormTree()
        // Held once only, so that ten thousand parts are not copied ten thousand times.
        settings.transfer.upload.form = nil
        try argument.add(to: &tree, isLiteral: isLiteral)
        settings.transfer.upload.form = tree
        settings.warnings += argument.warnings
    }
}
