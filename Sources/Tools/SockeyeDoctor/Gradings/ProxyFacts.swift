/// The proxies on the path to the server, and why.
struct ProxyFacts: Sendable {
    /// The proxy, without credentials; `nil` for none.
    var proxy: String?
    /// A SOCKS proxy before it.
    var before: String?
    /// The NO_PROXY entry that exempts the host from a configured proxy.
    var exception: String?
    /// Whether a Unix domain socket replaces a configured proxy.
    var isReplacedBySocket = false
    /// Whether the proxy sees URLs and bodies, rather than tunnelling.
    var readsEverything = false
    /// Why the proxy refused the connection, with its response.
    var failure: String?

    func grade() -> [Finding] {
        var facts = [Fact("proxy", proxy ?? "")]
        if isReplacedBySocket {
            return .one(.proxy, .note, "direct: the Unix domain socket replaces the proxy", facts)
        }
        if let exception {
            facts.append(Fact("exception", exception))
            return .one(
                .proxy, .note, "direct: the NO_PROXY entry \"\(Wording.clipped(exception))\" exempts the host", facts)
        }
        guard let proxy else { return .one(.proxy, .ok, "direct: no proxy is set for this URL", facts) }
        let way = (before.map { "\($0), then " } ?? "") + proxy
        if let failure {
            return .one(
                .proxy, .fault, "through \(way): \(failure)",
                advice: "check the proxy and what it allows; --noproxy '*' tries without it", facts)
        }
        let manner = readsEverything ? "it reads the requests" : "it forwards them without reading"
        return .one(.proxy, .ok, "through \(way); \(manner)", facts)
    }
}
