import SockeyeURL
import Testing

@testable import SockeyeClient

/// Parsing proxies and exceptions.
struct ProxyPartsTests {
    @Test(arguments: [
        ("p.example", ProxyServer.Kind.http, "p.example", 1080), ("p.example:8080", .http, "p.example", 8080),
        ("http://p.example", .http, "p.example", 1080), ("http://p.example:80/path", .http, "p.example", 80),
        ("https://p.example", .https, "p.example", 443), ("https://p.example:8443", .https, "p.example", 8443),
        ("socks://p.example", .socks4, "p.example", 1080), ("SOCKS5H://p.example:9", .socks5h, "p.example", 9),
        ("socks4a://[::1]:9", .socks4a, "::1", 9), ("[::1]", .http, "::1", 1080),
    ])
    func reads(_ text: String, _ kind: ProxyServer.Kind, _ host: String, _ port: UInt16) throws {
        #expect(try ProxyServer(parsing: text) == ProxyServer(kind: kind, host: host, port: port))
    }

    @Test(
        arguments: [
            ("socks5h://localhost/run/a%20b", "/run/a b"), ("socks4://u:p@localhost/s?x#y", "/s"),
            ("socks5://localhost", nil), ("socks5://localhost/", nil), ("socks5://p.example/run/s", nil),
            ("http://localhost/run/s", nil), ("socks5h://localhost/%FF", ""),
        ] as [(String, String?)])
    func readsThePathOfASocket(_ text: String, _ path: String?) throws {
        if path == "" {
            #expect(throws: ProxyError.self) { try ProxyServer(parsing: text) }
        } else {
            #expect(try ProxyServer(parsing: text).unixSocketPath == path)
        }
    }

    /// Digits alone aren't an address.
    @Test(arguments: [("1proxy.example", false), ("127.0.0.1", true), ("::1", true), ("p1.example", false)])
    func knowsAnAddressFromAName(_ host: String, _ isAddress: Bool) {
        #expect(ProxyServer(kind: .https, host: host, port: 443).endpoint.hostIsAddress == isAddress)
    }

    @Test func readsCredentials() throws {
        let proxy = try ProxyServer(parsing: "socks5://us%40er:p%3Aw@p.example")
        #expect(proxy.credential == .password(user: "us@er", "p:w"))
    }

    @Test func refuses() throws {
        for text in ["https:/p.example", "http:\\\\p.example", "socks5:p.example", "HTTPS:"] {
            #expect(throws: ProxyError.self) { try ProxyServer(parsing: text) }
        }
        #expect(try ProxyServer(parsing: "https:8080").host == "https")
        #expect(throws: ProxyError.unsupportedScheme("ftp")) { try ProxyServer(parsing: "ftp://p.example") }
        #expect(throws: ProxyError.self) { try ProxyServer(parsing: "http://") }
        #expect(throws: ProxyError.self) { try ProxyServer(parsing: "p.example:99999") }
    }

    @Test(arguments: [
        ("*", "any.example", true), ("a,*", "any.example", false), ("example.com", "example.com", true),
        ("example.com", "a.example.com", true),
        ("example.com", "notexample.com", false), (".example.com", "example.com", true),
        (".example.com", "a.example.com", true), ("example.com.", "example.com", true),
        ("example.com", "example.com.", true), ("a,b, example.com", "example.com", true),
        ("a b\texample.com", "example.com", true), ("EXAMPLE.com", "example.com", true),
        ("example.com:80", "example.com", true), ("example.com:81", "example.com", false),
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.11", false), ("192.0.2.0/24", "192.0.2.255", true),
        ("192.0.2.0/24", "192.0.3.0", false), ("192.0.2.0/31", "192.0.2.1", true), ("192.0.2.0/31", "192.0.2.2", false),
        ("0.0.0.0/0", "192.0.2.1", true), ("192.0.2.0/33", "192.0.2.0", false), ("192.0.2.0/x", "192.0.2.0", false),
        ("192.0.2.1:80", "192.0.2.1", true), ("192.0.2.1:81", "192.0.2.1", false), ("2.1", "192.0.2.1", false),
        ("::1", "::1", true), ("[::1]", "::1", true), ("0:0:0:0:0:0:0:1", "::1", true), ("[::1]:81", "::1", false),
        ("2001:db8::/32", "2001:db8::5", true), ("2001:db8::/32", "2001:db9::5", false), ("", "example.com", false),
        (",,", "example.com", false), ("::/0", "192.0.2.1", false),
    ])
    func exceptions(_ list: String, _ host: String, _ isOne: Bool) {
        #expect(ProxyExceptions(parsing: list).contains(host: host, port: 80) == isOne)
    }

    @Test func environment() throws {
        let variables = [
            "http_proxy": "a.example:1", "HTTP_PROXY": "evil.example:2", "HTTPS_PROXY": "b.example:3",
            "https_proxy": "",
            "NO_PROXY": "direct.example",
        ]
        let settings = try ProxySettings(environment: { variables[$0] })
        func host(_ url: String) throws -> String? { settings.route(to: try HTTPURL(url))?.server.host }
        #expect(try host("http://x.example/") == "a.example")
        #expect(try host("https://x.example/") == "b.example")
        #expect(try host("https://www.direct.example/") == nil)
        let all = try ProxySettings(environment: { $0 == "ALL_PROXY" ? "socks5://c.example" : nil })
        #expect(all.http?.kind == .socks5)
        #expect(all.https?.host == "c.example")
        let attack = try ProxySettings(environment: { $0 == "HTTP_PROXY" ? "evil.example:2" : nil })
        #expect(attack.http == nil)
    }

