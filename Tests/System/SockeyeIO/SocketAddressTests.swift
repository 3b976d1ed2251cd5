import SockeyeIO
import Testing

struct SocketAddressTests {
    @Test(arguments: [
        ("127.0.0.1", SocketAddress.Family.ipv4, "127.0.0.1:1"), ("::1", .ipv6, "[::1]:1"),
        ("0.0.0.0", .ipv4, "0.0.0.0:1"),
        ("fe80::1", .ipv6, "[fe80::1]:1"),
    ])
    func numericHosts(_ text: String, _ family: SocketAddress.Family, _ description: String) throws {
        let address = try #require(SocketAddress(numericHost: text, port: 1))
        #expect(address.family == family)
        #expect(address.port == 1)
        #expect(address.description == description)
    }

    @Test(arguments: [
        "", "localhost", "1.2.3", "256.1.1.1", "[::1]", "::1::", "1.2.3.4 ", "127.0.0.1\0", "example.com",
    ])
    func otherTextIsNoAddress(_ text: String) {
        // inet_aton(3) accepts "1.2.3"; whatever the system says, this must not fail.
        if let address = SocketAddress(numericHost: text, port: 1) {
            #expect(text == "1.2.3" && address.host == "1.2.0.3")
        }
    }

    @Test(arguments: [(1, true), (107, true), (108, false), (0, false), (5000, false)])
    func unixPathsHaveALimit(_ length: Int, _ fits: Bool) throws {
        let path = String(repeating: "a", count: length)
        for isAbstract in [false, true] {
            let address = try? SocketAddress(unixPath: path, isAbstract: isAbstract)
            #expect(address?.host == (fits ? (isAbstract ? "@" : "") + path : nil))
            #expect(address.map(\.port) == (fits ? 0 : nil))
        }
    }

    @Test func aPathWithNULIsRefused() {
        #expect(throws: IOError.self) { try SocketAddress(unixPath: "a\0b") }
    }
}
