// What curl does not have.
extension OptionTable {
    static let sockeyeRows: [Option] = [
        .choice(
            "demo", nil, [.sockeye], "Start a loopback server and fetch from it, step by step",
            """
            A tour in one process: starts a small server on the loopback interface, plain and over TLS, and fetches \
            from it, showing what goes over the wire.
            """
        ) { $0.action = .demo },
        .value(
            "generate", nil, "man|bash|zsh|fish", [.sockeye], "Print the manual page or a shell's completions",
            "Prints the manual page in roff, or a completion script, made from the table that the options come from."
        ) { settings, value throws(OptionFault) in
            guard let kind = Settings.GeneratedText(rawValue: try value.text()) else {
                throw .invalid("expected man, bash, zsh or fish")
            }
            settings.action = .generate(kind)
        },
    ]
}
