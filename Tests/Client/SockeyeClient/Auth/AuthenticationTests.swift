import HTTPTypes
import Sockeye
import SockeyeClient
import SockeyeTesting
import Testing

/// The client against servers that require authentication.
struct AuthenticationTests {
    @Sendable private static func challenge(_ fields: String...) -> LoopbackReply {
        var reply = LoopbackReply.text("who?", status: 401)
        reply.fields += fields.map { .init("WWW-Authenticate", $0) }
        return reply
    }

    private static func guarded(_ challenge: String, _ authority: String = "server.test") -> MemoryServer {
        MemoryServer(authority) { request in
            request["Authorization"] == nil ? Self.challenge(challenge) : .text("welcome")
        }
    }

    @Test func answersWhenAsked() async throws {
        let server = try await LoopbackServer.start { request in
            request["Authorization"] == nil
                ? Self.challenge("Digest realm=\"r\", nonce=\"n\", qop=\"auth\"") : .text("welcome")
        }
        var request = try Request.post(server.url("/a?b"), body: .text("hello"))
        request.credential = .password(user: "u", "p")
        let client = HTTPClient()
        #expect(try await client.send(request).status == .ok)
        #expect(server.receivedRequests.map { $0["Authorization"] == nil } == [true, false])
        #expect(server.receivedRequests.last?["Authorization"]?.contains("uri=\"/a?b\"") == true)
        #expect(server.receivedRequests.last?.text == "hello")
        // The next request needs no challenge: its count continues.
        #expect(try await client.send(request).status == .ok)
        #expect(server.requestCount == 3)
        #expect(server.receivedRequests.last?["Authorization"]?.contains("nc=00000002") == true)
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    /// As `--digest` does: the first request goes without its body, for the challenge.
    @Test(
        "A body that was held back for a challenge which never comes is sent",
        arguments: [
            (200, ["/a: ", "/a: data"]), (303, ["/a: ", "/a: data"]), (302, ["/a: ", "/a: data"]),
            (400, ["/a: ", "/a: data"]), (503, ["/a: ", "/a: data"]), (307, ["/a: ", "/b: ", "/b: data"]),
            (308, ["/a: ", "/b: ", "/b: data"]),
        ])
    func heldBody(_ status: Int, _ requests: [String]) async throws {
        let server = MemoryServer { request in
            if request.bodyLength > 0 { return .text("got it") }
            var reply = LoopbackReply.text("empty", status: status)
            if request.path == "/a", 300..<400 ~= status { reply.fields.append(.init("Location", "/b")) }
            if request.path == "/b" { reply.status = 200 }
            return reply
        }
        var request = try Request.post(server.url("/a"), body: .text("data"))
        request.credential = .password(user: "u", "p")
        var options = AuthenticationOptions(schemes: [.digest])
        options.asksWithoutBody = true
        request.authentication = options
        #expect(try await HTTPClient(over: server).send(request).text() == "got it")
        #expect(server.receivedRequests.map { "\($0.path): \($0.text)" } == requests)
    }

    @Test func wrongPasswordIsTheAnswer() async throws {
        let server = MemoryServer { _ in
            Self.challenge("Digest realm=\"r\", nonce=\"n\", qop=\"auth\"")
        }
        var request = try Request.get(server.url())
        request.credential = .password(user: "u", "p")
        #expect(try await HTTPClient(over: server).send(request).status == .unauthorized)
        #expect(server.requestCount == 2)
    }

    @Test func theCallersFieldIsKept() async throws {
        let server = MemoryServer { _ in .text("hello") }
        var request = try Request.get(server.url())
        request.credential = .password(user: "u", "p")
        request.authentication = AuthenticationOptions(sendsBasicAtOnce: true)
        request.fields[.authorization] = "Bearer own"
        #expect(try await HTTPClient(over: server).send(request).status == .ok)
        #expect(server.receivedRequests.last?["Authorization"] == "Bearer own")
    }

    @Test func credentialsInTheURLAreNotSentInIt() async throws {
        let server = Self.guarded("Basic realm=\"r\"")
        let reply = try await HTTPClient(over: server).get("http://us%65r:p%3Aw@\(server.authority)/x")
        #expect(reply.status == .ok)
        let request = try #require(server.receivedRequests.last)
        #expect(request["Authorization"] == "Basic dXNlcjpwOnc=")
        #expect(request["Host"] == server.authority)
        #expect(request.target == "/x")
    }

    /// Credentials of one origin are not sent to another, neither by a redirect nor by the same client.
    @Test(arguments: ["request", "url", "configuration", "bearer"])
    func staysWithItsOrigin(_ kind: String) async throws {
        let other = Self.guarded("Basic realm=\"r\"", "other.test")
        let server = MemoryServer { request in
            if request["Authorization"] == nil { return Self.challenge("Basic realm=\"r\"") }
            return LoopbackReply(
                status: 302, fields: [.init("Location", other.url("/far")), .init("Content-Length", "0")])
        }
        var configuration = HTTPClient.Configuration()
        var request = try Request.get(server.url())
        switch kind {
        case "request": request.credential = .password(user: "u", "p")
        case "bearer": request.credential = .bearer(token: "t")
        case "url": request = try .get("http://u:p@\(server.authority)/")
        default:
            configuration.credentials = [
                OriginCredential(.password(user: "u", "p"), for: try HTTPURL(server.url()))
            ]
        }
        let reply = try await HTTPClient(over: server, other, configuration: configuration).send(request)
        #expect(reply.status == .unauthorized)
        #expect(server.receivedRequests.contains { $0["Authorization"] != nil })
        #expect(other.receivedRequests.allSatisfy { $0["Authorization"] == nil })
        #expect(other.requestCount == 1)
    }
}
