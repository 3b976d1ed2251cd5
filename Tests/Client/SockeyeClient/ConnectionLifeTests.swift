import HTTPTypes
import SockeyeClient
import SockeyeHTTP1
import SockeyeIO
import SockeyeTesting
import Testing

/// When a connection is reused, when not, and what happens if it died while idle.
struct ConnectionLifeTests {
    private static let okay = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    private static let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"

    // MARK: Retry once

    /// The server reads a second request and closes, as if its idle timeout ran out at that moment.
    @Test(arguments: [false, true])
    func aLostGETIsSentOnceMore(_ secure: Bool) async throws {
        let server = try await LoopbackServer.start(
            secure: secure,
            script: Script(connections: [
                [.awaitRequest, .send(Self.okay), .awaitRequest, .close], [.serve(requests: nil)],
            ]))
        let client = HTTPClient(trusting: server)
        _ = try await client.get(server.url("/hello"))
        let observations = Observations()
        let reply = try await client.send(.get(server.url("/hello")), observer: observations)
        #expect(reply.status == .ok)
        #expect(observations.count("secondTry") == 1)
        #expect(observations.count("connectionReused") == 1)
        #expect(server.requestCount == 3)
        #expect(server.acceptedConnections == 2)
        await server.stop()
    }

    @Test func aLostPOSTIsNot() async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [.awaitRequest, .send(Self.okay), .awaitRequest, .close], [.serve(requests: nil)],
            ]))
        let client = HTTPClient(trusting: server)
        _ = try await client.get(server.url())
        let observations = Observations()
        let error = try await failure {
            try await client.send(.post(server.url(), body: .text("pay")), observer: observations)
        }
        #expect(error.cause == .http(.server(.closedBeforeResponse, offset: 0)))
        #expect(error.phase == .firstByte)
        #expect(error.party == .server)
        #expect(error.requestBytesSent > 0)
        #expect(observations.count("secondTry") == 0)
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    @Test func aBodyThatCannotBeReadAgainIsNotSentAgain() async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [.awaitRequest, .send(Self.okay), .awaitRequest, .close], [.serve(requests: nil)],
            ]))
        let client = HTTPClient(trusting: server)
        _ = try await client.get(server.url())
        let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield([1])
            continuation.finish()
        }
        let error = try await failure { try await client.put(server.url(), body: .stream(pieces)) }
        #expect(error.cause == .http(.server(.closedBeforeResponse, offset: 0)))
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    @Test func nothingIsSentAThirdTime() async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [.awaitRequest, .send(Self.okay), .awaitRequest, .close], [.awaitRequest, .close],
            ]))
        let client = HTTPClient(trusting: server)
        _ = try await client.get(server.url())
        let observations = Observations()
        let error = try await failure { try await client.send(.get(server.url()), observer: observations) }
        #expect(error.cause == .http(.server(.closedBeforeResponse, offset: 0)))
        #expect(observations.count("secondTry") == 1)
        #expect(server.requestCount == 3)
        #expect(server.acceptedConnections == 2)
        await server.stop()
    }

    @Test func aNewConnectionThatIsLostIsNoReasonToTryAgain() async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, .close])
        let client = HTTPClient(trusting: server)
        let error = try await failure { try await client.get(server.url()) }
        #expect(error.cause == .http(.server(.closedBeforeResponse, offset: 0)))
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    // MARK: The probe before reuse

    @Test(arguments: [false, true])
    func aConnectionThatTheServerClosedIsNotUsed(_ secure: Bool) async throws {
        let server = try await LoopbackServer.start(secure: secure)
        let client = HTTPClient(trusting: server)
        for round in 1...3 {
            let observations = Observations()
            // A POST, which can't be retried.
            let reply = try await client.send(
                .post(server.url("/echo"), body: .text("x")), observer: observations)
            #expect(reply.status == .ok)
            #expect(observations.count("connectionReused") == 0)
            #expect(server.acceptedConnections == round)
            try await server.closeIdleConnections()
        }
        await server.stop()
    }

    /// An unsolicited response must not become the response to the next request.
    @Test(arguments: [false, true])
    func anUnaskedResponseIsNeverTaken(_ secure: Bool) async throws {
        let (go, sent) = (Gate(), Gate())
        let server = try await LoopbackServer.start(
            secure: secure,
            script: Script(connections: [
                [.awaitRequest, .send(Self.okay), .pause(until: go), .send(Self.evil), .open(sent), .awaitEnd],
                [.awaitRequest, .send(Self.okay + Self.evil), .awaitEnd],
                [.serve(requests: nil)],
            ]))
        let client = HTTPClient(trusting: server)
        #expect(try await client.get(server.url()).text() == "ok")
        go.open()
        try await sent.wait()
        // Within a millisecond the connection isn't looked at again: the bytes could as well have come just after the look.
        try await EventLoop.shared.sleep(until: .after(.milliseconds(2)))
        // It arrived later: the probe sees it.
        let observations = Observations()
        #expect(try await client.send(.get(server.url()), observer: observations).text() == "ok")
        #expect(observations.count("connectionReused") == 0)
        // It arrived with the response.
        #expect(observations.closing == .protocolError)
        #expect(try await client.get(server.url("/hello")).text().hasPrefix("Hello"))
        #expect(server.acceptedConnections == 3)
        await server.stop()
    }

    @Test(arguments: [
        "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    ])
    func bytesAfterABodilessResponseCloseTheConnection(_ head: String) async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [.awaitRequest, .send(head + "evil"), .awaitEnd], [.serve(requests: nil)],
            ]))
        let client = HTTPClient(trusting: server)
        let observations = Observations()
        let reply = try await client.send(.get(server.url()), observer: observations)
        #expect(reply.body.isEmpty)
        #expect(observations.closing == .protocolError)
        #expect(try await client.get(server.url("/hello")).status == .ok)
        #expect(server.acceptedConnections == 2)
        await server.stop()
    }

    // MARK: Half-read bodies and the scope

    @Test func aBodyHalfReadClosesTheConnection() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        let observations = Observations()
        try await client.perform(.get(server.url("/large/50000000")), observer: observations) { response in
            var iterator = response.body.makeAsyncIterator()
            let first = try await iterator.next()
            #expect(first?.isEmpty == false)
        }
        #expect(observations.closing == .responseUnfinished)
        #expect(try await client.get(server.url("/hello")).status == .ok)
        #expect(server.acceptedConnections == 2)
        await server.stop()
    }

    /// Bytes already received are read so that the connection can be reused.
    @Test func aShortBodyThatNobodyReadKeepsTheConnection() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        for path in ["/hello", "/sized/0", "/status/404", "/hello"] {
            let observations = Observations()
            try await client.perform(.get(server.url(path)), observer: observations) { _ in }
            #expect(observations.closing == nil)
        }
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    @Test func aBodyIsReadInsideTheClosureOnly() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        var kept: ResponseBody?
        try await client.perform(.get(server.url("/sized/100"))) { kept = $0.body }
        let body = try #require(kept)
        for _ in 0..<2 {
            let error = try await failure { try await body.collect(limit: 1000) }
            #expect(error.cause == .bodyOutOfScope)
            #expect(error.party == .caller)
        }
        #expect(try await client.get(server.url("/sized/3")).body == BytePattern.bytes(0..<3))
        await server.stop()
    }

    private struct Enough: Error {}

    @Test func whatTheHandlerThrowsIsThrownOn() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server)
        await #expect(throws: Enough.self) {
            try await client.perform(.get(server.url("/large/50000000"))) { response in
                try await response.body.forEachChunk { _ in throw Enough() }
            }
        }
        #expect(try await client.get(server.url("/hello")).status == .ok)
        await server.stop()
    }

    /// A piece that its reader refused doesn't affect the following ones.
    @Test func readingGoesOnAfterAReaderThatThrew() async throws {
        let chunks = "3\r\nabc\r\n3\r\ndef\r\n3\r\nghi\r\n0\r\n\r\n"
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks),
            .serve(requests: nil),
        ])
        let client = HTTPClient(trusting: server)
        let observations = Observations()
        try await client.perform(.get(server.url()), observer: observations) { response in
            var seen = ""
            await #expect(throws: Enough.self) {
                try await response.body.forEachChunk { bytes in
                    seen += bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                    throw Enough()
                }
            }
            #expect(seen == "abc")
            let rest = try await response.body.collect(limit: 100)
            #expect(rest == Array("defghi".utf8))
        }
        #expect(observations.closing == nil)
        #expect(try await client.get(server.url("/hello")).status == .ok)
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    /// After a reset the kernel reports an orderly end; a second read must not take it for one.
    @Test func aFailedBodyStaysFailed() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc"), .pause(until: gate), .reset,
        ])
        let client = HTTPClient(trusting: server)
        try await client.perform(.get(server.url())) { response in
            var iterator = response.body.makeAsyncIterator()
            let piece = try await iterator.next()
            #expect(piece == Array("abc".utf8))
            gate.open()
            let first = try await failure { try await iterator.next() }
            #expect(first.cause == .network(.system(call: "recv", errorNumber: 104)))
            #expect(first.phase == .receive)
            let second = try await failure { try await iterator.next() }
            #expect(second == first)
        }
        await server.stop()
    }

    // MARK: Back-pressure

    @Test(arguments: [false, true])
    func whatNobodyReadsIsNotReceived(_ secure: Bool) async throws {
        let sent = Gate()
        let count = 64 * 1024 * 1024
        let server = try await LoopbackServer.start(
            secure: secure,
            script: [
                .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n"), .sendZeros(count),
                .open(sent), .awaitEnd,
            ])
        let client = HTTPClient(trusting: server)
        try await client.perform(.get(server.url())) { response in
            // The server can send only as much as fits into the kernel's buffers.
            await #expect(throws: IOError.timedOut) { try await sent.wait(until: .after(.milliseconds(150))) }
            var received = 0
            try await response.body.forEachChunk { received += $0.byteCount }
            #expect(received == count)
        }
        try await sent.wait()
        await server.stop()
    }
}
