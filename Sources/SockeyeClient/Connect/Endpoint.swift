internal import SockeyeIO

/// A machine that a connection is made to: the origin's own, or that of a proxy on the way.
struct Endpoint: Sendable {
    let host: String
    let port: UInt16
    let hostIsAddress: Bool
    let isProxy: Bool
    /// Whether the client's certificate is kept from it.
    var hidesIdentity = false
    /// As errors call it.
    let name: String
    /// The path of the Unix domain socket where it listens; `nil` for host and port.
    var unixSocketPath: String?
}

extension Origin {
    /// The origin's own machine.
    var endpoint: Endpoint {
        Endpoint(
            host: host, port: port, hostIsAddress: hostIsAddress, isProxy: false, hidesIdentity: hidesIdentity,
            name: description)
    }

    /// The machine that TCP connects to.
    var firstEndpoint: Endpoint {
        guard let route else { return endpoint }
        return (route.before ?? route.server).endpoint
    }
}

extension ProxyServer {
    /// The proxy's machine.
    var endpoint: Endpoint {
        Endpoint(
            host: host, port: port, hostIsAddress: SocketAddress(numericHost: host, port: port) != nil, isProxy: true,
            name: "proxy \(kind.rawValue)://\(host.contains(":") ? "[\(host)]" : host)\(unixSocketPath ?? ":\(port)")",
            unixSocketPath: unixSocketPath)
    }
}

extension Endpoint {
    /// The machine that the first override that matches leads to. Proxies aren't led elsewhere.
    func overridden(by overrides: [ConnectOverride]) -> Endpoint {
        guard !isProxy,
            let found = overrides.first(where: { ($0.host ?? host) == host && ($0.port ?? port) == port })
        else { return self }
        let newHost = found.newHost ?? host
        return Endpoint(
            host: newHost, port: found.newPort ?? port, hostIsAddress: newHost == host && hostIsAddress, isProxy: false,
            name: name)
    }
}
