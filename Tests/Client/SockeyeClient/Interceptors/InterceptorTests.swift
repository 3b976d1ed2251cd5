import HTTPTypes
import Sockeye
import SockeyeTesting
import Synchronization
import TestSupport
import Testing

/// The chain between the caller and the network.
struct InterceptorTests {
    /// A scripted interceptor that records its calls.
    final class Probe: RequestInterceptor {
        let name: String
        let log: Log
        let onRequest: @Sendable (Request) throws -> Interception
        let onResponse: @Sendable (Response, Request) throws -> Reaction

        init(
            _ name: String, _ log: Log,
            onRequest: @escaping @Sendable (Request) throws -> Interception = { .proceed($0) },
            onResponse: @escaping @Sendable (Response, Request) throws -> Reaction = { _, _ in .deliver }
        ) {
            self.name = name
            self.log = log
            self.onRequest = onRequest
            self.onResponse = onResponse
        }

        func prepare(_ request: Request) async throws -> Interception {
            log.add("\(name) prepare")
            return try onRequest(request)
        }

        func receive(_ response: Response, to request: Request) async throws -> Reaction {
            log.add("\(name) receive \(response.status.code)")
            return try onResponse(response, request)
        }

        func failed(_ error: HTTPClientError, for request: Request) async {
            log.add("\(name) failed")
        }
    }

    /// Lines in order.
    final class Log: Sendable {
        private let kept = Mutex<[String]>([])
        var lines: [String] { kept.withLock { $0 } }
        func add(_ line: String) { kept.withLock { $0.append(line) } }
    }

    private struct Refusal: Error {}

    private static let marked = HTTPField.Name("X-Marked") ?? .accept

