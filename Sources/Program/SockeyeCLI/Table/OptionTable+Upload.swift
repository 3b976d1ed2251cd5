internal import Sockeye

// Options about uploads.
extension OptionTable {
    static let uploadRows: [Option] = [
        Option(
            "crlf", nil, [.upload], "Convert LF to CRLF in upload",
            """
            Send a LF that no CR precedes as CRLF, in what -T, -d and -F send. The length is then not known in advance, so the \
            body is chunked.
            """, .flag { $0.transfer.upload.makesLineEnds = $1 }),
        Option(
            "form", "F", [.http, .post, .upload], accumulates: true, "Specify multipart MIME data",
            """
            Post a form as multipart/form-data, one part per option. "name=content" is a field; "name=@file" a file \
            with its name, several separated by commas; "name=<file" a field with the file's contents; "-" is standard \
            input. Each can be followed by ";type=", ";filename=", ";headers=" (a header line, or "@file" with \
            several) and ";encoder=" (binary, 8bit, 7bit, base64, quoted-printable). Put text with commas or \
            semicolons in double quotes. "=(;type=multipart/mixed" starts a nested multipart, "=)" ends it. Files are \
            read while they are sent; one that changes meanwhile is an error.
            """,
            .value("name=content") { settings, value throws(OptionFault) in
                try add(form: value, isLiteral: false, to: &settings)
            }),
        Option(
            "form-escape", nil, [.http, .upload], "Escape multipart form field/file names using backslash",
            "Escape a quote in the names of -F as \\\" and a backslash as \\\\, instead of writing a quote as %22.",
            .flag { $0.transfer.upload.escapesByBackslash = $1 }),
        Option(
            "form-string", nil, [.http, .upload], accumulates: true, "Specify multipart MIME data",
            "Like -F, but send the string as it is: \"@\", \"<\" and \";\" are not special.",
            .value("name=string") { settings, value throws(OptionFault) in
                try add(form: value, isLiteral: true, to: &settings)
            }),
        Option(
            "upload-file", "T", [.important, .http, .upload], accumulates: true, "Transfer local FILE to destination",
            """
            Upload the file to the URL with PUT; "-" and "." are standard input, "" uploads nothing; a folder is an \
            error (26). A response that arrives meanwhile (8 MiB at most) is written when everything is sent. If the \
            URL's path ends in a slash, and it has no query, the file's name is appended. The first -T belongs to the first URL. "{a,b}" \
            and "[1-3]" expand to several files, uploaded to the same URL one after another. With -C OFFSET, start at \
            that byte of the file and send Content-Range. Standard input goes in chunks, or with -H "Content-Length: N" \
            unchunked, and must then be N bytes long. A body over 1 MiB waits for the server's 100 \
            (--expect100-timeout).
            """, .text("file") { $0.transfer.add(upload: UploadSource($1)) }),
        Option(
            "abandon", nil, [.sockeye, .upload], "Give up an interrupted upload of --resumable",
            """
            With the command line of the interrupted upload, for --resumable or beside it: send nothing of the file, but tell the \
            server to drop what it has of an interrupted upload (DELETE: termination in tus, cancellation in the \
            draft), and remove FILE.sockeye-upload. If the server does not comply, that file stays and the exit code \
            is not 0.
            """,
            .flag { settings, isOn in
                let spoken = settings.transfer.resumable?.spoken
                settings.transfer.resumable = isOn ? ResumableSettings(spoken: spoken, isAbandoned: true) : nil
            }),
        Option(
            "resumable", nil, [.sockeye, .upload], "Resume an interrupted upload, [=tus|ietf]",
            """
            With -T FILE, resume an interrupted upload: at once up to 5 times (or as --retry says), and later with the \
            same command line, even after a crash. Choose a protocol, or by default let the server say: "tus" (the URL \
            is where a tus 1.0 server creates uploads) or "ietf" (draft-ietf-httpbis-resumable-upload, version 8; the \
            URL is where the file goes). FILE.sockeye-upload keeps the state until the upload is complete. If FILE \
            changed or the server dropped the upload, it restarts from the first byte: bytes of two files are never \
            mixed. A server without resumption gets the file in one go. If the server refuses the file, the exit code \
            is 22.
            """,
            .flagOrWord(
                take: { settings, word in
                    guard let spoken = ResumableProtocol(rawValue: word) else { return false }
                    settings.transfer.resumable = ResumableSettings(
                        spoken: spoken, isAbandoned: settings.transfer.resumable?.isAbandoned == true)
                    return true
                },
                set: { settings, isOn in
                    let isAbandoned = settings.transfer.resumable?.isAbandoned == true
                    settings.transfer.resumable = isOn ? ResumableSettings(isAbandoned: isAbandoned) : nil
                })),
    ]

    private static func add(form value: OptionValue, isLiteral: Bool, to settings: inout Settings) throws(OptionFault) {
        var argument = FormArgument(value)
        var tree = settings.transfer.upload.form ?? FormTree()
        // Released here so that `tree` is unique: ten thousand parts aren't copied ten thousand times.
        settings.transfer.upload.form = nil
        try argument.add(to: &tree, isLiteral: isLiteral)
        settings.transfer.upload.form = tree
        settings.warnings += argument.warnings
    }
}
