internal import SockeyeClient
internal import SockeyeIO

/// The state that all connections of a proxy share.
struct ProxyShared: Sendable {
    let configuration: InspectConfiguration
    let client: HTTPClient
    let loop: EventLoop
    let log: InspectLog
    let held = HeldMessages()
    /// The proxy's own authorities, such as `127.0.0.1:8080`.
    let ownNames: Set<String>

    /// The authorities of these hosts; port 80 need not be written (RFC 9110 section 4.2.1).
    static func names(of hosts: [String], port: UInt16) -> Set<String> {
        Set(hosts.flatMap { port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"] })
    }

    /// A limit for one direction of an exchange.
    var throttle: Throttle { Throttle(configuration.bytesPerSecond, on: loop) }
}

extension SocketAddress {
    /// The host as in a URL; of an IPv4 address that IPv6 wraps, the address itself.
    var hostOfURL: String {
        let host = host
        if host.hasPrefix("::ffff:"), host.contains(".") { return String(host.dropFirst(7)) }
        return host.contains(":") ? "[\(host)]" : host
    }
}
