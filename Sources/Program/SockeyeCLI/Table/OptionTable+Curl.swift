internal import SockeyeIO

// Options about the program itself.
extension OptionTable {
    static let curlRows: [Option] = [
        .control(
            "config", "K", [.curl], "Read config from a file",
            """
            Read options from a file, or from standard input for "-": one per line, with or without the dashes, the \
            argument after white space, "=" or ":". Put an argument with spaces in double quotes, where \\\\, \\", \
            \\t, \\n, \\r and \\v are escapes. Lines that start with # are comments. An invalid line ends the program \
            (curl only warns).
            """,
            accumulates: true, effect: .configuration(placeholder: "file")
        ),
        .flag(
            "disable", "q", [.curl], "Disable .curlrc",
            """
            As the first argument, read no default settings. Otherwise the first of these is read as by -K: .curlrc or \
            .config/curlrc in $CURL_HOME, curlrc in $XDG_CONFIG_HOME or in ~/.config, .curlrc in the home folder. A line \
            of it that can't be read is skipped with a warning, unless its option is about trust or credentials.
            """
        ) { _, _ in },
        .control(
            "help", "h", [.important, .curl], "Get help for commands",
            """
            List the most used options, those of a category, or for "all", all options. "category" lists the \
            categories. After it an option, as in "--help -L" or "--help --segments", shows what this manual says of it. Any \
            other word is searched for in the options' names and texts.
            """,
            effect: .help
        ),
        .control(
            "manual", "M", [.curl], "Display the full manual",
            "Print the text of this manual, as wide as the terminal but at most 100 columns.",
            effect: .show(.manual)
        ),
        .control(
            "next", ":", [.curl], "Make next URL use its separate set of options",
            """
            Start a new operation with its own URLs and options. Options for the whole run (-s, -S, -v, -#, \
            --no-progress-meter) apply to all operations.
            """,
            accumulates: true, effect: .next
        ),
        .flag(
            "progress-bar", "#", [.verbose], "Display transfer progress as a bar",
            "Show a bar as wide as the terminal instead of the meter. COLUMNS overrides the width."
        ) { $0.showsProgressBar = $1 },
        .onByDefault(
            "progress-meter", nil, [.verbose], "Do not show the progress meter",
            "Hide the meter but still show warnings and errors."
        ) { $0.showsProgress = $1 },
        .flag(
            "show-error", "S", [.curl, .verbose], "Show error even when -s is used",
            "With -s, still show the error message of a failed transfer."
        ) { $0.showsErrors = $1 },
        .flag(
            "silent", "s", [.important, .verbose], "Silent mode",
            "Show no progress, warnings or error messages. The output is still written."
        ) { $0.isSilent = $1 },
        .value(
            "url", nil, "url", [.curl], "URL to work with",
            """
            Fetch this URL, like an argument without dashes. The scheme defaults to http. "@file" is a list of URLs, one \
            per line, each saved as by -O; "@-" reads it from standard input. Lines that start with # are \
            comments, and braces and brackets in it mean themselves. An earlier -T or -o without a URL is its first one's.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            guard !value.bytes.isEmpty else { throw .invalid("the URL is empty") }
            guard value.bytes.first == UInt8(ascii: "@") else {
                settings.transfer.add(url: OctetText(value.bytes).urlText)
                return
            }
            let list = try value.contents(of: String(try value.text().dropFirst()))
            for (_, line) in WrittenText.lines(of: list) {
                guard let start = line.firstIndex(where: { $0 > 0x20 }), line[start] != UInt8(ascii: "#"),
                    let end = line.lastIndex(where: { $0 > 0x20 })
                else { continue }
                let url = OctetText(Array(line[start...end])).urlText
                settings.transfer.add(
                    TransferTarget(url: url, output: .remoteName, isNamedByList: true, isVerbatim: true))
            }
        },
        .flag(
            "verbose", "v", [.important, .verbose], "Make the operation more talkative",
            """
            Show what happens, on standard error: "*" marks resolving, connecting and TLS, ">" the request headers, \
            "<" the response headers.
            """
        ) { $0.isVerbose = $1 },
        .control(
            "version", "V", [.important, .curl], "Show version number and quit",
            "Show the version, the protocols and the features.",
            effect: .show(.version)
        ),
        .value(
            "write-out", "w", "format", [.verbose], "Use output FORMAT after completion",
            """
            Print the format after each transfer, with %{variable} and %header{name} replaced, %% for a percent sign, \
            and \\n, \\r and \\t. "@file" reads the format from a file, "@-" from standard input. WRITE-OUT VARIABLES \
            lists the variables.
            """
        ) { settings, value throws(OptionFault) in
            let text = try fileOrText(value)
            // As in curl, the lines of a file are joined, so that a format can be laid out in several.
            let isFile = value.bytes.first == UInt8(ascii: "@")
            settings.transfer.writeOut = WriteOutFormat(isFile ? String(text.filter { !$0.isNewline }) : text)
        },
    ]

    /// The argument, or the text of the file for `@file`.
    static func fileOrText(_ value: OptionValue) throws(OptionFault) -> String {
        let text = try value.text()
        guard text.hasPrefix("@") else { return text }
        let path = String(text.dropFirst())
        let octets = WrittenText.withoutMark(try value.contents(of: path))
        guard let contents = String(validating: octets, as: UTF8.self) else {
            throw .invalid("\(path) is not UTF-8")
        }
        return contents
    }
}
