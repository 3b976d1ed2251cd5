import HTTPTypes
import Sockeye
import SockeyeClient
import SockeyeTesting
import SockeyeURL
import Synchronization
import Testing

/// The client against servers that redirect.
struct RedirectTests {
    private func redirect(to location: String, status: Int = 302) -> LoopbackReply {
        LoopbackReply(status: status, fields: [.init("Location", location), .init("Content-Length", "0")])
    }

    @Test func historyIsKept() async throws {
        let server = try await LoopbackServer.start()
        let reply = try await HTTPClient().send(.get(server.url("/redirect/3#part")))
        #expect(reply.status == .ok)
        #expect(reply.url.href == server.url("/hello#part"))
        #expect(reply.history.map(\.url.path) == ["/redirect/3", "/redirect/2", "/redirect/1"])
        #expect(reply.history.map(\.destination.path) == ["/redirect/2", "/redirect/1", "/hello"])
        #expect(reply.history.allSatisfy { $0.head.status == .found && $0.timings.firstByte != nil })
        // The redirects' short bodies are read, so that one connection serves all four requests.
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    @Test(
        "A redirect whose page is cut is followed over another connection",
        arguments: [
            "Content-Length: 100\r\n\r\nshort", "Transfer-Encoding: chunked\r\n\r\nA\r\nshort",
            "Transfer-Encoding: chunked\r\n\r\nnonsense\r\n",
        ])
    func aCutPageIsNoMatter(_ rest: String) async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [.awaitRequest, .send("HTTP/1.1 302 Found\r\nLocation: /b\r\n\(rest)"), .close],
                [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .close],
            ]))
        #expect(try await HTTPClient().get(server.url("/a")).text() == "ok")
        #expect(server.receivedRequests.map(\.target) == ["/a", "/b"])
        await server.stop()
    }

    @Test func fieldsAboutTheBodyGoWithIt() async throws {
        let server = try await LoopbackServer.start { request in
            guard request.path == "/a" else { return .text("") }
            return LoopbackReply(status: 303, fields: [.init("Location", "/b"), .init("Content-Length", "0")])
        }
        let names = ["Digest", "Content-Digest", "Repr-Digest", "Content-Language", "Last-Modified"]
        var fields = HTTPFields()
        for name in names { fields[try #require(HTTPField.Name(name))] = "x" }
        _ = try await HTTPClient().post(server.url("/a"), body: .bytes([1]), fields: fields)
        let requests = server.receivedRequests
        #expect(names.allSatisfy { requests.first?[$0] == "x" && requests.last?[$0] == nil })
        #expect(requests.map(\.target) == ["/a", "/b"])
        await server.stop()
    }

    /// Asked about each redirect, in order; the one it doesn't want is the response.
    @Test(arguments: [0, 1, 3])
    func aDecisionStops(_ allowed: Int) async throws {
        let server = try await LoopbackServer.start()
        let asked = Mutex<[RedirectProposal]>([])
        var request = try Request.get(server.url("/redirect/3"))
        request.redirects = RedirectPolicy { proposal in
            asked.withLock { $0.append(proposal) }
            return proposal.count < allowed ? .follow : .deliver
        }
        let reply = try await HTTPClient().send(request)
        #expect(reply.status == (allowed == 3 ? .ok : .found))
        #expect(reply.history.count == allowed)
        let proposals = asked.withLock { $0 }
        #expect(proposals.map(\.from.path) == Array(["/redirect/3", "/redirect/2", "/redirect/1"].prefix(allowed + 1)))
        #expect(proposals.map(\.to.path) == Array(["/redirect/2", "/redirect/1", "/hello"].prefix(allowed + 1)))
        #expect(proposals.allSatisfy { $0.status == 302 && $0.method == .get })
        await server.stop()
    }

    @Test func loopEnds() async throws {
        let server = MemoryServer { _ in redirect(to: "/again") }
        var request = try Request.get(server.url())
        request.redirects = RedirectPolicy(limit: 5)
        await #expect {
            try await HTTPClient(over: server).send(request)
        } throws: {
            ($0 as? HTTPClientError)?.cause == .redirect(.tooMany(limit: 5))
        }
        #expect(server.requestCount == 6)
    }

    /// Without a limit all are followed, and the history contains the last ones.
    @Test func historyIsBounded() async throws {
        let server = MemoryServer()
        var request = try Request.get(server.url("/redirect/120"))
        request.redirects = RedirectPolicy(limit: nil)
        let reply = try await HTTPClient(over: server).send(request)
        #expect(reply.status == .ok)
        #expect(reply.history.count == RedirectHop.keptLimit)
        #expect(reply.history.last?.url.path == "/redirect/1")
        #expect(reply.history.first?.url.path == "/redirect/\(RedirectHop.keptLimit)")
    }

    @Test func canBeSwitchedOff() async throws {
        let server = MemoryServer()
        var request = try Request.get(server.url("/redirect/1"))
        request.redirects = .never
        #expect(try await HTTPClient(over: server).send(request).status == .found)
    }

    /// Secrets and Host stay within their origin; another port is a different origin.
    @Test(arguments: [false, true])
    func secretsStay(_ trustsAll: Bool) async throws {
        let other = MemoryServer("other.test")
        let server = MemoryServer { request in
            request.path == "/same" ? redirect(to: other.url("/hello")) : redirect(to: "/same")
        }
        var request = try Request.get(server.url())
        let secrets = ["Authorization", "Cookie", "Proxy-Authorization"]
        for name in secrets { request.fields.append(try HTTPField(checkedName: name, value: "secret")) }
        request.fields.append(try HTTPField(checkedName: "Host", value: "virtual.example"))
        request.fields.append(try HTTPField(checkedName: "X-Open", value: "1"))
        request.redirects = RedirectPolicy(sendsSecretsEverywhere: trustsAll)
        #expect(try await HTTPClient(over: server, other).send(request).status == .ok)
        let same = try #require(server.receivedRequests.last)
        #expect(same.path == "/same")
        let far = try #require(other.receivedRequests.last)
        for name in secrets {
            #expect(same[name] == "secret")
            #expect(far[name] == (trustsAll ? "secret" : nil))
        }
        #expect(same["Host"] == "virtual.example")
        #expect(far["Host"] == other.authority)
        #expect(far["X-Open"] == "1")
    }

    @Test func bodyIsReplayedOrDropped() async throws {
        let server = MemoryServer { request in
            request.path == "/end" ? .text("done") : redirect(to: "/end", status: request.path == "/307" ? 307 : 302)
        }
        let client = HTTPClient(over: server)
        _ = try await client.send(.post(server.url("/307"), form: ["a": "1"]))
        let kept = try #require(server.receivedRequests.last)
        #expect(kept.method == "POST")
        #expect(kept.text == "a=1")
        _ = try await client.send(.post(server.url("/302"), form: ["a": "1"]))
        let dropped = try #require(server.receivedRequests.last)
        #expect(dropped.method == "GET")
        #expect(dropped.body == [])
        #expect(dropped["Content-Type"] == nil)
        #expect(dropped["Content-Length"] == nil)
    }

    @Test func streamThatCannotBeReplayedIsAnError() async throws {
        let server = MemoryServer { _ in redirect(to: "/end", status: 308) }
        let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield([1, 2, 3])
            continuation.finish()
        }
        await #expect {
            try await HTTPClient(over: server).send(.post(server.url(), body: .stream(pieces)))
        } throws: {
            ($0 as? HTTPClientError)?.cause == .redirect(.bodyNotReplayable)
        }
        #expect(server.requestCount == 1)
    }

    @Test func httpsDoesNotLeadToHTTP() async throws {
        let open = try await LoopbackServer.start()
        let server = try await LoopbackServer.start(secure: true) { _ in redirect(to: open.url("/hello")) }
        var configuration = HTTPClient.Configuration()
        configuration.tls.roots = [.pem(server.authorityPEM)]
        let client = HTTPClient(configuration: configuration)
        await #expect {
            try await client.send(.get(server.url("/", host: "localhost")))
        } throws: {
            ($0 as? HTTPClientError)?.cause == .redirect(.downgrade(open.url("/hello")))
        }
        #expect(open.requestCount == 0)
        var request = try Request.get(server.url("/", host: "localhost"))
        request.redirects = RedirectPolicy(allowsDowngrade: true)
        #expect(try await client.send(request).status == .ok)
        await server.stop()
        await open.stop()
    }
}
