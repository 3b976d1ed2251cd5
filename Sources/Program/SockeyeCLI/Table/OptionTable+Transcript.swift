// Options about the record of a run.
extension OptionTable {
    static let transcriptRows: [Option] = [
        .value(
            "explain-page", nil, "file", [.sockeye, .verbose], "Write a page that shows all that happened",
            """
            At the end, write one page of HTML to this file ("-" is standard output) that shows each request: a timeline, the \
            wire as text and as bytes, heads with what each field means, chunks, TLS, connections and their reuse, and what \
            was decided. It loads nothing and runs nothing of what servers sent, so it can be kept and passed on. Written \
            also when transfers fail or are interrupted. The first MiB of each body is kept, and 64 MiB in all. Passwords, \
            cookies and the like are masked, see --keep-secrets.
            """
        ) { settings, value throws(OptionFault) in settings.transcript.page = try value.text() },
        .value(
            "from-har", nil, "file", [.sockeye, .http], "Send the requests of an HTTP archive again",
            """
            Send the requests in an HTTP archive (HAR; "-" is standard input) again, in order: method, URL, fields and body. \
            The other options apply to each of them, and fields of -H, -A and -e replace the archive's. \
            Outputs belong to them by order, as to URLs. Fields of the connection, and Content-Length and Host, are made anew. A field whose secret the archive \
            leaves out is not sent, with a warning. At most 10,000 requests, with 256 MiB of bodies; responses in the \
            archive are skipped. Browsers ask for compressed bodies: add --compressed to have them decoded.
            """
        ) { settings, value throws(OptionFault) in
            let name = try value.text()
            guard settings.transfer.archive == nil else { throw .invalid("give it once; separate several by --next") }
            settings.transfer.archive = name
        },
        .value(
            "har", nil, "file", [.sockeye, .verbose], "Write an HTTP archive of all requests and responses",
            """
            At the end, write all requests and responses with their times to this file ("-" is standard output) as an \
            HTTP archive (HAR 1.2), which browsers' developer tools and many others open, and --from-har sends again. \
            Bodies are decoded; those that aren't UTF-8 are in base64. Written also when transfers fail or are interrupted; \
            answers from the cache, which no request led to, are left out. The first MiB of each body is kept, and 64 MiB \
            in all. Passwords, cookies and the like are left out, see --keep-secrets.
            """
        ) { settings, value throws(OptionFault) in settings.transcript.archive = try value.text() },
        .flag(
            "keep-secrets", nil, [.sockeye, .verbose], "Leave secrets in the files of --har and --explain-page",
            """
            Write what --har and --explain-page otherwise mask: the values of Authorization, Proxy-Authorization, Cookie, \
            Set-Cookie, X-Api-Key and similar fields, and passwords in URLs. Secrets in paths, queries and bodies \
            are never masked: nobody can tell them from the rest.
            """
        ) { $0.transcript.keepsSecrets = $1 },
    ]
}
