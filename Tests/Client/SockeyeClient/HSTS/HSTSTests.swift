import HTTPTypes
import Sockeye
import SockeyeFields
import SockeyeTesting
import SockeyeURL
import SockeyeWebSocket
import TestSupport
import Testing

@testable import SockeyeClient

/// HSTS: the rules, the file, and the client.
struct HSTSTests {
    private static let now = HTTPDate(clamping: 1_800_000_000)

    @Test(arguments: [
        ("max-age=31536000", 31_536_000, false), ("Max-Age=\"10\"; includeSubDomains", 10, true),
        ("includesubdomains;;max-age=0;", 0, true), ("preload; max-age = 5", 5, false),
        ("max-age=99999999999999999999", Int64.max, false), ("foo=\"b;ar\"; max-age=5", 5, false),
        ("max-age=5; foo=\"b\\\";includeSubDomains\"", 5, false),
        ("foo=\"\\\\\"; includeSubDomains; max-age=7", 7, true),
    ])
    func understands(_ text: String, _ age: Int64, _ includesSubdomains: Bool) throws {
        let policy = try #require(StrictTransportSecurity(parsing: text))
        #expect(policy.maximumAge == age)
        #expect(policy.includesSubdomains == includesSubdomains)
    }

    @Test(arguments: [
        "", "includeSubDomains", "max-age", "max-age=", "max-age=x", "max-age=-1", "max-age=1; max-age=1",
        "max-age=1; includeSubDomains; includeSubDomains", "max-age=1; =", "max-age=1; a b", "max-age=\"\"",
        "max-age=1; foo=\"b;ar", "foo=\"max-age=1;",
    ])
    func passesOver(_ text: String) {
        #expect(StrictTransportSecurity(parsing: text) == nil)
    }

    private static func list(_ fields: [(String, String)], at now: HTTPDate = now) throws -> HSTSList {
        var list = HSTSList()
        for (url, field) in fields { list.receive(field, from: try HTTPURL(url), now: now) }
        return list
    }

    @Test func coversItselfAndWhatIsBelow() throws {
        let list = try Self.list([
            ("https://a.example/", "max-age=100"), ("https://b.example/", "max-age=100; includeSubDomains"),
        ])
        for host in ["a.example", "A.Example.", "b.example", "x.b.example", "y.x.b.example"] {
            #expect(list.covers(host, now: Self.now), "\(host)")
        }
        for host in ["x.a.example", "example", "xb.example", "b.example.org", ""] {
            #expect(!list.covers(host, now: Self.now), "\(host)")
        }
        #expect(!list.covers("a.example", now: HTTPDate(clamping: 1_800_000_100)))
    }

    @Test func forgetsAndRefuses() throws {
        var list = try Self.list([("https://a.example/", "max-age=100"), ("https://a.example/", "max-age=0")])
        #expect(list.isEmpty)
        list = try Self.list([
            ("http://a.example/", "max-age=100"), ("https://127.0.0.1/", "max-age=100"),
            ("https://[::1]/", "max-age=100"), ("https://a.example/", "max-age=x"),
        ])
        #expect(list.isEmpty)
        // A later field replaces an earlier one, including its scope.
        list = try Self.list([
            ("https://a.example/", "max-age=100; includeSubDomains"), ("https://a.example/", "max-age=50"),
        ])
        #expect(!list.covers("x.a.example", now: Self.now))
    }

    @Test func isBounded() throws {
        var list = HSTSList()
        for number in 0...HSTSList.most {
            list.receive("max-age=\(1_000 + number)", from: try HTTPURL("https://h\(number).example/"), now: Self.now)
        }
        #expect(list.entries.count == HSTSList.most)
        #expect(!list.covers("h0.example", now: Self.now))
        #expect(list.covers("h1.example", now: Self.now))
    }

