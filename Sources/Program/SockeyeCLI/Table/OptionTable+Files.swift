// Options about the files to write.
extension OptionTable {
    static let fileRows: [Option] = [
        .value(
            "create-file-mode", nil, "mode", [.upload, .output], "File mode (octal) for created files",
            """
            Create the files of -o and -O with these permissions, in octal digits, less the umask: 0666 by default. A \
            file that is replaced keeps its own. In curl this applies to remote files only.
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
            Accept a response that does not start like HTTP as a body without headers, up to the end of the \
            connection. By default it is an error with exit code 1.
            """
        ) { $0.transfer.acceptsHTTP09 = $1 },
        .flag(
            "ignore-content-length", nil, [.http], "Ignore the size of the remote resource",
            """
            Ignore Content-Length: the body lasts until the server closes the connection. A truncated body then goes \
            unnoticed.
            """
        ) { $0.transfer.ignoresContentLength = $1 },
        .flag(
            "out-null", nil, [.output], "Discard response data into the void",
            "Receive the body and discard it. Pairs with a URL as -o does."
        ) { $0.transfer.add(output: $1 ? .nothing : .standardOutput) },
        .flag(
            "remove-on-error", nil, [.output], "Remove output file on errors",
            "Leave nothing behind when a transfer to a file fails: remove FILE.part too."
        ) { $0.transfer.download.removesOnError = $1 },
        .flag(
            "skip-existing", nil, [.curl, .output], "Skip download if local file already exists",
            "Skip a URL whose file already exists, whatever it contains."
        ) { $0.transfer.download.skipsExisting = $1 },
    ]
}
