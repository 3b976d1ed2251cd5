// Options about the output, messages and traces.
extension OptionTable {
    static let outputRows: [Option] = [
        Option(
            "buffer", "N", [.curl], isOnByDefault: true, "Disable buffering of the output stream",
            "Write data as soon as it arrives.", .flag { $0.transfer.buffersOutput = $1 }),
        Option(
            "dump-header", "D", [.http], "Write the received headers to <filename>",
            """
            Write the response headers to a file, to standard output for "-", or to standard error for "%". Each operation \
            (--next) replaces the file. A file of another user is refused: heads have cookies and logins.
            """, .file("filename") { $0.transfer.headerFile = $1 }),
        Option(
            "include", "i", [.important, .verbose], "Include protocol response headers in the output",
            "Write the response headers before the body.", .flag { $0.transfer.includesHead = $1 }),
        Option(
            "show-headers", nil, [.verbose, .output], "Show response headers in the output",
            "The same as --include.", .flag { $0.transfer.includesHead = $1 }),
        Option(
            "use-ascii", "B", [.misc], "Use ASCII/text transfer",
            "Do nothing: HTTP has no text mode.", .flag { _, _ in }),
        Option(
            "output", "o", [.important, .curl, .output], accumulates: true, "Write to file instead of stdout",
            """
            Write the body to a file. The first -o or -O belongs to the first URL, the second to the second. A regular \
            file is written as FILE.part and renamed when it is complete, so FILE is never half a body; after a \
            failure, FILE.part keeps what arrived, and FILE.sockeye beside it what is needed to resume. A small body has \
            no name until it is whole. Anything else (/dev/null, a pipe) is written directly. "-" is \
            standard output, which then takes binary data even if it is a terminal.
            """,
            .value("file") { settings, value throws(OptionFault) in
                let name = try value.nonEmpty("output file name")
                if name.hasPrefix("-"), name != "-" {
                    settings.warnings.append("The filename argument '\(name)' looks like a flag.")
                }
                settings.transfer.add(output: OutputTarget(option: name))
            }),
        Option(
            "remote-name", "O", [.important, .output], "Write output to a file named as the remote file",
            """
            Write the body to a file in the working folder, named after the last part of the URL's path. Leading dots \
            and dashes, and characters that are unsafe in a file name, become "_". A symbolic \
            link of another user that has the name is an error (23).
            """, .flag { $0.transfer.switchRemoteName($1) }),
        Option(
            "create-file-mode", nil, [.upload, .output], "File mode (octal) for created files",
            """
            Create the files of -o and -O with these permissions, in octal digits, less the umask: 0666 by default. A \
            file that is replaced keeps its own. In curl this applies to remote files only.
            """,
            .value("mode") { settings, value throws(OptionFault) in
                let text = try value.text()
                guard let mode = UInt32(text, radix: 8) else { throw .notNumber }
                if mode > 0o777 { throw .tooLargeNumber }
                settings.transfer.fileMode = mode
            }),
        Option(
            "http0.9", nil, [.http], "Allow HTTP 0.9 responses",
            """
            Accept a response that does not start like HTTP as a body without headers, up to the end of the \
            connection. By default it is an error with exit code 1.
            """, .flag { $0.transfer.acceptsHTTP09 = $1 }),
        Option(
            "ignore-content-length", nil, [.http], "Ignore the size of the remote resource",
            """
            Ignore Content-Length: the body lasts until the server closes the connection. A truncated body then goes \
            unnoticed.
            """, .flag { $0.transfer.ignoresContentLength = $1 }),
        Option(
            "out-null", nil, [.output], "Discard response data into the void",
            "Receive the body and discard it. Pairs with a URL as -o does.",
            .flag { $0.transfer.add(output: $1 ? .nothing : .standardOutput) }),
        Option(
            "remove-on-error", nil, [.output], "Remove output file on errors",
            "Leave nothing behind when a transfer to a file fails: remove FILE.part too.",
            .flag { $0.transfer.download.removesOnError = $1 }),
        Option(
            "skip-existing", nil, [.curl, .output], "Skip download if local file already exists",
            "Skip a URL whose file already exists, whatever it contains.",
            .flag { $0.transfer.download.skipsExisting = $1 }),
        Option(
            "create-dirs", nil, [.curl], "Create necessary local directory hierarchy",
            "Create missing folders in the paths of -o and --output-dir.", .flag { $0.transfer.createsFolders = $1 }),
        Option(
            "output-dir", nil, [.curl], "Directory to save files in",
            """
            Save the files of -o and -O in this folder, except an -o with an absolute name. It must exist, unless \
            --create-dirs is given.
            """, .text("dir") { $0.transfer.outputFolder = $1 }),
        Option(
            "remote-name-all", nil, [.output], "Use the remote file name for all URLs",
            "Use -O for every URL that has neither -o nor -O.", .flag { $0.transfer.namesAllRemotely = $1 }),
        Option(
            "stderr", nil, [.verbose], "Where to redirect stderr",
            "Write all standard error output to this file, which is truncated first; \"-\" is standard output.",
            .text("file") { $0.errorFile = $1 }),
        Option(
            "styled-output", nil, [.verbose], isOnByDefault: true, "Show header names as they are on a terminal",
            "With -i and -I on a terminal, do not show the names of header fields in bold.",
            .flag { $0.stylesHeads = $1 }),
        Option(
            "trace", nil, [.verbose], "Write a debug trace to FILE",
            """
            Write all headers and bodies sent and received to this file, in hexadecimal and as text, with the \
            information of -v; "-" is standard output, "%" standard error. Over TLS, this is the content of the \
            records; TLS messages and record headers are shown too. The last of -v, --trace and --trace-ascii is used.
            """, .text("file") { $0.trace.form = .hexadecimal(file: $1) }),
        Option(
            "trace-ascii", nil, [.verbose], "Like --trace, but without hex output",
            "Like --trace, but with the text only.", .text("file") { $0.trace.form = .text(file: $1) }),
        Option(
            "trace-config", nil, [.verbose], accumulates: true, "Details to log in trace/verbose output",
            """
            Enable --trace-ids and --trace-time by a list of "ids" and "time"; "all" means both, "-ids" switches ids \
            off.
            """,
            .text("string") {
                for word in $0.trace.configure($1) {
                    $0.warnings.append("--trace-config: unknown component '\(word)'; use ids, time or all")
                }
            }),
        Option(
            "trace-ids", nil, [.verbose], "Transfer + connection ids in verbose output",
            "Prefix each line of -v and --trace with the numbers of the transfer and its connection: \"[0-1] \".",
            .flag { $0.trace.showsIdentifiers = $1 }),
        Option(
            "trace-time", nil, [.verbose], "Add time stamps to trace/verbose output",
            "Prefix each line of -v and --trace with the time of day.", .flag { $0.trace.showsTime = $1 }),
    ]
}
