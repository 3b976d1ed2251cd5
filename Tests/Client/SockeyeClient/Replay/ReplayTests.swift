import HTTPTypes
import SockeyeClient
import SockeyeIO
import SockeyeRecording
import SockeyeTLS
import SockeyeTesting
import SockeyeWebSocket
import TestSupport
import Testing

/// A client that records, and one that gets the recording instead of a network.
struct ReplayTests {
    /// What a client does, and the text of what came of it.
    private typealias Story = @Sendable (HTTPClient, String) async -> String

    private static let stories: [(name: String, story: Story)] = [
        (
            "two on one connection",
            { client, url in await get(client, "\(url)/hello") + get(client, "\(url)/chunked/3") }
        ),
        ("redirects", { client, url in await get(client, "\(url)/redirect/3") }),
        ("interim", { client, url in await get(client, "\(url)/informational") }),
        ("until close", { client, url in await get(client, "\(url)/close-delimited/5000") }),
        ("large", { client, url in await get(client, "\(url)/sized/300000") }),
        (
            "post",
            { client, url in
                var request = try? Request.post("\(url)/echo", body: .bytes([UInt8](repeating: 65, count: 200_000)))
                request?.expectsContinue = true
                return await send(client, request)
            }
        ),
        ("not found", { client, url in await get(client, "\(url)/nothing") }),
    ]

    private static func get(_ client: HTTPClient, _ url: String) async -> String {
        await send(client, try? Request.get(url))
    }

    private static func send(_ client: HTTPClient, _ request: Request?) async -> String {
        guard let request else { return "no request" }
        do {
            let reply = try await client.send(request)
            let tls = reply.connection.tls
            return "\(reply.status.code) \(reply.fields) \(reply.body.hashValue) \(reply.connection.number) "
                + "\(tls?.version ?? "plain") \(tls?.certificate?.subject ?? "-")\n"
        } catch {
            return "\(error)\n"
        }
    }

    @Test("A replay gives the same without the server", arguments: stories.map(\.name), [false, true])
    func same(name: String, secure: Bool) async throws {
        let story = try #require(Self.stories.first { $0.name == name }?.story)
        let server = try await LoopbackServer.start(secure: secure)
        let recorder = Recorder()
        let was = await story(HTTPClient(trusting: server) { $0.recorder = recorder }, server.url(""))
        await server.stop()
        let recording = try Recording(recorder.bytes)
        let client = HTTPClient(replaying: recording)
        #expect(await story(client, server.url("")) == was)
        #expect(client.configuration.replay?.divergence == nil)
        #expect(was.hasPrefix("20") || name == "not found", "\(was)")
    }

    @Test("How the addresses did is told again")
    func race() async throws {
        let server = try await LoopbackServer.start()
        let recorder = Recorder()
        func decisions(_ client: HTTPClient, _ url: String) async -> [String] {
            let watch = Observations(.everything)
            if let request = try? Request.get(url) { _ = try? await client.send(request, observer: watch) }
            return watch.events.filter { $0.clause != nil }.map { "\($0)" }
        }
        let client = HTTPClient(trusting: server) { $0.recorder = recorder }
        var was: [String] = []
        let urls = [server.url("/hello"), "http://127.0.0.1:\(refusedPort)/"]
        for url in urls { was += await decisions(client, url) }
        await server.stop()
        let replayed = HTTPClient(replaying: try Recording(recorder.bytes))
        var again: [String] = []
        for url in urls { again += await decisions(replayed, url) }
        #expect(again == was)
        #expect(was.contains { $0.contains("answered first") } && was.contains { $0.contains("failed (") })
    }

