/// Which way requests take, and why.
struct ProxyFacts: Sendable {
    /// The proxy, without credentials; `nil` for none.
    var proxy: String?
    /// A SOCKS proxy in front of it.
    var before: String?
    /// The entry of NO_PROXY that exempts the host from a proxy that there is.
    var exception: String?
    /// Whether a Unix domain socket is connected to in place of a proxy that there is.
    var isReplacedBySocket = false
    /// Whether the proxy gets the URL and the bodies in the clear, rather than forwarding bytes unread.
    var readsEverything = false
    /// Why the proxy didn't let a connection through, with its answer.
    var failure: String?

    func grade() -> [Finding] {
        var facts = [Fact("proxy", proxy ?? "")]
        if isReplacedBySocket {
            return [Finding(.proxy, .note, "direct: the Unix domain socket stands in for the proxy", facts)]
        }
        if let exception {
            facts.append(Fact("exception", exception))
            return [
                Finding(
                    .proxy, .note, "direct: the NO_PROXY entry \"\(Wording.clipped(exception))\" exempts the host",
                    facts)
            ]
        }
        guard let proxy else { return [Finding(.proxy, .ok, "direct: no proxy is set for this URL", facts)] }
        let way = (before.map { "\($0), then " } ?? "") + proxy
        if let failure {
            return [
                Finding(
                    .proxy, .fault, "through \(way): \(failure)",
                    advice: "check the proxy and what it allows; --noproxy '*' tries without it", facts)
            ]
        }
        let manner = readsEverything ? "it reads the requests" : "it forwards the bytes unread"
        return [Finding(.proxy, .ok, "through \(way); \(manner)", facts)]
    }
}
