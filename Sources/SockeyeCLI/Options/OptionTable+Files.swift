// Options about the files that are written.
extension OptionTable {
    static let fileRows: [Option] = [
        .value(
            "create-file-mode", nil, "mode", [.upload, .output], "File mode (octal) for created files",
            """
            The permissions of files that -o and -O make, in octal digits, less the umask; 0666 unless told. A file that \
            is replaced keeps its own. curl has it for its remote files only.
            """
        ) { settings, value throws(OptionFault) in
            let text = try value.text()
            guard let mode = UInt32(text, radix: 8) else { throw .notNumber }
            if mode > 0o777 { throw .tooLargeNumber }
            settings.transfer.fileMode = mode
        },
        .flag(
            "http0.9", nil, [.http], "Allow HTTP 0.9 responses",
            """
            Takes an answer that does not begin as HTTP does for a body without a head, up to the end of the connection. \
            Otherwise that is an error with exit code 1.
            """
        ) { $0.transfer.acceptsHTTP09 = $1 },
        .flag(
            "ignore-content-length", nil, [.http], "Ignore the size of the remote resource",
            """
            Does not believe Content-Length: the body lasts until the server closes the connection. Then nobody can tell \
            a cut from an end.
            """
        ) { $0.transfer.ignoresContentLength = $1 },
        .flag(
            "out-null", nil, [.output], "Discard response data into the void",
            "Receives the body and writes it nowhere. It goes with a URL as -o does."
        ) { $0.transfer.add(output: $1 ? .nothing : .standardOutput) },
        .flag(
            "remove-on-error", nil, [.output], "Remove output file on errors",
            "A transfer to a file that fails leaves nothing behind: FILE.part is removed too."
        ) { $0.transfer.download.removesOnError = $1 },
        .flag(
            "skip-existing", nil, [.curl, .output], "Skip download if local file already exists",
            "A URL whose file is there already is passed over, whatever the file holds."
        ) { $0.transfer.download.skipsExisting = $1 },
    ]
}
