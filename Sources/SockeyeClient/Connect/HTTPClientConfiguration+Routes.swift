internal import SockeyeIO
internal import SockeyeURL

extension HTTPClientConfiguration {
    /// The proxies on the way to a URL; `nil` for a direct connection.
    ///
    /// - Parameter needsTunnel: whether the proxy must forward bytes unread.
    func route(to url: HTTPURL, needsTunnel: Bool) -> ProxyRoute? {
        // The socket is the other end itself, as in curl: no proxy is at it.
        if unixSocketPath != nil { return nil }
        // A proxy that gets the whole URL would connect to the host in it.
        let isMoved = connectOverrides.contains { $0.concerns(url.hostForConnecting, url.effectivePort) }
        return proxies.route(to: url, needsTunnel: needsTunnel || isMoved)
    }

    /// The addresses that the configuration has for an endpoint, so that it isn't resolved.
    func override(for endpoint: Endpoint) -> [SocketAddress]? {
        let found = hostOverrides.last {
            $0.port == endpoint.port && ($0.host == endpoint.host || $0.host == "*")
        }
        let addresses = found?.addresses.compactMap { SocketAddress(numericHost: $0, port: endpoint.port) }
        return addresses?.isEmpty == false ? addresses : nil
    }
}

extension ConnectOverride {
    /// Whether it sends connections to this host elsewhere.
    func concerns(_ host: String, _ port: UInt16) -> Bool {
        (self.host ?? host) == host && (self.port ?? port) == port
    }
}
