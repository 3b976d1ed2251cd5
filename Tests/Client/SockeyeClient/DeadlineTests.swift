import Glibc
import HTTPTypes
@testable import SockeyeClient
import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import Testing

/// Every clock raises an error that names it. The limits are small; the servers wait forever.
@Suite(.timeLimit(.minutes(1)))
struct DeadlineTests {
    private static let limit = Duration.milliseconds(80)

    private static let phases: [HTTPClientError.Phase] = [
        .pool, .resolve, .connect, .handshake, .send, .firstByte, .receive,
    ]

    private static func expect(
        _ error: HTTPClientError, _ clock: Timeouts.Clock, in phase: HTTPClientError.Phase,
        after expected: Duration = limit, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(error.cause == .timedOut(clock, after: expected), sourceLocation: sourceLocation)
        // The total clock runs from the call, so on a busy machine it may end an earlier phase.
        let reached = clock == .total ? phases.prefix { $0 != phase } + [phase] : [phase]
        #expect(reached.contains(error.phase), sourceLocation: sourceLocation)
        #expect(error.party == .network, sourceLocation: sourceLocation)
        #expect(error.description.hasPrefix("timed out after 0.080 s"), sourceLocation: sourceLocation)
    }

    private static func client(_ server: LoopbackServer, _ timeouts: Timeouts) -> HTTPClient {
        HTTPClient(trusting: server) { $0.timeouts = timeouts }
    }

    private static func client(_ server: MemoryServer, _ timeouts: Timeouts) -> HTTPClient {
        HTTPClient(over: server) { $0.timeouts = timeouts }
    }