    /// The newest host is never the one that goes, however early it expires, nor one that the user put in.
    @Test func theNewestHostAndTheUsersStay() throws {
        var list = HSTSList()
        list.insert(
            HSTSList.Entry(host: "mine.example", includesSubdomains: false, expires: HTTPDate(clamping: 1_800_000_001)))
        for number in 0..<HSTSList.most {
            list.receive("max-age=99999999", from: try HTTPURL("https://h\(number).example/"), now: Self.now)
        }
        list.receive("max-age=10", from: try HTTPURL("https://new.example/"), now: Self.now)
        #expect(list.covers("new.example", now: Self.now))
        #expect(list.covers("mine.example", now: Self.now))
        #expect(list.entries.count == HSTSList.most + 1)
    }

    /// A file of any length is kept whole. It is read in linear time, or this doesn't end in time.
    @Test(.timeLimit(.minutes(1))) func longFilesStayWhole() throws {
        let store = HSTSStore()
        store.load(text: (0..<100_000).map { "h\($0).example \"unlimited\"\n" }.joined())
        store.insert("mine.example", includingSubdomains: false)
        #expect(store.text().split(separator: "\n").count == 2 + 100_001)
        #expect(store.covers("h0.example") && store.covers("h99999.example"))
    }

    /// As in curl: two lines for a host are no way to shorten or to loosen what one of them says.
    @Test(arguments: [
        ("a.example \"20400101 00:00:00\"\n.a.example \"20350101 00:00:00\"", ".a.example \"20400101 00:00:00\""),
        (".a.example \"20350101 00:00:00\"\na.example \"20400101 00:00:00\"", ".a.example \"20400101 00:00:00\""),
        ("a.example \"unlimited\"\na.example \"20350101 00:00:00\"", "a.example \"unlimited\""),
        ("a.example \"20350101 00:00:00\"\na.example \"unlimited\"", "a.example \"unlimited\""),
    ])
    func twoLinesForAHost(_ lines: String, _ line: String) {
        let store = HSTSStore()
        store.load(text: lines)
        #expect(store.text().split(separator: "\n").dropFirst(2) == [Substring(line)])
    }

