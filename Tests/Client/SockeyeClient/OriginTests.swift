import SockeyeURL
import Testing

@testable import SockeyeClient

struct OriginTests {
    @Test(arguments: [
        ("http://example.com", "http://example.com/", true),
        ("http://example.com:80/a?b", "http://EXAMPLE.com/c", true),
        ("https://example.com:443", "https://example.com", true),
        ("http://example.com", "https://example.com", false),
        ("http://example.com:443", "https://example.com:443", false),
        ("http://example.com", "http://example.com:8080", false),
        ("http://example.com", "http://example.org", false),
        ("http://user:secret@example.com", "http://example.com", true),
        ("ws://example.com", "http://example.com", true),
        ("http://[::1]:8080", "http://[0:0:0:0:0:0:0:1]:8080/", true),
    ])
    func sameSchemeHostAndPort(_ left: String, _ right: String, _ areSame: Bool) throws {
        let (left, right) = (Origin(try HTTPURL(left)), Origin(try HTTPURL(right)))
        #expect((left == right) == areSame)
        if areSame { #expect(left.hashValue == right.hashValue) }
    }

    /// What one proxy forwards shares its connections; tunnels are each for one origin.
    @Test func aProxyForwardsForAll() throws {
        let (proxy, other) = (try ProxyServer(parsing: "http://p:1"), try ProxyServer(parsing: "http://p:2"))
        func origin(_ url: String, _ server: ProxyServer, isTunnel: Bool = false) throws -> Origin {
            Origin(try HTTPURL(url), through: ProxyRoute(server: server, before: nil, isTunnel: isTunnel))
        }
        let first = try origin("http://a.example/", proxy)
        let second = try origin("http://b.example:81/x", proxy)
        #expect(first == second && first.hashValue == second.hashValue)
        #expect(second.host == "b.example" && second.description == "http://b.example:81")
        #expect(try first != origin("http://a.example/", other))
        #expect(try first != Origin(HTTPURL("http://a.example/")))
        #expect(try first != origin("http://a.example/", proxy, isTunnel: true))
        #expect(
            try origin("http://a.example/", proxy, isTunnel: true) != origin("http://b.example/", proxy, isTunnel: true)
        )
    }

    @Test(arguments: [
        ("http://example.com/x", "example.com", false, "http://example.com:80"),
        ("https://127.0.0.1:8443", "127.0.0.1", true, "https://127.0.0.1:8443"),
        ("https://[::1]/", "::1", true, "https://[::1]:443"),
    ])
    func describesWhereToConnect(_ text: String, _ host: String, _ isAddress: Bool, _ description: String) throws {
        let origin = Origin(try HTTPURL(text))
        #expect(origin.host == host)
        #expect(origin.hostIsAddress == isAddress)
        #expect(origin.description == description)
    }
}
