import HTTPTypes
import SockeyeClient
import SockeyeHTTP1
import SockeyeTesting
import Testing

/// Request bodies: bytes and streams of all lengths, correct and wrong.
struct RequestBodyTests {
    private static func pieces(_ sizes: [Int]) -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { continuation in
            var start = 0
            for size in sizes {
                continuation.yield(BytePattern.bytes(start..<start + size))
                start += size
            }
            continuation.finish()
        }
    }

    @Test(arguments: [[], [0], [1], [0, 5, 0, 70_000, 1], [65_536, 65_537, 200_000, 3]], [false, true])
    func aStreamArrivesWhole(_ sizes: [Int], _ hasLength: Bool) async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let total = sizes.reduce(0, +)
        let observations = Observations()
        let body = RequestBody.stream(Self.pieces(sizes), length: hasLength ? Int64(total) : nil)
        _ = try await client.send(.put(server.url("/continue"), body: body), observer: observations)
        let request = try await server.nextRequest()
        #expect(request.body == BytePattern.bytes(0..<total))
        #expect(request["Content-Length"] == (hasLength ? "\(total)" : nil))
        #expect(request.chunkSizes == (hasLength ? [] : sizes.filter { $0 > 0 }))
        #expect(observations.closing == nil)
        // Nothing is left: the connection carries the next request.
        _ = try await client.get(server.url("/hello"))
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    @Test(arguments: [1, 65_536, 65_537, 3_000_001])
    func bytesArriveWhole(_ count: Int) async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let reply = try await client.perform(
            .post(server.url("/continue"), body: .bytes(BytePattern.bytes(0..<count)))
        ) { response in
            #expect(response.requestBodyBytesSent == Int64(count))
            #expect(response.requestBytesSent > Int64(count))
            return try await response.buffered()
        }
        #expect(reply.text() == "received \(count) bytes\n")
        #expect(try await server.nextRequest().body == BytePattern.bytes(0..<count))
        await server.stop()
    }

    @Test(arguments: [
        ([3, 4], HTTPClientError.Cause.http(.caller(.bodyTooShort(declared: 10, missing: 3)))),
        ([], .http(.caller(.bodyTooShort(declared: 10, missing: 10)))),
        ([5, 6], .http(.caller(.bodyTooLong(declared: 10, excess: 1)))),
        ([10, 1], .http(.caller(.bodyTooLong(declared: 10, excess: 1)))),
    ])
    func aStreamMustBeAsLongAsItSaid(_ sizes: [Int], _ cause: HTTPClientError.Cause) async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let observations = Observations()
        let error = try await failure {
            try await client.send(
                .put(server.url("/echo"), body: .stream(Self.pieces(sizes), length: 10)), observer: observations)
        }
        #expect(error.cause == cause)
        #expect(error.phase == .send)
        #expect(error.party == .caller)
        #expect(observations.count("secondTry") == 0)
        #expect(observations.closing != nil)
        try await server.waitForClosedConnections(1)
        #expect(try await client.get(server.url("/hello")).status == .ok)
        await server.stop()
    }

    private struct Mishap: Error {}

    @Test func aStreamThatThrowsEndsTheRequest() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let failing = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield([1, 2, 3])
            continuation.finish(throwing: Mishap())
        }
        let error = try await failure { try await client.put(server.url("/echo"), body: .stream(failing)) }
        #expect(error.cause == .requestBodyFailed("Mishap()"))
        #expect(error.phase == .send)
        #expect(error.party == .caller)
        try await server.waitForClosedConnections(1)
        #expect(server.receivedRequests.allSatisfy { !$0.isComplete })
        await server.stop()
    }

    // MARK: 100 (Continue)

    private static func asking(_ url: String, _ count: Int) throws -> Request {
        var request = try Request.put(url, body: .bytes(BytePattern.bytes(0..<count)))
        request.expectsContinue = true
        return request
    }

    @Test func theBodyFollowsThe100() async throws {
        let server = try await LoopbackServer.start()
        // Only the 100 ends the wait.
        let client = HTTPClient(trusting: server) { $0.continueTimeout = .seconds(3600) }
        let observations = Observations()
        let reply = try await client.send(Self.asking(server.url("/continue"), 100_000), observer: observations)
        #expect(reply.text() == "received 100000 bytes\n")
        #expect(observations.informational.map(\.status.code) == [100])
        #expect(try await server.nextRequest()["Expect"] == "100-continue")
        #expect(observations.closing == nil)
        await server.stop()
    }

    /// RFC 9110 section 15.5.18: the same request may succeed without the expectation.
    @Test(arguments: [false, true])
    func anExpectationThatFailsIsLeftOut(_ isReplayable: Bool) async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server) { $0.continueTimeout = .seconds(3600) }
        var request = try Self.asking(server.url("/continue/417"), 100_000)
        // The body was not read yet, so even one that can't be replayed is sent.
        if !isReplayable { request.body = .stream(Self.pieces([60_000, 40_000])) }
        let reply = try await client.send(request)
        #expect(reply.text() == "received 100000 bytes\n")
        let requests = server.receivedRequests
        #expect(requests.map { $0["Expect"] } == ["100-continue", nil])
        #expect(requests.last?.body == BytePattern.bytes(0..<100_000))
        await server.stop()
    }

    @Test(arguments: [413])
    func aRefusalSparesTheBody(_ status: Int) async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server) { $0.continueTimeout = .seconds(3600) }
        let observations = Observations()
        let reply = try await client.perform(
            Self.asking(server.url("/continue/\(status)"), 100_000), observer: observations
        ) { response in
            #expect(response.requestBodyBytesSent == 0)
            return try await response.buffered()
        }
        #expect(reply.status.code == status)
        #expect(!reply.body.isEmpty)
        #expect(observations.count("sentBody") == 0)
        #expect(observations.closing != nil)
        #expect(try await client.get(server.url("/hello")).status == .ok)
        #expect(server.acceptedConnections == 2)
        await server.stop()
    }

    @Test func silenceLetsTheBodyGo() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitHead, .receiveBody, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .awaitEnd,
        ])
        let client = HTTPClient(trusting: server) { $0.continueTimeout = .milliseconds(20) }
        let reply = try await client.send(Self.asking(server.url(), 5000))
        #expect(reply.text() == "ok")
        #expect(try await server.nextRequest().body == BytePattern.bytes(0..<5000))
        await server.stop()
    }

    // MARK: Early responses

    private static let refusal =
        "HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 9\r\n\r\ntoo large"

    enum End: Sendable, CaseIterable {
        case close, reset

        var step: Step { self == .close ? .close : .reset }
    }

    /// The server answers and closes without reading the upload. The caller gets the response, not the broken pipe.
    @Test(arguments: [(false, false), (false, true), (true, false), (true, true)], End.allCases)
    func aRefusalDuringAnUploadIsKept(_ kind: (secure: Bool, isStream: Bool), _ end: End) async throws {
        let (secure, isStream) = kind
        let server = try await LoopbackServer.start(
            secure: secure, script: [.awaitHead, .receive(100_000), .send(Self.refusal), end.step])
        let client = HTTPClient(trusting: server)
        let piece = [UInt8](repeating: 7, count: 1_000_000)
        // An endless body: only the refusal ends it.
        let pieces = AsyncThrowingStream<[UInt8], any Error> { piece }
        let body: RequestBody =
            isStream ? .stream(pieces) : .bytes([UInt8](repeating: 7, count: 40_000_000))
        let observations = Observations()
        let reply = try await client.send(.post(server.url(), body: body), observer: observations)
        #expect(reply.status.code == 413)
        #expect(reply.text() == "too large")
        #expect(observations.closing != nil)
        await server.stop()
    }

    /// A server that accepts part of the body, answers 200 and closes has lost the rest; curl's exit code is 55 too.
    /// A closing server reads on for a while, so only an endless body is cut.
    @Test(arguments: [
        (false, true, End.close), (true, true, .close), (false, false, .reset), (true, false, .reset),
        (false, true, .reset), (true, true, .reset),
    ])
    func aConsentWithoutTheWholeUploadIsAnError(_ secure: Bool, _ isStream: Bool, _ end: End) async throws {
        let server = try await LoopbackServer.start(
            secure: secure,
            script: [
                .awaitHead, .receive(100_000), .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), end.step,
            ])
        let piece = [UInt8](repeating: 7, count: 1_000_000)
        let pieces = AsyncThrowingStream<[UInt8], any Error> { piece }
        let body: RequestBody =
            isStream ? .stream(pieces) : .bytes([UInt8](repeating: 7, count: 40_000_000))
        let observations = Observations()
        let error = try await failure {
            try await HTTPClient(trusting: server).send(.post(server.url(), body: body), observer: observations)
        }
        #expect(error.phase == .send)
        #expect(error.requestBytesSent > 0)
        #expect(observations.metrics.last?.failure == error)
        #expect(observations.count("measured") == 1)
        await server.stop()
    }

    /// After a response to an incomplete request, the server still expects the rest: another request on the connection
    /// would be read as that rest.
    @Test func aConnectionWithHalfARequestIsNotUsedAgain() async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [
                    .awaitHead, .send("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno"), .stall,
                ],
                [.serve(requests: nil)],
            ]))
        let client = HTTPClient(trusting: server)
        let observations = Observations()
        // Larger than both kernels' buffers, so that it can't be sent completely while unread.
        let body = RequestBody.bytes([UInt8](repeating: 7, count: 64_000_000))
        let reply = try await client.send(.put(server.url(), body: body), observer: observations)
        #expect(reply.status == .forbidden)
        #expect(observations.closing == .requestBodyUnfinished)
        #expect(try await client.get(server.url("/hello")).status == .ok)
        #expect(server.acceptedConnections == 2)
        await server.stop()
    }

    /// A server that answers 200 at once and continues reading gets the whole body.
    @Test func anEarlyConsentDoesNotEndTheUpload() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"), .delay(.milliseconds(30)), .receiveBody,
            .send("done"), .awaitRequest, .send("HTTP/1.1 204 No Content\r\n\r\n"), .awaitEnd,
        ])
        let client = HTTPClient(trusting: server)
        let count = 16_000_000
        let reply = try await client.put(server.url(), body: .bytes(BytePattern.bytes(0..<count)))
        #expect(reply.text() == "done")
        #expect(try await server.nextRequest().bodyLength == count)
        #expect(try await client.get(server.url()).status == .noContent)
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }
}
