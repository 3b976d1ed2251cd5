internal import SockeyeIO

// Options of the program itself and of its URLs.
extension OptionTable {
    static let curlRows: [Option] = [
        Option(
            "config", "K", [.curl], accumulates: true, "Read config from a file",
            """
            Read options from a file, or from standard input for "-": one per line, with or without the dashes, the \
            argument after white space, "=" or ":". Put an argument with spaces in double quotes, where \\\\, \\", \
            \\t, \\n, \\r and \\v are escapes. Lines that start with # are comments. An invalid line ends the program \
            (curl only warns).
            """, .configuration("file")),
        Option(
            "disable", "q", [.curl], "Disable .curlrc",
            """
            As the first argument, read no default settings. Otherwise the first of these is read as by -K: .curlrc or \
            .config/curlrc in $CURL_HOME, curlrc in $XDG_CONFIG_HOME or in ~/.config, .curlrc in the home folder. A line \
            of it that can't be read is skipped with a warning, unless its option is about trust or credentials.
            """, .flag { _, _ in }),
        Option(
            "help", "h", [.important, .curl], "Get help for commands",
            """
            List the most used options, those of a category, or for "all", all options. "category" lists the \
            categories. After it an option, as in "--help -L" or "--help --segments", shows what this manual says of it. Any \
            other word is searched for in the options' names and texts.
            """, .help),
        Option(
            "manual", "M", [.curl], "Display the full manual",
            "Print the text of this manual, as wide as the terminal but at most 100 columns.", .show(.manual)),
        Option(
            "next", ":", [.curl], accumulates: true, "Make next URL use its separate set of options",
            """
            Start a new operation with its own URLs and options. Options for the whole run (-s, -S, -v, -#, \
            --no-progress-meter) apply to all operations.
            """, .next),
        Option(
            "progress-bar", "#", [.verbose], "Display transfer progress as a bar",
            "Show a bar as wide as the terminal instead of the meter. COLUMNS overrides the width.",
            .flag { $0.showsProgressBar = $1 }),
        Option(
            "progress-meter", nil, [.verbose], isOnByDefault: true, "Do not show the progress meter",
            "Hide the meter but still show warnings and errors.", .flag { $0.showsProgress = $1 }),
        Option(
            "show-error", "S", [.curl, .verbose], "Show error even when -s is used",
            "With -s, still show the error message of a failed transfer.", .flag { $0.showsErrors = $1 }),
        Option(
            "silent", "s", [.important, .verbose], "Silent mode",
            "Show no progress, warnings or error messages. The output is still written.", .flag { $0.isSilent = $1 }),
        Option(
            "url", nil, [.curl], accumulates: true, "URL to work with",
            """
            Fetch this URL, like an argument without dashes. The scheme defaults to http. "@file" is a list of URLs, one \
            per line, each saved as by -O; "@-" reads it from standard input. Lines that start with # are \
            comments, and braces and brackets in it mean themselves. An earlier -T or -o without a URL is its first one's.
            """,
            .value("url") { settings, value throws(OptionFault) in
                if value.bytes.isEmpty { throw .invalid("the URL is empty") }
                guard let path = try value.fileName() else {
                    return settings.transfer.add(url: OctetText(value.bytes).urlText)
                }
                for (_, line) in WrittenText.lines(of: try value.contents(of: path)) {
                    guard let start = line.firstIndex(where: { $0 > 0x20 }), line[start] != UInt8(ascii: "#"),
                        let end = line.lastIndex(where: { $0 > 0x20 })
                    else { continue }
                    let url = OctetText(Array(line[start...end])).urlText
                    settings.transfer.add(
                        TransferTarget(url: url, output: .remoteName, isNamedByList: true, isVerbatim: true))
                }
            }),
        Option(
            "verbose", "v", [.important, .verbose], "Make the operation more talkative",
            """
            Show what happens, on standard error: "*" marks resolving, connecting and TLS, ">" the request headers, \
            "<" the response headers.
            """, .flag { $0.isVerbose = $1 }),
        Option(
            "version", "V", [.important, .curl], "Show version number and quit",
            "Show the version, the protocols and the features.", .show(.version)),
        Option(
            "write-out", "w", [.verbose], "Use output FORMAT after completion",
            """
            Print the format after each transfer, with %{variable} and %header{name} replaced, %% for a percent sign, \
            and \\n, \\r and \\t. "@file" reads the format from a file, "@-" from standard input. WRITE-OUT VARIABLES \
            lists the variables.
            """,
            .value("format") { settings, value throws(OptionFault) in
                let text = try fileOrText(value)
                // As in curl, the lines of a file are joined, so that a format can be laid out in several.
                let isFile = value.bytes.first == UInt8(ascii: "@")
                settings.transfer.writeOut = WriteOutFormat(isFile ? String(text.filter { !$0.isNewline }) : text)
            }),
        Option(
            "globoff", "g", [.curl], "Disable URL sequences and ranges using {} and []",
            """
            Take braces and brackets in URLs literally. By default, {one,two} expands to each of its words, and \
            [1-10], [001-100] and [a-z] to each number or letter, with ":N" before the closing bracket to every Nth; a \
            backslash escapes a brace or bracket. "#1" in the name of -o is replaced with the value of the first one, "#<day>" with \
            that of {<day>mon,tue}.
            """, .flag { $0.transfer.globsOff = $1 }),
        Option(
            "parallel-immediate", nil, [.connection, .curl], "Do not wait for multiplexing (with --parallel)",
            "Do nothing: each transfer of -Z always gets its own connection at once, since HTTP/1.1 does not multiplex.",
            .flag { _, _ in }),
        Option(
            "rate", nil, [.connection], "Request rate for serial transfers",
            """
            Start at most this many transfers per unit of time: "2/s", "10/m", "100/h" or "5/d"; a number before the \
            unit means several units. The default unit is an hour. Does not affect -Z or retries.
            """, .parsedText("max request rate", RateArgument.interval) { $0.leastInterval = $1 }),
        Option(
            "variable", nil, [.curl], accumulates: true, "Set variable",
            """
            Set a variable to a text or to a file's contents, or with "name[0-99]@file" to those bytes of it. "%name" \
            imports it from the environment, where it must exist unless a text or file follows. An option prefixed \
            with "expand-", such as --expand-data, replaces {{name}} in its argument; {{name:trim}}, json, url, b64 \
            and 64dec transform the value, in the order given; "\\{{" is a literal "{{". The argument is wiped from \
            the process list.
            """,
            .value("[%]name=text/@file") { settings, value throws(OptionFault) in try settings.variables.set(value) }),
        Option(
            "demo", nil, [.sockeye], "Fetch from a built-in loopback server, step by step",
            """
            Take a tour in one process: start a small server on the loopback interface, plain and over TLS, fetch from \
            it, and show what goes over the wire.
            """, .choice { $0.action = .demo }),
        Option(
            "generate", nil, [.sockeye], "Print the manual page or a shell's completions",
            "Print the manual page in roff, or a completion script, generated from the option table.",
            .word("man|bash|zsh|fish") { $0.action = .generate($1) }),
        Option(
            "swift", nil, [.sockeye, .curl], "Print a Swift program that makes the same requests",
            """
            Send nothing; print a program in Swift that does the same with the library Sockeye: what curl's --libcurl does for \
            C. Files that the request is made of are read now, those that are uploaded when the program runs. A comment \
            tells what is left out. Passwords are in it as given.
            """, .flag { $0.printsSwift = $1 }),
        Option(
            "idle-timeout", nil, [.sockeye, .connection], "Longest gap between two packets",
            """
            Give up, with exit code 28, when nothing has moved for so long: from the end of the request to the first byte of \
            the response, and then between two pieces, in either direction. No limit by default, and with 0.
            """, .seconds("fractional seconds") { $0.transfer.idleTimeout = $1 }),
    ]

    /// The argument, or the text of the file for `@file`.
    static func fileOrText(_ value: OptionValue) throws(OptionFault) -> String {
        guard let path = try value.fileName() else { return try value.text() }
        let octets = WrittenText.withoutMark(try value.contents(of: path))
        guard let contents = String(validating: octets, as: UTF8.self) else { throw .invalid("\(path) is not UTF-8") }
        return contents
    }
}
