import HTTPTypes
import SockeyeTesting
import SockeyeURL
import TestSupport
import Testing

@testable import SockeyeClient

/// Settings of clients and requests that change what is sent: base URL, methods, cookie policy.
@Suite(.timeLimit(.minutes(1)))
struct RequestSettingsTests {
    @Test(
        arguments: [
            ("https://h/v1/", "users/1", "https://h/v1/users/1"), ("https://h/v1", "users/1", "https://h/users/1"),
            ("https://h/v1/", "/users", "https://h/users"), ("https://h/v1/", "?page=2", "https://h/v1/?page=2"),
            ("https://h/v1/", "../x", "https://h/x"), ("https://h/v1/", "//other/y", "https://other/y"),
            ("https://h/v1/", "http://else/", "http://else/"), ("https://h/v1/", "", "https://h/v1/"),
        ])
    func aBaseIsResolvedByTheURLStandard(_ base: String, _ reference: String, _ expected: String) throws {
        var configuration = HTTPClient.Configuration()
        configuration.baseURL = try HTTPURL(base)
        #expect(try HTTPClient(configuration: configuration).resolve(reference).href == expected)
    }

    @Test func withoutABaseAURLIsAbsolute() {
        #expect(throws: HTTPClientError.self) { try HTTPClient().resolve("users/1") }
    }

    @Test func relativeURLsAreRequested() async throws {
        let server = try await LoopbackServer.start()
        let base = try HTTPURL(server.url("/"))
        let client = HTTPClient(trusting: server) { $0.baseURL = base }
        #expect(try await client.get("hello").status == .ok)
        #expect(try await client.get("/hello?a").status == .ok)
        #expect(server.receivedRequests.map(\.target) == ["/hello", "/hello?a"])
        await server.stop()
    }

    @Test(
        arguments: [
            ("get", "GET"), ("Post", "POST"), ("pATCH", "PATCH"), ("GET", nil), ("purge", nil), ("PURGE", nil),
            ("gets", nil),
        ] as [(String, String?)])
    func wellKnownMethodsAreCapitalized(_ method: String, _ expected: String?) throws {
        #expect(try #require(HTTPRequest.Method(method)).capitalized?.rawValue == expected)
    }