    @Test func fileOfCurl() throws {
        let store = HSTSStore()
        store.load(
            text: """
                # Your HSTS cache. https://curl.se/docs/hsts.html
                # This file was generated by libcurl! Edit at your own risk.
                .Example.com "20991231 23:59:59"
                example.org "unlimited"
                over.example "20001231 23:59:59"
                broken.example "someday"
                broken.example
                two..dots.. "unlimited"
                ..dots.example "unlimited"
                 #note "unlimited"
                b\u{FC}cher.example "unlimited"
                """)
        #expect(store.hosts == [".example.com", "example.org"])
        #expect(
            store.text().split(separator: "\n").dropFirst(2) == [
                ".example.com \"20991231 23:59:59\"", "example.org \"unlimited\"",
            ])
        let folder = try TemporaryFolder()
        let path = folder.path + "/hsts"
        try store.save(to: path)
        let copy = HSTSStore()
        try copy.load(from: path)
        #expect(copy.text() == store.text())
    }

    @Test(arguments: [
        ("http://a.example/x?y#z", "https://a.example/x?y#z"), ("http://a.example:8080/", "https://a.example:8080/"),
        ("http://u:p@a.example:443/", "https://u:p@a.example/"), ("ws://a.example/", "wss://a.example/"),
        ("http://u@a.example/", "https://u@a.example/"), ("https://a.example:80/", "https://a.example:80/"),
    ])
    func secured(_ text: String, _ expected: String) throws {
        let url = try HTTPURL(text).secured
        #expect(url.href == expected)
        #expect(url == (try HTTPURL(expected)))
        let parsed = try HTTPURL(expected)
        #expect(
            [url.username, url.password, url.host, url.path] == [
                parsed.username, parsed.password, parsed.host, parsed.path,
            ])
        #expect(url.port == parsed.port)
    }

    /// RFC 6797 section 8.1: whoever may be another host neither adds nor removes this one.
    @Test(arguments: [true, false], ["max-age=1000", "max-age=0"])
    func onlyTheHostItselfIsHeard(checksHostName: Bool, _ field: String) async throws {
        let server = try await LoopbackServer.start(secure: true) { _ in
            LoopbackReply(fields: [.init("Strict-Transport-Security", field), .init("Content-Length", "0")])
        }
        let store = HSTSStore()
        store.insert("other.example", includingSubdomains: false)
        if field == "max-age=0" { store.insert("localhost", includingSubdomains: false) }
        let before = store.hosts
        let client = HTTPClient(trusting: server) {
            $0.strictTransportSecurity = store
            $0.tls.checksHostName = checksHostName
        }
        _ = try await client.get("https://localhost:\(server.port)/")
        #expect((store.hosts == before) == !checksHostName)
        await server.stop()
    }

    /// Over trusted TLS the host is remembered, and requested over TLS from then on.
    @Test(arguments: [true, false])
    func clientRemembers(_ isTrusted: Bool) async throws {
        let server = try await LoopbackServer.start(secure: true) { _ in
            LoopbackReply(
                fields: [.init("Strict-Transport-Security", "max-age=1000"), .init("Content-Length", "0")])
        }
        let store = HSTSStore()
        let client = HTTPClient(trusting: server) { configuration in
            configuration.strictTransportSecurity = store
            if !isTrusted {
                configuration.tls.roots = [.system]
                configuration.tls.verifiesPeer = false
            }
        }
        _ = try await client.get("https://localhost:\(server.port)/")
        #expect(store.covers("localhost") == isTrusted)
        // Addresses are not remembered.
        _ = try await client.get("https://127.0.0.1:\(server.port)/")
        #expect(!store.covers("127.0.0.1"))
        guard isTrusted else { return await server.stop() }
        let observations = Observations()
        let reply = try await client.send(.get("http://localhost:\(server.port)/a?b"), observer: observations)
        #expect(reply.url.href == "https://localhost:\(server.port)/a?b")
        #expect(observations.names.contains("upgradedToTLS"))
        await server.stop()
    }

    /// A redirect to http goes to https if the host is known.
    @Test func redirectsAreUpgradedBeforeTheyAreJudged() async throws {
        let server = try await LoopbackServer.start(secure: true) { request in
            if request.path == "/end" { return .text("there") }
            let port = request["Host"]?.split(separator: ":").last ?? "443"
            return LoopbackReply(
                status: 302, fields: [.init("Location", "http://localhost:\(port)/end"), .init("Content-Length", "0")])
        }
        let store = HSTSStore()
        store.insert("LOCALHOST", includingSubdomains: false)
        let client = HTTPClient(trusting: server) { $0.strictTransportSecurity = store }
        let reply = try await client.get("https://localhost:\(server.port)/")
        #expect(reply.text() == "there")
        #expect(reply.history.first?.destination.isSecure == true)
        await server.stop()
    }

    /// RFC 6797 section 8.3 and RFC 6455 section 11.1.2: ws is upgraded to wss as http is to https.
    @Test func webSocketsAreUpgraded() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let store = HSTSStore()
        store.insert("localhost", includingSubdomains: false)
        let client = HTTPClient(trusting: server) { $0.strictTransportSecurity = store }
        let observations = Observations()
        try await client.withWebSocket("ws://localhost:\(server.port)/ws/echo", observer: observations) { socket in
            #expect(socket.url.isSecure)
            try await socket.send(.text("safe"))
            #expect(try await socket.receive() == .text("safe"))
        }
        #expect(observations.count("upgradedToTLS") == 1)
        // Without the store, nothing in the clear gets an answer from that port.
        await #expect(throws: HTTPClientError.self) {
            try await HTTPClient(trusting: server).withWebSocket("ws://localhost:\(server.port)/ws/echo") { _ in }
        }
        await server.stop()
    }
}
