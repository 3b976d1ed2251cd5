internal import SockeyeIO

/// The credential for the proxy that a route tunnels through, over the connections that its answers take.
final class ProxyLogin {
    /// Answers the proxy's challenges; `nil` without a credential.
    var authenticator: Authenticator?
    /// Whether the proxy closes the connection on which it asked, so that the answer needs another one.
    var needsNewConnection = false

    init(_ route: ProxyRoute, _ configuration: HTTPClient.Configuration, until end: Deadline) {
        let options = configuration.proxies.authentication
        authenticator = route.server.credential.map {
            Authenticator(
                $0, options, tokens: configuration.tokens(for: route.server.host, options, until: end))
        }
    }

    /// Whether to connect again. How often is limited by the authenticator, which accepts few challenges.
    func takesNewConnection() -> Bool {
        defer { needsNewConnection = false }
        return needsNewConnection
    }
}
