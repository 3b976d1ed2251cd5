import SockeyeIO
import Testing

@testable import SockeyeClient

/// The PROXY protocol header, version 1.
struct ProxyHeaderTests {
    @Test(arguments: [
        ("192.0.2.1", "198.51.100.7", "PROXY TCP4 192.0.2.1 198.51.100.7 40000 443\r\n"),
        ("2001:db8::1", "::1", "PROXY TCP6 2001:db8::1 ::1 40000 443\r\n"),
        ("192.0.2.1", "::1", "PROXY UNKNOWN\r\n"),
    ])
    func addresses(_ local: String, _ peer: String, _ expected: String) throws {
        let header = ProxyHeader(
            from: SocketAddress(numericHost: local, port: 40_000), to: SocketAddress(numericHost: peer, port: 443))
        #expect(header?.text == expected)
    }

    @Test(
        "Another client's address, of either family, is named as it is",
        arguments: [
            ("192.0.2.9", "198.51.100.7", "PROXY TCP4 192.0.2.9 198.51.100.7 40000 443\r\n"),
            ("2001:db8::9", "198.51.100.7", "PROXY TCP6 2001:db8::9 ::ffff:198.51.100.7 40000 443\r\n"),
            ("192.0.2.9", "::1", "PROXY TCP6 ::ffff:192.0.2.9 ::1 40000 443\r\n"),
            ("192.0.2.9 x 1 2\r\nGET / HTTP/1.1", "::1", nil), ("", "::1", nil), ("localhost", "::1", nil),
        ])
    func client(_ client: String, _ peer: String, _ expected: String?) {
        let local = peer.contains(":") ? "::1" : "192.0.2.1"
        let header = ProxyHeader(
            from: SocketAddress(numericHost: local, port: 40_000), to: SocketAddress(numericHost: peer, port: 443),
            client: client)
        #expect(header?.text == expected)
    }

    @Test func whatHasNoAddress() throws {
        let path = try SocketAddress(unixPath: "/tmp/x")
        #expect(ProxyHeader(from: path, to: path)?.text == "PROXY UNKNOWN\r\n")
        #expect(ProxyHeader(from: nil, to: path)?.text == "PROXY UNKNOWN\r\n")
    }
}