    @Test(
        "Failures are the same",
        arguments: [
            [Step.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .close],
            [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .reset],
            [.awaitRequest, .close], [.awaitRequest, .send("nonsense\r\n\r\n"), .close],
            [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .stall],
        ])
    func failures(steps: [Step]) async throws {
        let server = try await LoopbackServer.start(script: Script(steps))
        let recorder = Recorder()
        var configuration = HTTPClient.Configuration()
        configuration.timeouts.idle = .milliseconds(200)
        configuration.recorder = recorder
        let was = await Self.get(HTTPClient(configuration: configuration), server.url("/"))
        await server.stop()
        configuration.recorder = nil
        let client = HTTPClient(replaying: try Recording(recorder.bytes), configuration: configuration)
        #expect(await Self.get(client, server.url("/")) == was)
        #expect(!was.hasPrefix("200"))
    }

    @Test func connectionsThatFailAreTheSame() async throws {
        let recorder = Recorder()
        let insecure = try await LoopbackServer.start(secure: true)
        let urls = ["http://127.0.0.1:\(refusedPort)/", "http://host.invalid/", insecure.url("/hello")]
        var configuration = HTTPClient.Configuration()
        configuration.recorder = recorder
        var was: [String] = []
        for url in urls { was.append(await Self.get(HTTPClient(configuration: configuration), url)) }
        await insecure.stop()
        let client = HTTPClient(replaying: try Recording(recorder.bytes))
        for (url, was) in zip(urls, was) { #expect(await Self.get(client, url) == was) }
        #expect(was[2].contains("not among the trusted roots"), "\(was[2])")
    }

    @Test func aRequestThatDiffersIsNamedByItsFirstByte() async throws {
        let server = try await LoopbackServer.start()
        let recorder = Recorder()
        _ = try await HTTPClient(trusting: server) { $0.recorder = recorder }.get(server.url("/hello"))
        recorder.finish()
        await server.stop()
        let client = HTTPClient(replaying: try Recording(recorder.bytes))
        await #expect(throws: HTTPClientError.self) { try await client.get(server.url("/help")) }
        let divergence = try #require(client.configuration.replay?.divergence)
        #expect(divergence.hasPrefix("byte 8 of what it sends on connection c0 is \"p HTTP/1.1"), "\(divergence)")
        #expect(divergence.contains("\"lo HTTP/1.1"))
        // It is as different the next time, so it isn't tried again.
        let patient = HTTPClient(
            replaying: try Recording(recorder.bytes),
            configuration: { () -> HTTPClient.Configuration in
                var configuration = HTTPClient.Configuration()
                configuration.retry = RetryPolicy(attempts: 3, firstDelay: .seconds(3000))
                return configuration
            }())
        let first = await #expect(throws: HTTPClientError.self) { try await patient.get(server.url("/help")) }
        #expect("\(try #require(first))".contains("byte 8 of what it sends"))
        // Nor is there another connection.
        let error = await #expect(throws: HTTPClientError.self) { try await client.get("http://other/") }
        #expect("\(try #require(error))".contains("http://other:80 that the recording doesn't have"))
    }

    @Test("Secrets are masked, and masked ones compared", arguments: [false, true])
    func secrets(keeps: Bool) async throws {
        let server = try await LoopbackServer.start { request in
            var reply = LoopbackReply.text("hi")
            reply.fields.append(.init("Set-Cookie", "sid=s3cret; Max-Age=100"))
            if request["Authorization"] == nil {
                reply.status = 401
                reply.fields.append(.init("WWW-Authenticate", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""))
            }
            return reply
        }
        let recorder = Recorder(keepsSecrets: keeps)
        func fetch(_ password: String, _ change: (inout HTTPClient.Configuration) -> Void) async throws -> Int {
            var configuration = HTTPClient.Configuration()
            configuration.cookies = CookieJar()
            change(&configuration)
            let client = HTTPClient(configuration: configuration)
            _ = try await client.get("http://user:\(password)@127.0.0.1:\(server.port)/")
            return try await client.get("http://user:\(password)@127.0.0.1:\(server.port)/").status.code
        }
        #expect(try await fetch("passw0rd") { $0.recorder = recorder } == 200)
        await server.stop()
        let text = String(decoding: recorder.bytes, as: UTF8.self)
        #expect(text.contains("s3cret") == keeps)
        #expect(text.contains("response=") == keeps)
        let recording = try Recording(recorder.bytes)
        let replay = Replay(recording)
        #expect(try await fetch(keeps ? "passw0rd" : "xxxxxxxx") { $0.replay = replay } == 200, "\(text)")
        #expect(replay.divergence == nil)
    }

    @Test("A cookie that has expired since is sent as it was")
    func timeOfDay() async throws {
        let recorder = Recorder(keepsSecrets: true)
        let server = try await LoopbackServer.start { request in
            var reply = LoopbackReply.text(request["Cookie"] ?? "none")
            reply.fields.append(.init("Set-Cookie", "a=b; Expires=Fri, 31 Dec 2100 00:00:00 GMT"))
            return reply
        }
        func fetch(_ change: (inout HTTPClient.Configuration) -> Void) async throws -> [String] {
            var configuration = HTTPClient.Configuration()
            configuration.cookies = CookieJar()
            change(&configuration)
            let client = HTTPClient(configuration: configuration)
            return [try await client.get(server.url("/")).text(), try await client.get(server.url("/")).text()]
        }
        #expect(try await fetch { $0.recorder = recorder } == ["none", "a=b"])
        await server.stop()
        // Recorded long ago, when the cookie lived until a moment that is over by now.
        let text = String(decoding: recorder.bytes, as: UTF8.self).replacing("2100", with: "2001")
        let old = text.split(separator: " ", omittingEmptySubsequences: false).map {
            $0.hasPrefix("wall=") ? "wall=978000000000000" : $0
        }
        let replay = Replay(try Recording(Array(old.joined(separator: " ").utf8)))
        #expect(try await fetch { $0.replay = replay } == ["none", "a=b"])
    }

    @Test("A WebSocket's peer speaks when it did", arguments: [false, true])
    func webSocket(compresses: Bool) async throws {
        let server = try await LoopbackServer.start()
        let recorder = Recorder()
        var options = WebSocketOptions()
        if !compresses { options.compression = nil }
        func converse(_ client: HTTPClient) async throws -> ([WebSocketMessage?], WebSocketCloseCode?) {
            try await client.withWebSocket("ws" + server.url("/ws/echo").dropFirst(4), options: options) { socket in
                var replies: [WebSocketMessage?] = []
                for word in ["one", "two", "three"] {
                    // A reader of its own has the time to take what comes.
                    _ = try await socket.ping()
                    try await socket.send(.text(word))
                    replies.append(try await socket.receive())
                }
                try await socket.close()
                replies.append(try await socket.receive())
                return (replies, socket.closeCode)
            }
        }
        let was = try await converse(HTTPClient(trusting: server) { $0.recorder = recorder })
        recorder.finish()
        await server.stop()
        #expect(was.0 == [.text("one"), .text("two"), .text("three"), nil])
        let client = HTTPClient(replaying: try Recording(recorder.bytes))
        let again = try await converse(client)
        #expect(again.0 == was.0)
        #expect(again.1 == was.1)
        #expect(client.configuration.replay?.divergence == nil)
    }

    @Test("Mutated recordings end in answers or errors", arguments: 0..<UInt64(4))
    func mutations(seed: UInt64) async throws {
        let server = try await LoopbackServer.start()
        let recorder = Recorder()
        let url = server.url("/chunked/3")
        _ = try await HTTPClient(trusting: server) { $0.recorder = recorder }.get(url)
        await server.stop()
        recorder.finish()
        let text = String(decoding: recorder.bytes, as: UTF8.self)
        var generator = SeededGenerator(seed: seed)
        var errors = 0
        for _ in 0..<40 {
            guard let recording = try? Recording(Array(mutated(text, with: &generator).utf8)) else { continue }
            do throws(HTTPClientError) {
                _ = try await HTTPClient(replaying: recording).get(url)
            } catch {
                errors += 1
            }
        }
        #expect(errors > 0)
    }
}