    @Test(arguments: [true, false]) func aMethodInSmallLettersIsSentInCapitals(_ capitalizes: Bool) async throws {
        let server = try await LoopbackServer.start { _ in .text("") }
        let client = HTTPClient(trusting: server) { $0.capitalizesMethods = capitalizes }
        let observations = Observations()
        let request = try Request(method: #require(HTTPRequest.Method("delete")), url: server.url("/"))
        #expect(try await client.send(request, observer: observations).status == .ok)
        #expect(server.receivedRequests.map(\.method) == [capitalizes ? "DELETE" : "delete"])
        #expect(observations.count("methodCapitalized") == (capitalizes ? 1 : 0))
        await server.stop()
    }

    // MARK: Cookies

    @Test(
        arguments: [
            ("http://a.test/", "http://a.test/x", true), ("http://a.test/", "http://b.test/", false),
            ("http://www.example.com/", "https://api.example.com/", true),
            ("http://example.com/", "http://www.example.com/", true), ("http://127.0.0.1/", "http://127.0.0.2/", false),
            ("http://1.0.0.127/", "http://127/", false),
        ])
    func sitesAreCompared(_ one: String, _ other: String, _ isSame: Bool) throws {
        // Without a list, siblings are strangers.
        let expected = isSame && (CookieJar.knowsPublicSuffixes || !one.contains("www.") || !other.contains("api."))
        #expect(Site.isSame(try HTTPURL(one), try HTTPURL(other)) == expected)
        #expect(Site.isSame(try HTTPURL(other), try HTTPURL(one)) == expected)
    }

    @Test(.enabled(if: CookieJar.knowsPublicSuffixes)) func aPublicSuffixIsNoSite() throws {
        #expect(!Site.isSame(try HTTPURL("http://a.co.uk/"), try HTTPURL("http://b.co.uk/")))
    }

    /// A server that redirects to another host sets and gets cookies by policy.
    @Test(
        arguments: [
            (CookieJar.Policy.all, ["", "one=1", "two=2"]), (.none, ["", "", ""]), (.sameSite, ["", "one=1", ""]),
            (.custom { url, first in url.host == "localhost" && first.host == "127.0.0.1" }, ["", "", "two=2"]),
        ] as [(CookieJar.Policy, [String])])
    func thePolicyDecides(_ policy: CookieJar.Policy, _ expected: [String]) async throws {
        let other = try await LoopbackServer.start { _ in
            LoopbackReply(fields: [.init("Set-Cookie", "two=2"), .init("Content-Length", "0")])
        }
        let there = other.url("/", host: "localhost")
        let server = try await LoopbackServer.start { request in
            request.path == "/first"
                ? LoopbackReply(fields: [.init("Set-Cookie", "one=1"), .init("Content-Length", "0")])
                : LoopbackReply(status: 302, fields: [.init("Location", there), .init("Content-Length", "0")])
        }
        let client = HTTPClient(trusting: server) { ($0.cookies, $0.cookiePolicy) = (CookieJar(), policy) }
        for path in ["/first", "/second", "/second"] { _ = try await client.get(server.url(path)) }
        let sent = [server.receivedRequests[0], server.receivedRequests[1], other.receivedRequests[1]]
        #expect(sent.map { $0["cookie"] ?? "" } == expected)
        await server.stop()
        await other.stop()
    }

    @Test func aRequestCanDoWithoutCookies() async throws {
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(fields: [.init("Set-Cookie", "a=1"), .init("Content-Length", "0")])
        }
        let jar = CookieJar()
        let client = HTTPClient(trusting: server) { $0.cookies = jar }
        var request = try Request.get(server.url("/"))
        request.usesCookies = false
        _ = try await client.send(request)
        #expect(jar.cookies.isEmpty)
        _ = try await client.get(server.url("/"))
        #expect(jar.cookies.count == 1)
        _ = try await client.send(request)
        _ = try await client.get(server.url("/"))
        #expect(server.receivedRequests.map { $0["cookie"] } == [nil, nil, nil, "a=1"])
        await server.stop()
    }

    // MARK: Instruments

    @Test func anInstrumentMayAddFieldsOfOneName() async throws {
        struct Baggage: AttemptInstrument {
            func begin(_ request: Request) -> AttemptReading {
                AttemptReading(
                    fields: HTTPFields(["a=1", "b=2"].map { HTTPField(name: .init("baggage") ?? .te, value: $0) }))
            }
        }
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server) { $0.instruments = [Baggage()] }
        _ = try await client.send(.get(server.url("/hello"), fields: [.init("baggage") ?? .te: "mine"]))
        let lines = server.receivedRequests.first?.fields.filter { $0.name.lowercased() == "baggage" }.map(\.value)
        #expect(lines == ["a=1", "b=2"])
        await server.stop()
    }

    @Test func everyAttemptIsInstrumented() async throws {
        struct Numbering: AttemptInstrument {
            let observations: Observations
            func begin(_ request: Request) -> AttemptReading {
                AttemptReading(fields: [.referer: request.url.path], observer: observations)
            }
        }
        let server = try await LoopbackServer.start { request in
            request.path == "/a"
                ? LoopbackReply(status: 302, fields: [.init("Location", "/b"), .init("Content-Length", "0")])
                : .text("")
        }
        let observations = Observations()
        let client = HTTPClient(trusting: server) { $0.instruments = [Numbering(observations: observations)] }
        let mine = Observations()
        #expect(try await client.send(.get(server.url("/a")), observer: mine).status == .ok)
        #expect(server.receivedRequests.map { $0["referer"] } == ["/a", "/b"])
        #expect(observations.metrics.map(\.url.path) == ["/a", "/b"] && observations.count("ended") == 0)
        #expect(mine.metrics.count == 2 && mine.names.last == "ended")
        await server.stop()
        // A failed attempt ends with its measures too.
        await #expect(throws: HTTPClientError.self) { try await client.get("http://127.0.0.1:\(refusedPort)/") }
        #expect(observations.metrics.last?.failure?.phase == .connect)
    }
}
