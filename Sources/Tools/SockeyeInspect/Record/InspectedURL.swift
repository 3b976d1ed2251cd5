/// The parts of a request's URL that filters and rules look at; of CONNECT, `HOST:PORT` is the whole URL.
struct InspectedURL {
    /// The host and, if it is written, the port.
    let authority: Substring
    /// The path and query; `/` if there is none.
    let path: String

    init(_ url: String) {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        let authority = rest.prefix { !"/?#".contains($0) }
        self.authority = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        let path = rest.dropFirst(authority.count)
        self.path = path.isEmpty ? "/" : String(path)
    }

    /// The host, without its port.
    var host: String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
        return String(authority.prefix { $0 != ":" })
    }
}
