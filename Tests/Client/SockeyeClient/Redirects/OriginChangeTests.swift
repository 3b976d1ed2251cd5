import HTTPTypes
import SockeyeHTTP1
import SockeyeTesting
import SockeyeURL
import Testing

@testable import SockeyeClient

/// What a request carries over to its next URL: the rule shared by redirects, mirrors and uploads.
struct OriginChangeTests {
    private static let secretNames = [
        "Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key", "Private-Token", "DPoP", "x_session_id",
    ]

    /// A request to `url` with every kind of secret.
    private func laden(_ url: String) throws -> Request {
        var request = try Request.get(url)
        for name in Self.secretNames + ["Host", "X-Open"] {
            request.fields.append(try HTTPField(checkedName: name, value: "value"))
        }
        request.credential = .password(user: "u", "p")
        request.target = .origin("/own")
        return request
    }

    /// Referer names the redirecting URL, without password and fragment, and never on the way from https to http.
    @Test(
        arguments: [
            ("https://u:p@a.example/x?y#z", "https://b.example/", "https://a.example/x?y"),
            ("http://u@a.example/x", "https://a.example/y", "http://a.example/x"),
            ("https://a.example/x", "http://a.example/x", nil), ("https://a.example/x", "http://b.example/", nil),
        ] as [(String, String, String?)])
    func referer(_ from: String, _ to: String, _ expected: String?) throws {
        var request = try Request.get(from)
        request.fields[.referer] = "https://earlier.example/"
        let step = RedirectPolicy.Step(url: try HTTPURL(to), method: .get, keepsBody: true)
        let next = request.redirected(step, by: RedirectPolicy(allowsDowngrade: true, sendsReferer: true))
        #expect(next.fields[.referer] == expected)
    }

    struct Move: Sendable {
        var from: String
        var to: String
        var leaves: Bool
        var isDowngrade = false
    }

    @Test(arguments: [
        Move(from: "http://a.example/x", to: "http://a.example/y", leaves: false),
        Move(from: "http://a.example/", to: "http://a.example:80/y", leaves: false),
        Move(from: "http://a.example/", to: "http://A.EXAMPLE/y", leaves: false),
        Move(from: "https://a.example/", to: "https://u:p@a.example/", leaves: false),
        Move(from: "http://a.example/", to: "http://a.example:8080/", leaves: true),
        Move(from: "http://a.example/", to: "https://a.example/", leaves: true),
        Move(from: "https://a.example/", to: "http://a.example/", leaves: true, isDowngrade: true),
        Move(from: "http://a.example/", to: "http://b.example/", leaves: true),
        Move(from: "http://a.example/", to: "http://sub.a.example/", leaves: true),
        Move(from: "http://a.example/", to: "http://a.example./", leaves: true),
    ])
    func secrets(_ move: Move) throws {
        let change = OriginChange(from: try HTTPURL(move.from), to: try HTTPURL(move.to))
        #expect(change.leavesOrigin == move.leaves)
        #expect(change.isDowngrade == move.isDowngrade)
        let request = try laden(move.from)
        let next = request.moved(to: change.to)
        #expect(next.url == change.to)
        #expect(next.target == nil)
        for name in Self.secretNames + ["Host"] {
            let name = try #require(HTTPField.Name(name))
            #expect(next.fields.contains(name) == !move.leaves)
        }
        #expect(next.fields[try #require(HTTPField.Name("X-Open"))] == "value")
        #expect((next.credential != nil) == !move.leaves)
        let names = Self.secretNames + ["Host", "credential"]
        #expect(change.withheld(of: request) == (move.leaves ? names : []))
        // With `keepingSecrets` everything is kept but the name of another site.
        let trusted = request.moved(to: change.to, keepingSecrets: true)
        let host = try #require(HTTPField.Name("Host"))
        #expect(trusted.fields == request.fields.filter { !move.leaves || $0.name != host })
        #expect(trusted.credential == request.credential)
        #expect(trusted.leftOrigin == nil)
    }

    /// From, to, and the password that is sent.
    @Test(arguments: [
        ("http://u:p@a.example/", "http://a.example/y", Credential.password(user: "u", "p")),
        ("http://u:p@a.example/", "http://v:q@a.example/y", nil),
        ("http://u:p@a.example/", "http://b.example/y", nil),
        ("http://a.example/", "http://a.example/y", nil),
    ])
    func credentialsOfTheURL(_ from: String, _ to: String, _ credential: Credential?) throws {
        let change = OriginChange(from: try HTTPURL(from), to: try HTTPURL(to))
        #expect(try Request.get(from).moved(to: change.to).credential == credential)
    }

