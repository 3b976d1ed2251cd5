public import SockeyeIO
package import SockeyeURL

extension HTTPClient.Configuration {
    /// The proxies on the way to a URL; `nil` for a direct connection.
    ///
    /// - Parameter needsTunnel: whether the proxy must forward bytes unread.
    func route(to url: HTTPURL, needsTunnel: Bool) -> ProxyRoute? {
        // The socket is the other end itself, as in curl: no proxy is at it.
        if unixSocketPath != nil { return nil }
        // A proxy that gets the whole URL would connect to the host in it.
        let (host, port) = (url.hostForConnecting, url.effectivePort)
        let override = connectOverrides.first { $0.concerns(host, port) }
        let isMoved = override.map { ($0.newHost ?? host) != host || ($0.newPort ?? port) != port } ?? false
        return proxies.route(to: url, needsTunnel: needsTunnel || isMoved)
    }

    /// The proxies that a request for `url` goes through, in their order, none for a direct connection; and whether the last
    /// one forwards its bytes unread rather than being sent the whole URL.
    package func proxies(to url: HTTPURL) -> (servers: [ProxyServer], isTunnel: Bool) {
        guard let route = route(to: url, needsTunnel: false) else { return ([], false) }
        return ((route.before.map { [$0] } ?? []) + [route.server], route.isTunnel)
    }

    /// The addresses that ``hostOverrides`` has for a host and port, so that it isn't resolved; `nil` for none. Of several
    /// overrides the last counts, but one for every host only if none names this one.
    public func addresses(for host: String, port: UInt16) -> [SocketAddress]? {
        let fitting = hostOverrides.filter { $0.port == port }
        let found = fitting.last { $0.host == host } ?? fitting.last { $0.host == "*" }
        let addresses = found?.addresses.compactMap { SocketAddress(numericHost: $0, port: port) }
        return addresses?.isEmpty == false ? addresses : nil
    }
}

extension ConnectOverride {
    /// Whether it sends connections to this host elsewhere.
    func concerns(_ host: String, _ port: UInt16) -> Bool {
        (self.host ?? host) == host && (self.port ?? port) == port
    }
}
