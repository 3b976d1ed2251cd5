// Options that explain.
extension OptionTable {
    static let explainRows: [Option] = [
        .flag(
            "explain", nil, [.sockeye, .verbose], "Explain each line of the wire and each decision",
            """
            Show on standard error, in columns, each line that is sent (>) or received (<) with what it means and the clause \
            that rules it, each TLS message and certificate (=), and each decision of the client with its reason (*): which \
            address won, why a connection is opened, reused or closed, where each field came from, which cookies and \
            credentials are sent or withheld, how the body's end is found, redirects, retries and the cache. Last come the times of each exchange (~), which a wide terminal shows as a drawing. The values of \
            credentials and cookies are hidden. The width is COLUMNS or the terminal's, else 100; on a terminal clauses are \
            links, and there is colour unless NO_COLOR is set. There is no progress meter. With -v or --trace, both are \
            shown. docs/Explain.md lists the decisions.
            """
        ) { $0.trace.explains = $1 }
    ]
}
