internal import SockeyeURL

/// Scheme, host and port of a request (RFC 9110 section 4.3.1), its proxy, and so the key of the connection pool.
///
/// Origins whose requests one proxy forwards are equal: its connections serve them all.
struct Origin: Sendable, Hashable {
    let isSecure: Bool
    /// Without brackets, as the resolver expects it.
    let host: String
    let port: UInt16
    let hostIsAddress: Bool
    /// Whether the client's certificate is withheld; connections with and without one are never mixed.
    let hidesIdentity: Bool
    /// Whether its connections carry the tokens of Negotiate, which may log in the connection itself (RFC 4559 section 6): requests
    /// without one would be taken for that user's.
    let isLoggedIn: Bool
    /// The proxy route; `nil` for a direct connection.
    var route: ProxyRoute? { sharedRoute?.route }

    /// By reference, since origins are copied often and few have a route.
    private let sharedRoute: SharedRoute?

    /// Whether a proxy is sent whole URLs, and so connections don't depend on them.
    private var isForwarded: Bool { sharedRoute.map { !$0.route.isTunnel } ?? false }

    private final class SharedRoute: Sendable {
        let route: ProxyRoute

        init(_ route: ProxyRoute) {
            self.route = route
        }
    }

    /// The hash of host and port, computed once: an origin is looked up several times per request.
    private let digest: Int

    init(_ url: HTTPURL, through route: ProxyRoute? = nil, hidesIdentity: Bool = false, isLoggedIn: Bool = false) {
        self.init(url, isSecure: url.isSecure, route, hidesIdentity, isLoggedIn)
    }

    /// The place that `url` names, to be reached without TLS: the caller starts it, if at all.
    init(unsecuring url: HTTPURL, through route: ProxyRoute?) {
        self.init(url, isSecure: false, route, false, false)
    }

    private init(
        _ url: HTTPURL, isSecure: Bool, _ route: ProxyRoute?, _ hidesIdentity: Bool, _ isLoggedIn: Bool
    ) {
        self.isSecure = isSecure
        host = url.hostForConnecting
        port = url.effectivePort
        hostIsAddress = url.hostKind != .domain
        (self.hidesIdentity, self.isLoggedIn) = (hidesIdentity, isLoggedIn)
        sharedRoute = route.map(SharedRoute.init)
        var hasher = Hasher()
        let forwarder = route.flatMap { $0.isTunnel ? nil : $0.server }
        hasher.combine(forwarder?.host ?? host)
        hasher.combine(forwarder?.port ?? port)
        digest = hasher.finalize()
    }

    static func == (left: Origin, right: Origin) -> Bool {
        left.digest == right.digest && left.hidesIdentity == right.hidesIdentity
            && left.isLoggedIn == right.isLoggedIn
            && (left.sharedRoute === right.sharedRoute || left.route == right.route)
            && (left.isForwarded
                || left.port == right.port && left.isSecure == right.isSecure && left.host == right.host)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
    }
}

extension Origin: CustomStringConvertible {
    var description: String {
        "\(isSecure ? "https" : "http")://\(host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host):\(port)"
    }
}