    /// A resolver that answers only after the test. Its call can't be cancelled, so the client must not wait for it.
    @Test(arguments: [Timeouts.Clock.resolve, .total])
    func resolving(_ clock: Timeouts.Clock) async throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        defer { ends.forEach { _ = close($0) } }
        var request = try Request.get("http://slow.test/")
        request.timeouts = clock == .resolve ? Timeouts(resolve: Self.limit) : Timeouts(total: Self.limit)
        var configuration = HTTPClient.Configuration()
        configuration.lookup = { [reading = dup(ends[0])] host, _ in
            var byte: UInt8 = 0
            _ = read(reading, &byte, 1)
            _ = close(reading)
            return .failure(.unknownHost(host, reason: "too late", isTemporary: false))
        }
        let client = HTTPClient(configuration: configuration)
        Self.expect(try await failure { try await client.send(request) }, clock, in: .resolve)
    }

    @Test(arguments: [Timeouts.Clock.connect, .total])
    func connecting(_ clock: Timeouts.Clock) async throws {
        let blackhole = try Blackhole()
        var request = try Request.get("http://127.0.0.1:\(blackhole.port)/")
        request.timeouts = clock == .connect ? Timeouts(connect: Self.limit) : Timeouts(total: Self.limit)
        let client = HTTPClient()
        let error = try await failure { try await client.send(request) }
        Self.expect(error, clock, in: .connect)
        #expect(error.requestBytesSent == 0)
    }

    @Test(arguments: [Timeouts.Clock.handshake, .total])
    func shakingHands(_ clock: Timeouts.Clock) async throws {
        let server = try await LoopbackServer.start(script: [.stall])
        var request = try Request.get("https://127.0.0.1:\(server.port)/")
        request.timeouts = clock == .handshake ? Timeouts(handshake: Self.limit) : Timeouts(total: Self.limit)
        let client = HTTPClient()
        Self.expect(try await failure { try await client.send(request) }, clock, in: .handshake)
        await server.stop()
    }

    @Test(arguments: [Timeouts.Clock.firstByte, .total])
    func waitingForTheFirstByteInMemory(_ clock: Timeouts.Clock) async throws {
        let server = MemoryServer(script: [.awaitRequest, .stall])
        let client = Self.client(
            server, clock == .total ? Timeouts(total: Self.limit) : Timeouts(firstByte: Self.limit))
        let error = try await failure { try await client.get(server.url()) }
        Self.expect(error, clock, in: .firstByte)
        #expect((error.requestBytesSent > 0) == (error.phase == .firstByte))
    }

    @Test(arguments: [Timeouts.Clock.firstByte, .total])
    func waitingForTheFirstByte(_ clock: Timeouts.Clock) async throws {
        let server = try await LoopbackServer.start(secure: true, script: [.awaitRequest, .stall])
        let client = Self.client(
            server, clock == .total ? Timeouts(total: Self.limit) : Timeouts(firstByte: Self.limit))
        let error = try await failure { try await client.get(server.url()) }
        Self.expect(error, clock, in: .firstByte)
        #expect((error.requestBytesSent > 0) == (error.phase == .firstByte))
        await server.stop()
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"])
    func idleWhileReceiving(_ start: String) async throws {
        let server = MemoryServer(script: [.awaitRequest, .send(start), .stall])
        let client = Self.client(server, Timeouts(idle: Self.limit))
        let error = try await failure { try await client.get(server.url()) }
        Self.expect(error, .idle, in: start.hasSuffix("abc") ? .receive : .firstByte)
    }

    @Test(arguments: [Timeouts.Clock.idle, .total])
    func idleWhileSendingInMemory(_ clock: Timeouts.Clock) async throws {
        let server = MemoryServer(script: [.receive(1_000_000), .stall], wire: .init(capacity: 1_000_000))
        let client = Self.client(server, clock == .idle ? Timeouts(idle: Self.limit) : Timeouts(total: Self.limit))
        let body = RequestBody.bytes([UInt8](repeating: 0, count: 2_000_000))
        let error = try await failure { try await client.put(server.url(), body: body) }
        Self.expect(error, clock, in: .send)
        // On a busy machine the total clock may end before the first byte.
        #expect(clock == .total ? error.requestBytesSent <= 1_000_000 : error.requestBytesSent == 1_000_000)
    }

    @Test(arguments: [Timeouts.Clock.idle, .total])
    func idleWhileSending(_ clock: Timeouts.Clock) async throws {
        let server = try await LoopbackServer.start(script: [.awaitHead, .stall])
        let client = Self.client(server, clock == .idle ? Timeouts(idle: Self.limit) : Timeouts(total: Self.limit))
        let body = RequestBody.bytes([UInt8](repeating: 0, count: 64_000_000))
        let error = try await failure { try await client.put(server.url(), body: body) }
        Self.expect(error, clock, in: .send)
        await server.stop()
    }

    /// Pieces keep arriving, so the connection isn't idle, but too slowly.
    @Test func belowTheLeastSpeed() async throws {
        let trickle = (0..<10_000).flatMap { _ in [Step.send("x"), .delay(.milliseconds(5))] }
        let server = MemoryServer(
            script: Script([.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n")] + trickle))
        let client = Self.client(
            server, Timeouts(minimumSpeed: .init(bytesPerSecond: 100_000, period: Self.limit)))
        let error = try await failure { try await client.get(server.url()) }
        Self.expect(error, .minimumSpeed, in: .receive)
    }

    /// A server that never answers, or accepts none of a body, is below any speed.
    @Test(arguments: [false, true])
    func nothingIsBelowTheLeastSpeed(_ isUpload: Bool) async throws {
        let server = MemoryServer(
            script: [.awaitHead, .stall], wire: .init(capacity: isUpload ? 1_000_000 : .max))
        let client = Self.client(
            server, Timeouts(firstByte: nil, idle: nil, minimumSpeed: .init(bytesPerSecond: 100, period: Self.limit)))
        let body = RequestBody.bytes([UInt8](repeating: 0, count: isUpload ? 64_000_000 : 1))
        let error = try await failure { try await client.put(server.url(), body: body) }
        Self.expect(error, .minimumSpeed, in: isUpload ? .send : .firstByte)
    }

    /// Bytes that wake the client but carry no content don't reset the idle clock.
    @Test(arguments: [false, true])
    func whatCarriesNothingIsIdle(_ isTLS: Bool) async throws {
        // Another byte of an extension, or a key update, every 60 ms, for longer than the test runs. More of them at once,
        // as after a pause of a busy machine, would be another error.
        let trickle = (0..<500).flatMap { _ in [isTLS ? Step.updateKeys(1) : .send("x"), .delay(.milliseconds(60))] }
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
        var configuration = LoopbackConfiguration()
        configuration.lowestVersion = .tls13
        let server = try await LoopbackServer.start(
            secure: isTLS, script: Script([.awaitRequest, .send(isTLS ? head : head + "3;")] + trickle),
            configuration: configuration)
        let client = Self.client(server, Timeouts(idle: Self.limit))
        let error = try await failure { try await client.get(server.url()) }
        Self.expect(error, .idle, in: .receive)
        await server.stop()
    }

    /// Silence ends with the idle clock, even if the speed is checked in between.
    @Test func silenceIsIdleNotSlow() async throws {
        let server = MemoryServer(script: [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), .stall,
        ])
        let client = Self.client(
            server,
            Timeouts(idle: Self.limit, minimumSpeed: .init(bytesPerSecond: 0, period: .milliseconds(15))))
        Self.expect(try await failure { try await client.get(server.url()) }, .idle, in: .receive)
    }

    @Test func slowIsFastEnoughForASlowLimit() async throws {
        let server = MemoryServer()
        let client = Self.client(
            server, Timeouts(minimumSpeed: .init(bytesPerSecond: 1, period: .seconds(2))))
        // Three seconds in ten pieces: one and a half periods.
        #expect(try await client.get(server.url("/slow/1000/300")).body == BytePattern.bytes(0..<1000))
    }

    /// A slow reader is not a slow server.
    @Test func aReaderThatTakesItsTimeIsNotTooSlow() async throws {
        let server = try await LoopbackServer.start()
        let client = Self.client(
            server, Timeouts(minimumSpeed: .init(bytesPerSecond: 100_000_000, period: .milliseconds(100))))
        let count = try await client.perform(.get(server.url("/sized/20"))) { response in
            let busy = Gate()
            await #expect(throws: IOError.timedOut) { try await busy.wait(until: .after(.milliseconds(130))) }
            return try await response.body.collect(limit: 100).count
        }
        #expect(count == 20)
        await server.stop()
    }

    /// A server that never makes the client wait doesn't escape the total clock.
    @Test(arguments: [false, true])
    func anEndlessBodyMeetsTheTotalClock(_ secure: Bool) async throws {
        let server = try await LoopbackServer.start(secure: secure)
        let client = Self.client(server, Timeouts(total: Self.limit))
        let error = try await failure {
            try await client.perform(.get(server.url("/large/9000000000000"))) { response in
                try await response.body.forEachChunk { _ in }
            }
        }
        #expect(error.cause == .timedOut(.total, after: Self.limit))
        await server.stop()
    }

    @Test func anEndlessUploadMeetsTheTotalClock() async throws {
        let server = try await LoopbackServer.start()
        let client = Self.client(server, Timeouts(total: Self.limit))
        let piece = [UInt8](repeating: 1, count: 100_000)
        let pieces = AsyncThrowingStream<[UInt8], any Error> { piece }
        let error = try await failure { try await client.put(server.url("/echo"), body: .stream(pieces)) }
        Self.expect(error, .total, in: .send)
        await server.stop()
    }

    /// The server has answered, the handler has returned, and the caller's stream goes on for ever.
    @Test func aStreamAfterTheAnswerMeetsTheTotalClock() async throws {
        let server = MemoryServer(script: [
            .awaitHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .stall,
        ])
        let gate = Gate()
        let pieces = AsyncThrowingStream<[UInt8], any Error> {
            try? await gate.wait()
            return nil
        }
        let client = Self.client(server, Timeouts(total: Self.limit))
        let error = try await failure {
            try await client.perform(try .put(server.url(), body: .stream(pieces))) { response in
                try await response.body.collect(limit: 9)
            }
        }
        Self.expect(error, .total, in: .send)
        gate.open()
    }

    @Test(arguments: [Timeouts.Clock.total, .pool])
    func waitingForAPlaceMeetsItsClock(_ clock: Timeouts.Clock) async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .pause(until: gate), .send("HTTP/1.1 204 No Content\r\n\r\n"), .serve(requests: nil),
        ])
        let client = HTTPClient(trusting: server) { $0.pool = PoolLimits(perOrigin: 1) }
        async let first = client.get(server.url())
        _ = try await server.nextRequest()
        var second = try Request.get(server.url("/hello"))
        second.timeouts = clock == .pool ? Timeouts(pool: Self.limit) : Timeouts(total: Self.limit)
        Self.expect(try await failure { [second] in try await client.send(second) }, clock, in: .pool)
        gate.open()
        #expect(try await first.status == .noContent)
        #expect(try await client.get(server.url("/hello")).status == .ok)
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    /// A connection on which a deadline passed is never reused.
    @Test func aLateAnswerIsNotTheNextOne() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [
                    .awaitRequest, .pause(until: gate), .send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlate"),
                    .awaitEnd,
                ],
                [.serve(requests: nil)],
            ]))
        let client = HTTPClient(trusting: server)
        var hasty = try Request.get(server.url())
        hasty.timeouts = Timeouts(firstByte: Self.limit)
        Self.expect(try await failure { [hasty] in try await client.send(hasty) }, .firstByte, in: .firstByte)
        gate.open()
        #expect(try await client.get(server.url("/hello")).text().hasPrefix("Hello"))
        await server.stop()
    }
}
