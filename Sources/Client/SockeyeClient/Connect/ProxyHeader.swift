internal import SockeyeIO
internal import SockeyeTransport

/// The PROXY protocol header, version 1, which tells a load balancer the client's address.
///
/// ```
/// PROXY TCP4 192.0.2.1 198.51.100.7 40000 80<CR><LF>
/// PROXY UNKNOWN<CR><LF>                               for a Unix domain socket
/// ```
struct ProxyHeader {
    let text: String

    /// The header for a connection's two addresses.
    ///
    /// - Parameter client: the client's address to name instead of the local one.
    /// - Returns: `nil` if `client` isn't an IP address in numbers.
    init?(from local: SocketAddress?, to peer: SocketAddress?, client: String? = nil) {
        let named = client.flatMap { SocketAddress(numericHost: $0, port: 0) }
        if client != nil, named == nil { return nil }
        guard let local, let peer, local.family == peer.family, peer.family != .unix else {
            text = "PROXY UNKNOWN\r\n"
            return
        }
        let source = named ?? local
        // The line names one family for both.
        let isWide = source.family == .ipv6 || peer.family == .ipv6
        func host(_ address: SocketAddress) -> String {
            isWide && address.family == .ipv4 ? "::ffff:\(address.host)" : address.host
        }
        text = "PROXY \(isWide ? "TCP6" : "TCP4") \(host(source)) \(host(peer)) \(local.port) \(peer.port)\r\n"
    }

    /// Sends the header, before anything else to the origin.
    func send(over stream: any Transport, to origin: Origin, deadlines: Deadlines) async throws(HTTPClientError) {
        let end = deadlines.end(.connect, deadlines.timeouts.connect)
        do throws(StreamError) {
            try await stream.sendAll(Array(text.utf8), until: end.moment)
        } catch {
            throw HTTPClientError(
                error, in: .connect, origin: origin.description, end: end, timeouts: deadlines.timeouts)
        }
    }
}
