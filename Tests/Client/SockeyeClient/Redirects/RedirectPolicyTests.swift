import HTTPTypes
import SockeyeURL
import Testing

@testable import SockeyeClient

/// The decision, as tables.
struct RedirectPolicyTests {
    /// Method, status, statuses that keep POST → the next method, and whether the body is kept.
    @Test(
        arguments: [
            ("GET", 301, [], "GET", true), ("HEAD", 301, [], "HEAD", true), ("POST", 301, [], "GET", false),
            ("POST", 301, [301], "POST", true), ("POST", 301, [302], "GET", false), ("PUT", 301, [], "PUT", true),
            ("POST", 302, [], "GET", false), ("POST", 302, [302], "POST", true), ("DELETE", 302, [], "DELETE", true),
            ("POST", 303, [], "GET", false), ("POST", 303, [303], "POST", true), ("PUT", 303, [303], "GET", false),
            ("HEAD", 303, [], "HEAD", true), ("DELETE", 303, [], "GET", false),
            ("POST", 307, [], "POST", true), ("POST", 308, [], "POST", true), ("PUT", 308, [], "PUT", true),
        ] as [(String, Int, [Int], String, Bool)])
    func method(_ method: String, _ status: Int, _ kept: [Int], _ next: String, _ keepsBody: Bool) throws {
        let hop = RedirectPolicy.Hop(
            url: try HTTPURL("http://a.example/x"), method: try #require(HTTPRequest.Method(method)), hasBody: true)
        let step = try RedirectPolicy(keepsPostAfter: Set(kept)).next(
            after: hop, status: status, locations: [Array("/y".utf8)])
        #expect(step?.method.rawValue == next)
        #expect(step?.keepsBody == keepsBody)
        #expect(step?.url.href == "http://a.example/y")
    }

    @Test func keptMethodLosesItsBody() throws {
        let hop = RedirectPolicy.Hop(url: try HTTPURL("http://a.example/"), method: .post, hasBody: true)
        let step = try RedirectPolicy(keepsMethod: true).next(after: hop, status: 302, locations: [Array("/y".utf8)])
        #expect(step?.method == .post)
        #expect(step?.keepsBody == false)
    }

    /// Status and Location of responses that are delivered to the caller.
    @Test(
        arguments: [
            (200, "/y"), (201, "/y"), (300, "/y"), (304, "/y"), (305, "http://proxy.example/"), (306, "/y"), (302, nil),
            (401, "/y"), (302, ""),
        ] as [(Int, String?)])
    func isNoRedirect(_ status: Int, _ location: String?) throws {
        let hop = RedirectPolicy.Hop(url: try HTTPURL("http://a.example/"), method: .get, count: 99)
        #expect(
            try RedirectPolicy.follow.next(
                after: hop, status: status, locations: (location.map { [Array($0.utf8)] } ?? [])) == nil)
    }

    /// From, Location → the next URL, and whether its origin differs.
    @Test(arguments: [
        ("http://a.example/d/x?q", "y", "http://a.example/d/y", false),
        ("http://a.example/d/x", "?z", "http://a.example/d/x?z", false),
        ("http://a.example/x#part", "/y", "http://a.example/y#part", false),
        ("http://a.example/x#part", "/y#own", "http://a.example/y#own", false),
        ("http://a.example/x", "//b.example/y", "http://b.example/y", true),
        ("http://a.example/", "http://a.example:80/y", "http://a.example/y", false),
        ("http://a.example/", "http://a.example:8080/y", "http://a.example:8080/y", true),
        ("http://a.example/", "https://a.example/y", "https://a.example/y", true),
        ("http://a.example/", "http://A.EXAMPLE/y", "http://a.example/y", false),
        ("http://a.example/", "http://u:p@a.example/y", "http://u:p@a.example/y", false),
        ("http://a.example/", "http://u:p@b.example/y", "http://b.example/y", true),
        ("http://u:p@a.example/", "//c:d@b.example/y", "http://b.example/y", true),
        ("http://a.example/", "http://sub.a.example/", "http://sub.a.example/", true),
    ])
    func destination(_ from: String, _ location: String, _ to: String, _ crosses: Bool) throws {
        let hop = RedirectPolicy.Hop(url: try HTTPURL(from), method: .get)
        let step = try RedirectPolicy.follow.next(after: hop, status: 302, locations: [Array(location.utf8)])
        #expect(step?.url.href == to)
        #expect(step.map { OriginChange(from: hop.url, to: $0.url).leavesOrigin } == crosses)
    }

