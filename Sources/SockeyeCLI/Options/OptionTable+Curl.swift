// Options about the program itself.
extension OptionTable {
    static let curlRows: [Option] = [
        .control(
            "config", "K", [.curl], "Read config from a file",
            """
            Reads options from a file, or from standard input for "-": one a line, with or without the dashes, the \
            argument after blanks, "=" or ":". An argument with blanks goes into double quotes, where \\\\, \\", \\t, \
            \\n, \\r and \\v are escapes. Lines that begin with # are comments. A wrong line ends the program (curl only warns).
            """,
            accumulates: true, effect: .configuration(placeholder: "file")
        ),
        .flag(
            "disable", "q", [.curl], "Disable .curlrc",
            "Accepted for scripts written for curl. No ~/.curlrc is read unless -K asks for it."
        ) { _, _ in },
        .control(
            "help", "h", [.important, .curl], "Get help for commands",
            "Lists the most used options; those of a category; or all, for \"all\". \"category\" lists the categories.",
            effect: .help
        ),
        .control(
            "next", ":", [.curl], "Make next URL use its separate set of options",
            """
            Separates operations: what stands after it has its own URLs and options. The options about the whole \
            run (-s, -S, -v, -#, --no-progress-meter) hold for all.
            """,
            accumulates: true, effect: .next
        ),
        .flag(
            "progress-bar", "#", [.verbose], "Display transfer progress as a bar",
            "Shows a bar as wide as the terminal instead of the meter. COLUMNS sets its width."
        ) { $0.showsProgressBar = $1 },
        .onByDefault(
            "progress-meter", nil, [.verbose], "Do not show the progress meter",
            "Switches the meter off and leaves warnings and errors on."
        ) { $0.showsProgress = $1 },
        .flag(
            "show-error", "S", [.curl, .verbose], "Show error even when -s is used",
            "With -s, prints the message of a transfer that failed all the same."
        ) { $0.showsErrors = $1 },
        .flag(
            "silent", "s", [.important, .verbose], "Silent mode",
            "No progress, no warnings, no error messages; the output is written as ever."
        ) { $0.isSilent = $1 },
        .value(
            "url", nil, "url", [.curl], "URL to work with",
            "Adds a URL, as an argument without dashes does. Without a scheme it is taken for http.",
            accumulates: true
        ) { settings, value throws(OptionFault) in settings.transfer.add(url: OctetText(value.bytes).urlText) },
        .flag(
            "verbose", "v", [.important, .verbose], "Make the operation more talkative",
            """
            Shows on standard error what happens: lines with "*" tell of resolving, connecting and TLS, lines with \
            ">" are the request's head, lines with "<" the response's.
            """
        ) { $0.isVerbose = $1 },
        .control(
            "version", "V", [.important, .curl], "Show version number and quit",
            "Shows the version, the protocols and the features.",
            effect: .version
        ),
        .value(
            "write-out", "w", "format", [.verbose], "Use output FORMAT after completion",
            """
            Prints the format after each transfer, with %{variable} and %header{name} replaced, %% for a percent \
            sign and \\n, \\r, \\t. "@file" reads the format from a file, "@-" from standard input. The variables are \
            listed under WRITE-OUT VARIABLES.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.writeOut = WriteOutFormat(try fileOrText(value))
        },
    ]

    /// The argument itself, or for `@file` that file's text.
    static func fileOrText(_ value: OptionValue) throws(OptionFault) -> String {
        let text = try value.text()
        guard text.hasPrefix("@") else { return text }
        let path = String(text.dropFirst())
        guard let contents = String(validating: try value.contents(of: path), as: UTF8.self) else {
            throw .invalid("\(path) is not UTF-8")
        }
        return contents
    }
}
