package import SockeyeURL

/// Where a request goes: scheme, host and port (RFC 9110 section 4.3.1), which is also what connections are pooled by.
package struct Origin: Sendable, Hashable {
    package let isSecure: Bool
    /// Without brackets, as the resolver takes it.
    package let host: String
    package let port: UInt16
    package let hostIsAddress: Bool
    /// Whether the client's certificate is kept from it; connections with and without one are not exchanged.
    package let hidesIdentity: Bool
    /// The proxy on the way; `nil` for the direct one.
    package var route: ProxyRoute? { sharedRoute?.route }

    /// Behind a reference, since origins are copied often and few have one.
    private let sharedRoute: SharedRoute?

    private final class SharedRoute: Sendable {
        let route: ProxyRoute

        init(_ route: ProxyRoute) {
            self.route = route
        }
    }

    /// The hash of host and port, made once: an origin is looked up several times a request, and hashing the name each
    /// time cost 700 of the 59,000 instructions of one.
    private let digest: Int

    package init(_ url: HTTPURL, through route: ProxyRoute? = nil, hidesIdentity: Bool = false) {
        isSecure = url.isSecure
        host = url.hostForConnecting
        port = url.effectivePort
        hostIsAddress = url.hostKind != .domain
        self.hidesIdentity = hidesIdentity
        sharedRoute = route.map(SharedRoute.init)
        var hasher = Hasher()
        hasher.combine(host)
        hasher.combine(port)
        digest = hasher.finalize()
    }

    package static func == (left: Origin, right: Origin) -> Bool {
        left.digest == right.digest && left.port == right.port && left.isSecure == right.isSecure
            && left.host == right.host && left.hidesIdentity == right.hidesIdentity
            && (left.sharedRoute === right.sharedRoute || left.route == right.route)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(digest)
    }
}

extension Origin: CustomStringConvertible {
    package var description: String {
        "\(isSecure ? "https" : "http")://\(host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host):\(port)"
    }
}