    /// A malformed variable is of no concern to requests that don't go through that proxy.
    @Test func malformedEnvironment() async throws {
        let variables = ["https_proxy": "bogus://x", "http_proxy": "a.example:1", "no_proxy": "direct.example"]
        let settings = try ProxySettings(environment: { variables[$0] })
        #expect(settings.http == ProxyServer(kind: .http, host: "a.example", port: 1))
        #expect(settings.route(to: try HTTPURL("https://direct.example/")) == nil)
        var configuration = HTTPClient.Configuration()
        configuration.proxies = settings
        let error = await #expect(throws: HTTPClientError.self) {
            try await HTTPClient(configuration: configuration).get("https://x.invalid/")
        }
        guard case .proxy(.unsupportedScheme("bogus")) = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}

/// The SOCKS state machine, without a proxy.
struct SOCKSTests {
    private func conversation(
        _ kind: ProxyServer.Kind, _ destination: SOCKSConversation.Destination, _ credential: Credential? = nil
    ) throws -> SOCKSConversation {
        try SOCKSConversation(kind: kind, to: destination, port: 0x1F90, credential: credential)
    }

    private func step(_ conversation: inout SOCKSConversation, _ bytes: [UInt8]) throws -> SOCKSConversation.Step {
        try conversation.next(bytes)
    }

    @Test func four() throws {
        var talk = try conversation(.socks4, .address([1, 2, 3, 4]), .password(user: "u", ""))
        #expect(try step(&talk, []) == .exchange([4, 1, 0x1F, 0x90, 1, 2, 3, 4, 0x75, 0], receive: 8))
        #expect(try step(&talk, [0, 90, 0, 0, 0, 0, 0, 0]) == .done)
        var named = try conversation(.socks4a, .name("ab"))
        #expect(try step(&named, []) == .exchange([4, 1, 0x1F, 0x90, 0, 0, 0, 1, 0, 0x61, 0x62, 0], receive: 8))
        #expect(throws: SOCKSError.refused(code: 91)) { try step(&named, [0, 91, 0, 0, 0, 0, 0, 0]) }
        var six = try conversation(.socks4, .address([UInt8](repeating: 0, count: 16)))
        #expect(throws: SOCKSError.needsIPv4) { try step(&six, []) }
    }

    @Test func five() throws {
        var talk = try conversation(.socks5h, .name("ab"), .password(user: "u", "pw"))
        #expect(try step(&talk, []) == .exchange([5, 2, 0, 2], receive: 2))
        #expect(try step(&talk, [5, 2]) == .exchange([1, 1, 0x75, 2, 0x70, 0x77], receive: 2))
        #expect(try step(&talk, [1, 0]) == .exchange([5, 1, 0, 3, 2, 0x61, 0x62, 0x1F, 0x90], receive: 5))
        #expect(try step(&talk, [5, 0, 0, 3, 9]) == .receive(11))
        #expect(try step(&talk, [UInt8](repeating: 0, count: 11)) == .done)
        var stranger = try conversation(.socks5h, .name("ab"), .password(user: "u", "pw"))
        for answer in [[], [5, 2]] as [[UInt8]] { _ = try step(&stranger, answer) }
        #expect(throws: SOCKSError.loginRefused) { try step(&stranger, [1, 1]) }
    }

    @Test(
        arguments: [
            ([[5, 0xFF]], SOCKSError.noCommonMethod), ([[5, 2]], .noCommonMethod),
            ([[4, 0]], .malformed("an answer with another version")), ([[5, 0], [5, 5, 0, 1, 0]], .refused(code: 5)),
            ([[5, 0], [5, 0, 0, 7, 0]], .malformed("an address of unknown type")),
            ([[5, 0], [4, 0, 0, 1, 0]], .malformed("a reply with another version")),
            ([[5]], .malformed("an answer with another version")),
        ] as [([[UInt8]], SOCKSError)])
    func nonsense(_ answers: [[UInt8]], _ expected: SOCKSError) throws {
        var talk = try conversation(.socks5, .address([1, 2, 3, 4]))
        _ = try step(&talk, [])
        for answer in answers.dropLast() { _ = try step(&talk, answer) }
        #expect(throws: expected) { try step(&talk, answers.last ?? []) }
    }

    @Test func whatDoesNotFit() {
        let long = String(repeating: "x", count: 256)
        #expect(throws: SOCKSError.tooLong("the host name")) { try conversation(.socks5h, .name(long)) }
        #expect(throws: SOCKSError.tooLong("the host name")) { try conversation(.socks4a, .name("a\u{0}b")) }
        #expect(throws: SOCKSError.tooLong("user or password")) {
            try conversation(.socks5, .name("a"), .password(user: long, ""))
        }
    }
}