    /// Only a handshake may be led to ws and wss, which are then http and https.
    @Test func handshakesAreLedToWebSockets() throws {
        func next(_ from: String, _ location: String, switches: Bool) throws -> String? {
            let hop = RedirectPolicy.Hop(url: try HTTPURL(from), method: .get, switchesProtocols: switches)
            return try RedirectPolicy.follow.next(after: hop, status: 302, locations: [Array(location.utf8)])?.url.href
        }
        #expect(try next("http://a.example/", "ws://b.example/x", switches: true) == "http://b.example/x")
        #expect(try next("http://a.example/", "wss://b.example/x", switches: true) == "https://b.example/x")
        #expect(throws: RedirectError.downgrade("http://b.example/x")) {
            try next("https://a.example/", "ws://b.example/x", switches: true)
        }
        #expect(throws: RedirectError.schemeNotAllowed("ws")) {
            try next("http://a.example/", "ws://b.example/x", switches: false)
        }
    }

    /// A host that is known to require TLS isn't asked in the clear, so being led there is no downgrade.
    @Test func secured() throws {
        let hop = RedirectPolicy.Hop(url: try HTTPURL("https://a.example/"), method: .get)
        let step = try RedirectPolicy.follow.next(
            after: hop, status: 302, locations: [Array("http://b.example/y".utf8)], securing: \.secured)
        #expect(step?.url.href == "https://b.example/y")
    }

    /// The Location fields of a response, as octets → where they lead; "conflict" if they differ.
    @Test(
        arguments: [
            ([Array("/\u{E9}".utf8)], "http://a.example/%C3%A9"), ([[0x2F, 0xE9]], "http://a.example/%E9"),
            ([[0x2F, 0x3F, 0xFF, 0x23, 0x80]], "http://a.example/?%FF#%80"),
            ([Array("/y".utf8), Array("/y".utf8)], "http://a.example/y"),
            ([[], Array("/y".utf8)], "http://a.example/y"),
            ([Array("/y".utf8), Array("/z".utf8)], "conflict"), ([Array("/y,/z".utf8)], "http://a.example/y,/z"),
            ([[0x2F, 0xE9], [0x2F, 0xE8]], "conflict"), ([[], []], nil), ([], nil),
        ] as [([[UInt8]], String?)])
    func locations(_ values: [[UInt8]], _ expected: String?) throws {
        let hop = RedirectPolicy.Hop(url: try HTTPURL("http://a.example/x"), method: .get)
        do throws(RedirectError) {
            #expect(try RedirectPolicy.follow.next(after: hop, status: 302, locations: values)?.url.href == expected)
        } catch {
            #expect(error == .conflictingLocations)
            #expect(expected == "conflict")
        }
    }

    @Test func refusals() throws {
        func refusal(
            _ policy: RedirectPolicy = .follow, _ from: String, _ location: String, hasBody: Bool = false,
            replayable: Bool = true, count: Int = 0
        ) throws -> RedirectError? {
            let hop = RedirectPolicy.Hop(
                url: try HTTPURL(from), method: .post, hasBody: hasBody, isBodyReplayable: replayable, count: count)
            do throws(RedirectError) {
                _ = try policy.next(after: hop, status: 307, locations: [Array(location.utf8)])
                return nil
            } catch {
                return error
            }
        }
        #expect(try refusal(.follow, "https://a.example/", "http://a.example/") == .downgrade("http://a.example/"))
        #expect(try refusal(RedirectPolicy(allowsDowngrade: true), "https://a.example/", "http://a.example/") == nil)
        #expect(try refusal(.follow, "http://a.example/", "ftp://a.example/") == .schemeNotAllowed("ftp"))
        #expect(
            try refusal(RedirectPolicy(schemes: ["https"]), "http://a.example/", "http://b.example/")
                == .schemeNotAllowed("http"))
        let discreet = RedirectPolicy(refusesUserInformation: true)
        #expect(try refusal(discreet, "http://a.example/", "http://u@a.example/") == .userInformation)
        #expect(try refusal(.follow, "http://a.example/", "http://u@a.example/") == nil)
        #expect(try refusal(.follow, "http://a.example/", "/", count: 20) == .tooMany(limit: 20))
        #expect(try refusal(RedirectPolicy(limit: nil), "http://a.example/", "/", count: 20_000) == nil)
        #expect(try refusal(.follow, "http://a.example/", "/", hasBody: true, replayable: false) == .bodyNotReplayable)
        #expect(try refusal(.follow, "http://a.example/", "/", hasBody: false, replayable: false) == nil)
        guard case .malformedLocation = try refusal(.follow, "http://a.example/", "http://[") else {
            Issue.record("a Location without a host must be refused")
            return
        }
    }
}
