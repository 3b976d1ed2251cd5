internal import SockeyeTesting

// Options of the servers in the program, of the doctor and of workers.
extension OptionTable {
    static let serverRows: [Option] = [
        Option(
            "serve", nil, [.sockeye], "Run a server for trying out clients, well-behaved or not",
            """
            Run the server of --demo on 127.0.0.1, for any client, until Ctrl-C, which is a success, or for -m SECONDS. Port 0 \
            takes a free one. The first line on standard output is the server's URL; its page there lists what it answers. \
            Each request is a line on standard error, unless -s. --fault spoils all answers, and /fault/NAME=ARGUMENT/path \
            those to one path.
            """, .parsedText("port", port) { ($0.server.port, $0.action) = ($1, .serve) }),
        Option(
            "fault", nil, [.sockeye], accumulates: true, "What the server of --serve does wrong",
            """
            Let the server of --serve misbehave in this way; --faults lists the names. Several add up, in separate options \
            or with commas in between. A fault of TLS makes it a server with TLS, whose throwaway authority nobody trusts.
            """,
            .value("name[=argument]") { settings, value throws(OptionFault) in
                let text = try value.text()
                do throws(Fault.Mistake) {
                    settings.server.faults += try Fault.list(parsing: text)
                } catch {
                    throw .invalid(error.text)
                }
                if settings.server.faults.count(where: \.kind.isTLS) > 1 {
                    throw .invalid("a server has only one fault of TLS")
                }
            }),
        Option(
            "faults", nil, [.sockeye], "List the faults of --serve",
            "List what --fault can name: what the server does then, and what a good client does about it.",
            .choice { $0.action = .faults }),
        Option(
            "grade", nil, [.sockeye], "Run a client against all faults, and say how it does",
            """
            Run this command line of any client against a server with each fault of --faults, and print whether it does what a \
            good client does: a short body must not be a success, and a resumed file must be the server's. It is split \
            into words as a shell does, with quotes and backslashes but nothing else; "sh -c '…'" runs a shell. {url} becomes \
            the URL, {out} the file in which the client leaves the body (standard output otherwise), and {ca} a file with the \
            server's authority. For faults that need it, the command runs twice with the same {out}, to resume. Each run may \
            take --grade-time, and loses its proxies from the environment. The exit code is 117 if the client fails in \
            something.
            """, .parsedText("command", CommandWords.split) { ($0.server.client, $0.action) = ($1, .grade) }),
        Option(
            "grade-time", nil, [.sockeye], "How long a client of --grade may take",
            """
            Kill a client of --grade, with its process group, when one run takes longer than this; 10 seconds by default. What \
            it starts in a session of its own, by setsid say, is not found.
            """,
            .value("fractional seconds") { settings, value throws(OptionFault) in
                guard let time = try NumberArgument.seconds(value) else { throw .invalid("the time is above 0") }
                settings.server.clientTime = time
            }),
        Option(
            "grade-format", nil, [.sockeye], "How --grade prints what it found",
            "Print the verdicts of --grade as a table (text, the default) or as one JSON document (json).",
            .word("text|json") { $0.server.printsJSON = $1 == DoctorSettings.Format.json }),
        Option(
            "doctor", nil, [.sockeye], "Examine a URL and its server, and say what to mend",
            """
            Instead of fetching the URL, examine it step by step and print a report with a verdict (ok, note, warning, fault) \
            and advice on each line: proxy, names, each address, route, TLS and its certificates, pins, OCSP, redirects, the \
            answer, HSTS, the clock, keep-alive, validators, caching, ranges compared byte by byte, and compression. It sends \
            about ten requests, GET and HEAD only, and reads at most the first 64 KiB of the body (--doctor-whole reads all). The options for proxies, TLS, \
            addresses, fields and logins hold: -x, -k, --cacert, --resolve, -4, -6, -H, -u and so on. -m limits the whole \
            examination (60 seconds by default), --connect-timeout each attempt to connect. Interrupted, it prints what it \
            knows. The exit code is 0 if nothing is worse than a note, 118 for a warning, 119 for a fault, \
            28 if -m ended it before it found one.
            """, .choice { $0.action = .doctor }),
        Option(
            "doctor-format", nil, [.sockeye], "Print the report of --doctor as text or JSON",
            """
            text (the default) is for people, json for programs: one object per URL and line. Its members are \
            sockeye_doctor (1, the version of this form), url, complete, worst, findings (each with origin, check, verdict, \
            text, facts and perhaps advice) and effort. Later versions may add members; times are in seconds.
            """, .word("text|json") { $0.doctor.format = $1 }),
        Option(
            "doctor-whole", nil, [.sockeye], "Let --doctor read bodies to their ends",
            """
            Let --doctor read the body twice to its end, plain and compressed, instead of its first 64 KiB: so it notices one that is \
            cut later, or whose compressed bytes are. -m limits it.
            """, .flag { $0.doctor.readsWholeBodies = $1 }),
        Option(
            "doctor-upload", nil, [.sockeye], "Let --doctor ask how large a body would be accepted",
            """
            Let --doctor ask, with heads of this method (POST, PUT or PATCH), how large a body the server would take: 64 KiB up to \
            1 GiB are announced with Expect: 100-continue, and the connection is closed where the body would begin. Never \
            a byte of a body is sent; but a server that acts on the head alone could change something, so it is done only \
            when asked for.
            """,
            .value("method") { settings, value throws(OptionFault) in
                let method = try value.text().uppercased()
                guard ["POST", "PUT", "PATCH"].contains(method) else { throw .invalid("expected POST, PUT or PATCH") }
                settings.doctor.uploadMethod = method
            }),
        Option(
            "background-worker", nil, [.sockeye, .curl], "Work on a queue of background transfers",
            """
            Carry out the downloads and uploads that a program handed over in this folder (BackgroundTransfers of the \
            library), and end when there are none left. Only one worker has a folder; another one ends at once, so cron or \
            systemd may start it as often as they like: after a crash or a reboot, it goes on where the last one was. \
            --cacert, -k, --proxy, --netrc, --connect-timeout and other options of connections apply to all jobs.
            """, .text("folder") { $0.action = .backgroundWorker($1) }),
        Option(
            "background-status", nil, [.sockeye, .curl], "Show a queue of background transfers",
            """
            Print the jobs of this folder: what runs and how far it is, what waits, what is done, and why something failed. \
            With --progress json as one JSON object.
            """, .text("folder") { $0.action = .backgroundStatus($1) }),
    ]

    static func port(_ text: some StringProtocol) throws(OptionFault) -> UInt16 {
        if let port = NumberArgument.port(text) { return port }
        throw .invalid("a port is a number from 0 to 65535")
    }
}
