// Options that curl lacks.
extension OptionTable {
    static let sockeyeRows: [Option] = [
        .choice(
            "demo", nil, [.sockeye], "Fetch from a built-in loopback server, step by step",
            """
            Take a tour in one process: start a small server on the loopback interface, plain and over TLS, fetch from \
            it, and show what goes over the wire.
            """
        ) { $0.action = .demo },
        .value(
            "generate", nil, "man|bash|zsh|fish", [.sockeye], "Print the manual page or a shell's completions",
            "Print the manual page in roff, or a completion script, generated from the option table."
        ) { settings, value throws(OptionFault) in
            guard let kind = Settings.GeneratedText(rawValue: try value.text()) else {
                throw .invalid("expected man, bash, zsh or fish")
            }
            settings.action = .generate(kind)
        },
        .flag(
            "swift", nil, [.sockeye, .curl], "Print a Swift program that makes the same requests",
            """
            Send nothing; print a program in Swift that does the same with the library Sockeye: what curl's --libcurl does for \
            C. Files that the request is made of are read now, those that are uploaded when the program runs. A comment \
            tells what is left out. Passwords are in it as given.
            """
        ) { $0.printsSwift = $1 },
        .value(
            "idle-timeout", nil, "fractional seconds", [.sockeye, .connection], "Longest gap between two packets",
            """
            Give up, with exit code 28, when nothing has moved for so long: from the end of the request to the first byte of \
            the response, and then between two pieces, in either direction. No limit by default, and with 0.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.idleTimeout = try NumberArgument.seconds(value)
        },
    ]
}
