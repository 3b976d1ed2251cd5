import HTTPTypes
import SockeyeClient
import SockeyeHTTP1
import SockeyeIO
import SockeyeTesting
import SockeyeTransport
import Testing

/// `withUpgrade`: another protocol on the connection of a request.
struct UpgradeTests {
    private static func answer(_ protocols: String, _ rest: String = "") -> Step {
        .send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\(protocols)\r\n\(rest)")
    }

    @Test func bytesBehindTheAnswerBelongToTheNewProtocol() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, Self.answer("Upgrade: echo/2\r\n", "welcome"), .echoBytes,
        ])
        try await HTTPClient().withUpgrade(.get(server.url("/x")), to: ["ECHO/2", "echo/1"]) { stream in
            let chosen = stream.head?.fields[.upgrade]
            #expect(chosen == "echo/2")
            #expect(try await stream.receive(upTo: 3) == Array("wel".utf8))
            #expect(try await stream.receive() == Array("come".utf8))
            try await stream.send("hello")
            #expect(try await stream.receive() == Array("hello".utf8))
            stream.endSending()
            #expect(try await stream.receive().isEmpty)
        }
        let request = try #require(server.receivedRequests.first)
        #expect(request["Upgrade"] == "ECHO/2, echo/1")
        #expect(request["Connection"] == "Upgrade")
        await server.stop()
    }

    @Test func aRefusalIsAResponse() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient()
        do {
            try await client.withUpgrade(.get(server.url("/hello")), to: ["echo"]) { _ in }
            Issue.record("no error")
        } catch let refusal as UpgradeRefusal {
            #expect(refusal.response.status == .ok)
            #expect(refusal.response.text().contains("Hello"))
        }
        // The connection is still good.
        _ = try await client.get(server.url("/hello"))
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    @Test(arguments: ["", "Upgrade: other\r\n", "Upgrade: echo, other\r\n", "Upgrade: /1\r\n"])
    func whatWasNotOfferedIsRefused(_ field: String) async throws {
        let server = try await LoopbackServer.start(script: [.awaitRequest, Self.answer(field), .echoBytes])
        await #expect(throws: HTTPClientError.self) {
            try await HTTPClient().withUpgrade(.get(server.url("/x")), to: ["echo"]) { _ in }
        }
        await server.stop()
    }

    @Test func redirectsAreFollowedFirst() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .send("HTTP/1.1 307 There\r\nLocation: /y\r\nContent-Length: 0\r\n\r\n"), .awaitRequest,
            Self.answer("Upgrade: echo\r\n"), .echoBytes,
        ])
        try await HTTPClient().withUpgrade(.get(server.url("/x")), to: ["echo"]) { stream in
            try await stream.send("a")
            #expect(try await stream.receive() == Array("a".utf8))
        }
        #expect(server.receivedRequests.map(\.target) == ["/x", "/y"])
        await server.stop()
    }

    // MARK: With a body

    /// Opens its gate when the answer's head has come.
    private final class Answered: ExchangeObserver {
        let gate = Gate()

        func observe(_ event: ClientEvent) {
            if event[.receivedHead] != nil { gate.open() }
        }
    }

    private struct Mishap: Error {}

    /// A request whose body goes on after the answer: with `rest`, which may throw, or forever.
    private static func asking(
        _ server: LoopbackServer, after answered: Answered, length: Int,
        _ rest: (@Sendable (AsyncThrowingStream<[UInt8], any Error>.Continuation) throws -> Void)?
    ) throws -> Request {
        let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield(BytePattern.bytes(0..<70_000))
            guard let rest else { return }
            Task {
                do {
                    try await answered.gate.wait()
                    try rest(continuation)
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
        }
        return try .post(server.url("/x"), body: .stream(pieces, length: Int64(length)))
    }

    /// RFC 9110 section 7.8: the new protocol begins once the request is complete.
    @Test func theBodyIsSentBeforeTheNewProtocolBegins() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitHead, Self.answer("Upgrade: echo\r\n"), .receiveBody, .echoBytes,
        ])
        let answered = Answered()
        let length = 4_000_000
        let request = try Self.asking(server, after: answered, length: length) { continuation in
            for start in stride(from: 70_000, to: length, by: 65_500) {
                continuation.yield(BytePattern.bytes(start..<min(start + 65_500, length)))
            }
        }
        try await HTTPClient().withUpgrade(request, to: ["echo"], observer: answered) { stream in
            try await stream.send("hello")
            #expect(try await stream.receive() == Array("hello".utf8))
        }
        let isIntact = server.receivedRequests.first?.body == BytePattern.bytes(0..<length)
        #expect(isIntact)
        await server.stop()
    }

    @Test func aBodyThatFailsEndsTheSwitch() async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitHead, Self.answer("Upgrade: echo\r\n"), .awaitEnd,
        ])
        let answered = Answered()
        let request = try Self.asking(server, after: answered, length: 80_000) { _ in throw Mishap() }
        let error = await #expect(throws: HTTPClientError.self) {
            try await HTTPClient().withUpgrade(request, to: ["echo"], observer: answered) { _ in
                Issue.record("switched with half a request")
            }
        }
        #expect(error?.cause == .requestBodyFailed("Mishap()"))
        try await server.waitForClosedConnections(1)
        await server.stop()
    }

    @Test(arguments: [false, true]) func theWaitForTheBodyEnds(cancelled: Bool) async throws {
        let server = try await LoopbackServer.start(script: [
            .awaitHead, Self.answer("Upgrade: echo\r\n"), .awaitEnd,
        ])
        let answered = Answered()
        var request = try Self.asking(server, after: answered, length: 80_000, nil)
        request.timeouts = Timeouts()
        if !cancelled { request.timeouts?.total = .milliseconds(200) }
        let task = Task { [request] in
            try await HTTPClient().withUpgrade(request, to: ["echo"], observer: answered) { _ in
                Issue.record("switched with half a request")
            }
        }
        if cancelled {
            try await answered.gate.wait()
            task.cancel()
        }
        let error = await #expect(throws: HTTPClientError.self) { try await task.value }
        #expect(error?.cause == (cancelled ? .cancelled : .timedOut(.total, after: .milliseconds(200))))
        try await server.waitForClosedConnections(1)
        await server.stop()
    }
}