    /// A caller may trust every origin with a credential of the request, but what stands in a URL is for that URL's host.
    @Test(arguments: [
        ("http://u:p@a.example/", ["http://b.example/"]),
        ("http://u:p@a.example/", ["http://a.example/y", "http://b.example/"]),
        (
            "http://u:p@a.example/",
            ["http://a.example/y", "http://a.example/z", "http://b.example/", "http://c.example/"]
        ),
    ])
    func credentialsOfTheURLStay(_ from: String, _ chain: [String]) throws {
        for credential in [nil, Credential.password(user: "v", "q")] {
            var request = try Request.get(from)
            request.credential = credential
            for url in chain { request = request.moved(to: try HTTPURL(url), keepingSecrets: true) }
            #expect(request.credential == credential)
        }
    }

    /// The first URL, the next one, and whether the client's certificate is shown there.
    @Test(arguments: [
        ("https://a.example/", "https://a.example/y", true),
        ("https://a.example/", "https://a.example:8443/", false),
        ("https://a.example/", "https://b.example/", false),
        ("http://a.example/", "https://a.example/", true),
        ("http://a.example:8080/", "https://a.example/", false),
        ("http://b.example/", "https://a.example/", false),
    ])
    func identity(_ first: String, _ next: String, _ isShown: Bool) throws {
        let (first, next) = (try HTTPURL(first), try HTTPURL(next))
        let request = try Request.get(first.href).moved(to: next)
        #expect((request.leftOrigin?.showsIdentity(at: next) ?? true) == isShown)
        // Later redirects are compared with the caller's origin, not the previous one.
        let further = try HTTPURL("https://c.example/")
        let last = request.moved(to: further)
        #expect(last.leftOrigin?.showsIdentity(at: further) == false)
        #expect(last.leftOrigin?.showsIdentity(at: next) ?? true == isShown)
    }

    /// After a redirect of a request with a bearer token, netrc's `machine` entry applies, but its `default` doesn't.
    @Test(arguments: [
        ("default login d password secret", true, nil),
        ("default login d password secret", false, "Basic ZDpzZWNyZXQ="),
        ("machine 127.0.0.1 login m password secret", true, "Basic bTpzZWNyZXQ="),
    ])
    func netrc(_ text: String, _ hasToken: Bool, _ expected: String?) async throws {
        let other = try await LoopbackServer.start()
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(
                status: 302, fields: [.init("Location", other.url("/hello")), .init("Content-Length", "0")])
        }
        var configuration = HTTPClient.Configuration()
        configuration.netrc = Netrc(parsing: text)
        configuration.authentication.sendsBasicAtOnce = true
        var request = try Request.get(server.url())
        if hasToken { request.credential = .bearer(token: "secret") }
        #expect(try await HTTPClient(configuration: configuration).send(request).status == .ok)
        #expect(server.receivedRequests.last?["Authorization"]?.hasPrefix(hasToken ? "Bearer" : "Basic") == true)
        #expect(try #require(other.receivedRequests.last)["Authorization"] == expected)
        await server.stop()
        await other.stop()
    }

    /// Only requests to the caller's origin are signed, even if netrc has an entry for another one.
    @Test func signatureStays() async throws {
        let other = try await LoopbackServer.start()
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(
                status: 302, fields: [.init("Location", other.url("/hello")), .init("Content-Length", "0")])
        }
        var configuration = HTTPClient.Configuration()
        configuration.netrc = Netrc(parsing: "machine 127.0.0.1 login m password secret")
        configuration.authentication.signature = AWSSignature()
        var request = try Request.get(server.url())
        request.credential = .password(user: "key", "secret")
        #expect(try await HTTPClient(configuration: configuration).send(request).status == .ok)
        #expect(server.receivedRequests.last?["Authorization"]?.hasPrefix("AWS4-HMAC-SHA256") == true)
        let seen = try #require(other.receivedRequests.last)
        #expect(seen["Authorization"] == nil)
        #expect(seen["X-Amz-Date"] == nil)
        await server.stop()
        await other.stop()
    }

    /// Secrets are withheld from another origin, and the observer is informed.
    @Test func withholdingIsTold() async throws {
        let other = try await LoopbackServer.start()
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(
                status: 302, fields: [.init("Location", other.url("/hello")), .init("Content-Length", "0")])
        }
        var request = try Request.get(server.url())
        request.fields[.cookie] = "a=b"
        request.credential = .bearer(token: "secret")
        let observations = Observations()
        _ = try await HTTPClient().send(request, observer: observations)
        let told = observations.events.compactMap { event in
            event[.secretsWithheld].map { ($0.names, $0.to.href) }
        }
        #expect(told.map(\.0) == [["Cookie", "credential"]])
        #expect(told.map(\.1) == [other.url("/hello")])
        await server.stop()
        await other.stop()
    }
}
