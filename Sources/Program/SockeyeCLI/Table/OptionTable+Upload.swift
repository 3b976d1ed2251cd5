// Options about uploads.
extension OptionTable {
    static let uploadRows: [Option] = [
        .flag(
            "crlf", nil, [.upload], "Convert LF to CRLF in upload",
            """
            Send a LF that no CR precedes as CRLF, in what -T, -d and -F send. The length is then not known in advance, so the \
            body is chunked.
            """
        ) { $0.transfer.upload.makesLineEnds = $1 },
        .value(
            "form", "F", "name=content", [.http, .post, .upload], "Specify multipart MIME data",
            """
            Post a form as multipart/form-data, one part per option. "name=content" is a field; "name=@file" a file \
            with its name, several separated by commas; "name=<file" a field with the file's contents; "-" is standard \
            input. Each can be followed by ";type=", ";filename=", ";headers=" (a header line, or "@file" with \
            several) and ";encoder=" (binary, 8bit, 7bit, base64, quoted-printable). Put text with commas or \
            semicolons in double quotes. "=(;type=multipart/mixed" starts a nested multipart, "=)" ends it. Files are \
            read while they are sent; one that changes meanwhile is an error.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in try add(form: value, isLiteral: false, to: &settings) },
        .flag(
            "form-escape", nil, [.http, .upload], "Escape multipart form field/file names using backslash",
            "Escape a quote in the names of -F as \\\" and a backslash as \\\\, instead of writing a quote as %22."
        ) { $0.transfer.upload.escapesByBackslash = $1 },
        .value(
            "form-string", nil, "name=string", [.http, .upload], "Specify multipart MIME data",
            "Like -F, but send the string as it is: \"@\", \"<\" and \";\" are not special.",
            accumulates: true
        ) { settings, value throws(OptionFault) in try add(form: value, isLiteral: true, to: &settings) },
        .value(
            "upload-file", "T", "file", [.important, .http, .upload], "Transfer local FILE to destination",
            """
            Upload the file to the URL with PUT; "-" and "." are standard input, "" uploads nothing; a folder is an \
            error (26). A response that arrives meanwhile (8 MiB at most) is written when everything is sent. If the \
            URL's path ends in a slash, and it has no query, the file's name is appended. The first -T belongs to the first URL. "{a,b}" \
            and "[1-3]" expand to several files, uploaded to the same URL one after another. With -C OFFSET, start at \
            that byte of the file and send Content-Range. Standard input goes in chunks, or with -H "Content-Length: N" \
            unchunked, and must then be N bytes long. A body over 1 MiB waits for the server's 100 \
            (--expect100-timeout).
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in settings.transfer.add(upload: UploadSource(try value.text())) },
    ]

    private static func add(
        form value: OptionValue, isLiteral: Bool, to settings: inout Settings
    ) throws(OptionFault) {
        var argument = FormArgument(value)
        var tree = settings.transfer.upload.form ?? FormTree()
        // Released here so that `tree` is unique: ten thousand parts aren't copied ten thousand times.
        settings.transfer.upload.form = nil
        try argument.add(to: &tree, isLiteral: isLiteral)
        settings.transfer.upload.form = tree
        settings.warnings += argument.warnings
    }
}
