internal import SockeyeIO

/// A host and port to connect to: the origin's or a proxy's.
struct Endpoint: Sendable {
    let host: String
    let port: UInt16
    let hostIsAddress: Bool
    let isProxy: Bool
    /// Whether the client's certificate is withheld.
    var hidesIdentity = false
    /// The name used in errors.
    let name: String
    /// The path of the Unix domain socket on which it listens; `nil` for host and port.
    var unixSocketPath: String?
}

extension Origin {
    /// The origin's endpoint.
    var endpoint: Endpoint {
        Endpoint(
            host: host, port: port, hostIsAddress: hostIsAddress, isProxy: false, hidesIdentity: hidesIdentity,
            name: description)
    }

    /// The endpoint that TCP connects to.
    var firstEndpoint: Endpoint {
        guard let route else { return endpoint }
        return (route.before ?? route.server).endpoint
    }
}

extension ProxyServer {
    /// The proxy's endpoint.
    var endpoint: Endpoint {
        Endpoint(
            host: host, port: port, hostIsAddress: SocketAddress(numericHost: host, port: port) != nil, isProxy: true,
            name: "proxy \(kind.rawValue)://\(host.contains(":") ? "[\(host)]" : host)\(unixSocketPath ?? ":\(port)")",
            unixSocketPath: unixSocketPath)
    }
}

extension Endpoint {
    /// The endpoint of the first matching override, if any. Proxies aren't overridden.
    func overridden(by overrides: [ConnectOverride]) -> Endpoint {
        guard !isProxy,
            let found = overrides.first(where: { $0.concerns(host, port) })
        else { return self }
        let newHost = found.newHost ?? host
        return Endpoint(
            host: newHost, port: found.newPort ?? port, hostIsAddress: newHost == host && hostIsAddress, isProxy: false,
            name: name)
    }
}
