internal import SockeyeIO

/// A machine that a connection is made to: the origin's own, or that of a proxy on the way.
struct Hop: Sendable {
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
    var asHop: Hop {
        Hop(
            host: host, port: port, hostIsAddress: hostIsAddress, isProxy: false, hidesIdentity: hidesIdentity,
            name: description)
    }

    /// The machine that TCP connects to.
    var firstHop: Hop {
        guard let route else { return asHop }
        return (route.before ?? route.server).asHop
    }
}

extension ProxyServer {
    /// The proxy's machine.
    var asHop: Hop {
        Hop(
            host: host, port: port, hostIsAddress: SocketAddress(numericHost: host, port: port) != nil, isProxy: true,
            name: "proxy \(kind.rawValue)://\(host.contains(":") ? "[\(host)]" : host)\(unixSocketPath ?? ":\(port)")",
            unixSocketPath: unixSocketPath)
    }
}
