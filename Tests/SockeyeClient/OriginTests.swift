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
