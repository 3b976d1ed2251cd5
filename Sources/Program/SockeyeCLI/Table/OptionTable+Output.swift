// Options about the output.
extension OptionTable {
    static let outputRows: [Option] = [
        .onByDefault(
            "buffer", "N", [.curl], "Disable buffering of the output stream",
            "Write data as soon as it arrives."
        ) { $0.transfer.buffersOutput = $1 },
        .value(
            "dump-header", "D", "filename", [.http], "Write the received headers to <filename>",
            """
            Write the response headers to a file, to standard output for "-", or to standard error for "%". Each operation \
            (--next) replaces the file. A file of another user is refused: heads have cookies and logins.
            """
        ) { settings, value throws(OptionFault) in settings.transfer.headerFile = try value.text() },
        .flag(
            "include", "i", [.important, .verbose], "Include protocol response headers in the output",
            "Write the response headers before the body."
        ) { $0.transfer.includesHead = $1 },
        .flag(
            "show-headers", nil, [.verbose, .output], "Show response headers in the output",
            "The same as --include."
        ) { $0.transfer.includesHead = $1 },
        .flag(
            "use-ascii", "B", [.misc], "Use ASCII/text transfer",
            "Do nothing: HTTP has no text mode."
        ) { _, _ in },
        .value(
            "output", "o", "file", [.important, .curl, .output], "Write to file instead of stdout",
            """
            Write the body to a file. The first -o or -O belongs to the first URL, the second to the second. A regular \
            file is written as FILE.part and renamed when it is complete, so FILE is never half a body; after a \
            failure, FILE.part keeps what arrived, and FILE.sockeye beside it what is needed to resume. A small body has \
            no name until it is whole. Anything else (/dev/null, a pipe) is written directly. "-" is \
            standard output, which then takes binary data even if it is a terminal.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            let name = try value.text()
            guard !name.isEmpty else { throw .invalid("the output file name is empty") }
            if name.hasPrefix("-"), name != "-" {
                settings.warnings.append("The file name argument '\(name)' looks like a flag.")
            }
            settings.transfer.add(output: OutputTarget(option: name))
        },
        .flag(
            "remote-name", "O", [.important, .output], "Write output to a file named as the remote file",
            """
            Write the body to a file in the working folder, named after the last part of the URL's path. Leading dots \
            and dashes, and characters that are unsafe in a file name, become "_". A symbolic \
            link of another user that has the name is an error (23).
            """
        ) { $0.transfer.add(output: $1 ? .remoteName : .standardOutput) },
    ]
}
