// Options that explain and write down what happens.
extension OptionTable {
    static let transcriptRows: [Option] = [
        Option(
            "explain-page", nil, [.sockeye, .verbose], "Write a page that shows all that happened",
            """
            At the end, write one page of HTML to this file ("-" is standard output) that shows each request: a timeline, the \
            wire as text and as bytes, heads with what each field means, chunks, TLS, connections and their reuse, and what \
            was decided. It loads nothing and runs nothing of what servers sent, so it can be kept and passed on. Written \
            also when transfers fail or are interrupted. The first MiB of each body is kept, and 64 MiB in all. Passwords, \
            cookies and the like are masked, see --keep-secrets.
            """, .file("file") { $0.transcript.page = $1 }),
        Option(
            "from-har", nil, [.sockeye, .http], "Send the requests of an HTTP archive again",
            """
            Send the requests in an HTTP archive (HAR; "-" is standard input) again, in order: method, URL, fields and body. \
            The other options apply to each of them, and fields of -H, -A and -e replace the archive's. \
            Outputs belong to them by order, as to URLs. Paths are sent as they stand there; fields of the \
            connection, and Content-Length and Host, are made anew. A field or a parameter of a URL whose secret the archive \
            leaves out is not sent, with a warning. At most 10,000 requests, with 256 MiB of bodies; responses in the \
            archive are skipped. Browsers ask for compressed bodies: add --compressed to have them decoded.
            """,
            .value("file") { settings, value throws(OptionFault) in
                let name = try value.nameOfFile()
                guard settings.transfer.archive == nil else {
                    throw .invalid("give it once; separate several by --next")
                }
                settings.transfer.archive = name
            }),
        Option(
            "har", nil, [.sockeye, .verbose], "Write an HTTP archive of all requests and responses",
            """
            At the end, write all requests and responses with their times to this file ("-" is standard output) as an \
            HTTP archive (HAR 1.2), which browsers' developer tools and many others open, and --from-har sends again. \
            Bodies are decoded; those that aren't UTF-8 are in base64. Written also when transfers fail or are interrupted; \
            answers from the cache, which no request led to, are left out. The first MiB of each body is kept, and 64 MiB \
            in all. Passwords, cookies and the like are left out, see --keep-secrets.
            """, .file("file") { $0.transcript.archive = $1 }),
        Option(
            "keep-secrets", nil, [.sockeye, .verbose], "Leave secrets in the files of --har and --explain-page",
            """
            Write what --har and --explain-page otherwise mask: the values of Authorization, Proxy-Authorization, Cookie, \
            Set-Cookie, X-Api-Key and similar fields, and passwords in URLs. Secrets in paths, queries and bodies \
            are never masked: nobody can tell them from the rest.
            """, .flag { $0.transcript.keepsSecrets = $1 }),
        Option(
            "record", nil, [.sockeye, .verbose], "Write down what happens, for --replay",
            """
            Write what comes from outside to this file while it comes: bytes with their boundaries and times, the resolver's \
            answers, how connecting and TLS went, errors, random choices, the time, variables and files that were read, and what \
            was sent. The file is readable by its owner only, and replaced if it exists. Passwords, the values of Authorization, \
            Cookie and Set-Cookie, and what stands before @ in URLs are masked by as many x; bodies, paths and queries are not. \
            The format is described in docs/Recordings.md.
            """,
            .value("file") { settings, value throws(OptionFault) in
                let name = try value.text()
                if name.isEmpty || name == "-" { throw .invalid("a recording needs a file") }
                settings.recording.file = name
            }),
        Option(
            "record-secrets", nil, [.sockeye, .verbose], "Don't mask secrets with --record",
            "Write passwords, cookies and credentials to the recording as they are.",
            .flag { $0.recording.keepsSecrets = $1 }),
        Option(
            "replay", nil, [.sockeye, .verbose], "Run a recording of --record again",
            """
            Run the command line of a recording again without a network, with the same output, exit code and trace. What the \
            program would send is compared with what it sent; a difference ends the replay with exit code 125 and is named by its \
            first byte. Time is that of the recording, at full speed. Nothing of yours is read or overwritten: files that the run \
            wrote are written in a folder of the replay's own, which is removed at the end; -o FILE beside --replay keeps the one \
            that it wrote. -v, --trace, --explain, --har and --explain-page show of it what the recorded run didn't; other options of \
            transfers are refused, since those of the recording count.
            """, .text("file") { ($0.recording.replay, $0.action) = ($1, .replay) }),
        Option(
            "replay-speed", nil, [.sockeye, .verbose], "How fast --replay runs",
            """
            "real" takes as long as the recorded run did, a number that many times less, "full" (the default) no time but that for \
            computing.
            """,
            .value("real|full|number") { settings, value throws(OptionFault) in
                switch try value.text() {
                case "full": settings.recording.speed = nil
                case "real": settings.recording.speed = 1
                case let text:
                    guard let speed = Double(text), speed > 0, speed.isFinite else {
                        throw .invalid("expected real, full, or a number above 0")
                    }
                    settings.recording.speed = speed
                }
            }),
        Option(
            "step", nil, [.sockeye, .verbose], "Give --replay one received byte after another",
            """
            With --replay, show on standard error each thing that comes from outside before the program gets it, and received bytes \
            one by one. On a terminal each waits for a key: q goes on without stopping.
            """, .flag { $0.recording.steps = $1 }),
        Option(
            "explain", nil, [.sockeye, .verbose], "Explain each line of the wire and each decision",
            """
            Show on standard error, in columns, each line that is sent (>) or received (<) with what it means and the clause \
            that rules it, each TLS message and certificate (=), and each decision of the client with its reason (*): which \
            address won, why a connection is opened, reused or closed, where each field came from, which cookies and \
            credentials are sent or withheld, how the body's end is found, redirects, retries and the cache. Last come the times of each exchange (~), which a wide terminal shows as a drawing. The values of \
            credentials and cookies are hidden. The width is COLUMNS or the terminal's, else 100; on a terminal clauses are \
            links, and there is colour unless NO_COLOR is set. There is no progress meter. With -v or --trace, both are \
            shown. docs/Explain.md lists the decisions.
            """, .flag { $0.trace.explains = $1 }),
    ]
}