    private func client(_ interceptors: [any RequestInterceptor], over server: MemoryServer? = nil) -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.interceptors = interceptors
        guard let server else { return HTTPClient(configuration: configuration) }
        return HTTPClient(over: server, configuration: configuration)
    }

    @Test func requestsPassFromFirstToLastAndResponsesBack() async throws {
        let server = MemoryServer()
        let log = Log()
        func mark(_ name: String) -> Probe {
            Probe(name, log) { request in
                var request = request
                request.fields[Self.marked] = (request.fields[Self.marked] ?? "") + name
                return .proceed(request)
            } onResponse: { response, request in
                // Each sees the request as it passed it on, and the response with its history.
                #expect(request.fields[Self.marked] == (name == "a" ? "a" : "ab"))
                #expect(response.history.count == 1)
                return .deliver
            }
        }
        let reply = try await client([mark("a"), mark("b")], over: server).get(server.url("/redirect/1"))
        #expect(reply.status == .ok)
        #expect(log.lines == ["a prepare", "b prepare", "b receive 200", "a receive 200"])
        #expect(server.receivedRequests.allSatisfy { $0["X-Marked"] == "ab" })
        #expect(server.requestCount == 2)
    }

    @Test func answersWithoutANetwork() async throws {
        let log = Log()
        let interceptors = [
            Probe("a", log),
            Probe("b", log) { _ in
                .answer(
                    SyntheticResponse(
                        status: .accepted, fields: [.contentType: "text/plain"], body: Array("made up".utf8)))
            }, Probe("c", log),
        ]
        let reply = try await client(interceptors).get("http://nowhere.invalid/x")
        #expect(reply.status == .accepted)
        #expect(reply.text() == "made up")
        #expect(reply.fields[.contentType] == "text/plain")
        #expect(reply.url.href == "http://nowhere.invalid/x")
        #expect(reply.connection.peerAddress == nil)
        #expect(log.lines == ["a prepare", "b prepare", "a receive 202"])
        // HEAD has no body, whatever the answer contains.
        #expect(try await client(interceptors).head("http://nowhere.invalid/x").body == [])
    }

    @Test(arguments: [Int64?.none, 300_000])
    func answersPieceByPiece(_ length: Int64?) async throws {
        let pieces = AsyncThrowingStream<[UInt8], any Error> { stream in
            for index in 0..<3 { stream.yield([UInt8](repeating: UInt8(index), count: 100_000)) }
            stream.finish()
        }
        let answer = SyntheticResponse(pieces: pieces, length: length)
        let reply = try await client([Probe("a", Log()) { _ in .answer(answer) }]).get("http://nowhere.invalid/")
        #expect(reply.body.count == 300_000)
        #expect(reply.body.last == 2)
    }

    @Test func anAnswerIsHeldToItsWord() async throws {
        let short = AsyncThrowingStream<[UInt8], any Error> { stream in
            stream.yield([1, 2, 3])
            stream.finish()
        }
        let broken = AsyncThrowingStream<[UInt8], any Error> { $0.finish(throwing: Refusal()) }
        for (answer, isInterceptors) in [
            (SyntheticResponse(pieces: short, length: 4), false), (SyntheticResponse(pieces: broken), true),
            (SyntheticResponse(status: .continue), true), (SyntheticResponse(status: .switchingProtocols), true),
            (SyntheticResponse(status: .init(code: 99)), true),
        ] {
            await #expect {
                try await client([Probe("a", Log()) { _ in .answer(answer) }]).get("http://nowhere.invalid/")
            } throws: { error in
                guard let error = error as? HTTPClientError else { return false }
                if case .interceptor = error.cause { return isInterceptors }
                return !isInterceptors
            }
        }
    }

    @Test func anAnswerIsDecodedAndDownloaded() async throws {
        let text = Array("unpacked".utf8)
        let coded = SyntheticResponse(fields: [.contentEncoding: "gzip"], body: Compressed.gzip(text))
        let client = client([Probe("a", Log()) { _ in .answer(coded) }])
        var request = try Request.get("http://nowhere.invalid/")
        request.coding = .compressed
        #expect(try await client.send(request).body == text)
        let folder = try TemporaryFolder()
        let plain = self.client([Probe("a", Log()) { _ in .answer(SyntheticResponse(body: text)) }])
        _ = try await plain.download("http://nowhere.invalid/file", to: .file(folder.path + "/file"))
        #expect(try folder.read("file") == text)
    }

    /// A token renewed after the server refuses the old one.
    @Test func asksAgain() async throws {
        let server = MemoryServer { request in
            request["Authorization"] == "Bearer new" ? .text("welcome") : .text("who?", status: 401)
        }
        let log = Log()
        let probe = Probe(
            "a", log,
            onResponse: { _, request in
                guard log.lines.last == "a receive 401" else { return .deliver }
                var request = request
                request.fields[.authorization] = "Bearer new"
                return .again(request)
            })
        #expect(try await client([probe], over: server).get(server.url()).text() == "welcome")
        #expect(log.lines == ["a prepare", "a receive 401", "a prepare", "a receive 200"])
        #expect(server.acceptedConnections == 1)
    }

    @Test func askingAgainEnds() async throws {
        let server = MemoryServer()
        let probe = Probe("a", Log(), onResponse: { .again($1) })
        #expect(try await client([probe], over: server).get(server.url("/hello")).status == .ok)
        #expect(server.requestCount == 11)
    }

    @Test func failuresAreTold() async throws {
        let log = Log()
        let port = refusedPort
        let interceptors = [Probe("a", log), Probe("b", log)]
        await #expect(throws: HTTPClientError.self) {
            try await client(interceptors).get("http://127.0.0.1:\(port)/")
        }
        #expect(log.lines == ["a prepare", "b prepare", "b failed", "a failed"])
        // An interceptor's error ends the call, with its description.
        await #expect {
            try await client([Probe("c", log) { _ in throw Refusal() }]).get("http://127.0.0.1:\(port)/")
        } throws: {
            ($0 as? HTTPClientError)?.cause == .interceptor("Refusal()")
        }
        // Errors of the caller's closure aren't reported to interceptors.
        let server = try await LoopbackServer.start()
        let count = log.lines.count
        await #expect(throws: Refusal.self) {
            try await client(interceptors).perform(.get(server.url("/hello"))) { _ in throw Refusal() }
        }
        #expect(!log.lines.dropFirst(count).contains { $0.hasSuffix("failed") })
        await server.stop()
    }

    @Test func aStreamIsNotSentTwice() async throws {
        let server = MemoryServer { request in
            request["Authorization"] == nil ? .text("who?", status: 401) : .text("welcome")
        }
        let probe = Probe(
            "a", Log(),
            onResponse: { response, request in
                guard response.status == .unauthorized else { return .deliver }
                var request = request
                request.fields[.authorization] = "Bearer new"
                return .again(request)
            })
        let pieces = { () -> RequestBody in
            .stream(
                AsyncThrowingStream<[UInt8], any Error> {
                    $0.yield([1, 2, 3]); $0.finish()
                })
        }
        let client = client([probe], over: server)
        await #expect {
            try await client.send(.put(server.url(), body: pieces().typed("text/plain").chunked()))
        } throws: { ($0 as? HTTPClientError)?.cause == .requestBody(.usedUp) }
        #expect(server.requestCount == 1)
        // Nor in another call.
        let body = pieces()
        var request = try Request.put(server.url(), body: body)
        request.fields[.authorization] = "x"
        #expect(try await client.send(request).status == .ok)
        await #expect { try await client.send(request) } throws: {
            ($0 as? HTTPClientError)?.cause == .requestBody(.usedUp)
        }
        // One that says it can be is.
        request.body = .stream(
            AsyncThrowingStream<[UInt8], any Error> { $0.finish() }, isReplayable: true)
        #expect(try await client.send(request).status == .ok)
        #expect(try await client.send(request).status == .ok)
    }

    @Test func theTotalTimeIsThatOfAllRounds() async throws {
        let clock = ContinuousClock()
        let probe = Probe(
            "a", Log(),
            onRequest: { request in
                // What an interceptor takes counts, and what comes after it finds no time left.
                let end = clock.now + .milliseconds(60)
                while clock.now < end {}
                return .proceed(request)
            }, onResponse: { .again($1) })
        let server = MemoryServer()
        var request = try Request.get(server.url("/hello"))
        request.timeouts = Timeouts(total: .milliseconds(200))
        await #expect { try await client([probe], over: server).send(request) } throws: {
            ($0 as? HTTPClientError)?.cause == .timedOut(.total, after: .milliseconds(200))
        }
        #expect(server.requestCount < 10)
    }

    @Test(arguments: [
        (Timeouts(idle: .milliseconds(30)), Timeouts.Clock.idle),
        (Timeouts(idle: nil, total: .milliseconds(30)), .total),
    ])
    func anAnswerThatStallsRunsIntoItsClock(_ timeouts: Timeouts, _ clock: Timeouts.Clock) async throws {
        let (never, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        continuation.yield([1])
        let probe = Probe("a", Log()) { _ in .answer(SyntheticResponse(pieces: never)) }
        var request = try Request.get("http://nowhere.invalid/")
        request.timeouts = timeouts
        let stalled = request
        await #expect { try await client([probe]).send(stalled) } throws: {
            ($0 as? HTTPClientError)?.cause == .timedOut(clock, after: .milliseconds(30))
        }
        continuation.finish()
    }

    @Test func thoseBeforeOneThatThrowsAreTold() async throws {
        let log = Log()
        let probes = [Probe("a", log), Probe("b", log) { _ in throw Refusal() }, Probe("c", log)]
        await #expect(throws: HTTPClientError.self) { try await client(probes).get("http://nowhere.invalid/") }
        #expect(log.lines == ["a prepare", "b prepare", "a failed"])
    }
}
