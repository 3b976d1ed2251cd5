internal import SockeyeLoopback

// Options of the servers in the program.
extension OptionTable {
    static let serverRows: [Option] = [
        .value(
            "serve", nil, "port", [.sockeye], "Run a server for trying out clients, well-behaved or not",
            """
            Run the server of --demo on 127.0.0.1, for any client, until Ctrl-C, which is a success, or for -m SECONDS. Port 0 \
            takes a free one. The first line on standard output is the server's URL; its page there lists what it answers. \
            Each request is a line on standard error, unless -s. --fault spoils all answers, and /fault/NAME=ARGUMENT/path \
            those to one path.
            """
        ) { settings, value throws(OptionFault) in
            settings.server.port = try port(value)
            settings.action = .serve
        },
        .value(
            "fault", nil, "name[=argument]", [.sockeye], "What the server of --serve does wrong",
            """
            Let the server of --serve misbehave in this way; --faults lists the names. Several add up, in separate options \
            or with commas in between. A fault of TLS makes it a server with TLS, whose throwaway authority nobody trusts.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            let text = try value.text()
            do throws(Fault.Mistake) {
                settings.server.faults += try Fault.list(parsing: text)
            } catch {
                throw .invalid(error.text)
            }
            if settings.server.faults.count(where: \.kind.isTLS) > 1 {
                throw .invalid("a server has only one fault of TLS")
            }
        },
        .choice(
            "faults", nil, [.sockeye], "List the faults of --serve",
            "List what --fault can name: what the server does then, and what a good client does about it."
        ) { $0.action = .faults },
        .value(
            "grade", nil, "command", [.sockeye], "Run a client against all faults, and say how it does",
            """
            Run this command line of any client against a server with each fault of --faults, and print whether it does what a \
            good client does: a short body must not be a success, and a resumed file must be the server's. It is split \
            into words as a shell does, with quotes and backslashes but nothing else; "sh -c '…'" runs a shell. {url} becomes \
            the URL, {out} the file in which the client leaves the body (standard output otherwise), and {ca} a file with the \
            server's authority. For faults that need it, the command runs twice with the same {out}, to resume. Each run may \
            take --grade-time, and loses its proxies from the environment. The exit code is 117 if the client fails in \
            something.
            """
        ) { settings, value throws(OptionFault) in
            settings.server.client = try CommandWords.split(try value.text())
            settings.action = .grade
        },
        .value(
            "grade-time", nil, "fractional seconds", [.sockeye], "How long a client of --grade may take",
            """
            Kill a client of --grade, with its process group, when one run takes longer than this; 10 seconds by default. What \
            it starts in a session of its own, by setsid say, is not found.
            """
        ) { settings, value throws(OptionFault) in
            guard let time = try NumberArgument.seconds(value) else { throw .invalid("the time is above 0") }
            settings.server.clientTime = time
        },
        .value(
            "grade-format", nil, "text|json", [.sockeye], "How --grade prints what it found",
            "Print the verdicts of --grade as a table (text, the default) or as one JSON document (json)."
        ) { settings, value throws(OptionFault) in
            switch try value.text() {
            case "text": settings.server.printsJSON = false
            case "json": settings.server.printsJSON = true
            default: throw .invalid("expected text or json")
            }
        },
    ]

    static func port(_ value: OptionValue) throws(OptionFault) -> UInt16 {
        guard let port = NumberArgument.port(try value.text()) else {
            throw .invalid("a port is a number from 0 to 65535")
        }
        return UInt16(truncatingIfNeeded: port)
    }
}
