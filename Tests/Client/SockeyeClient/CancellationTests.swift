import HTTPTypes
import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

@testable import SockeyeClient

/// A cancelled request ends at once, its connection is closed, and its place in the pool is free again.
@Suite(.timeLimit(.minutes(1)))
struct CancellationTests {
    /// A client with a single place, so that a lost place shows.
    private static func client(_ server: LoopbackServer) -> HTTPClient {
        HTTPClient(trusting: server) { $0.pool = PoolLimits(perOrigin: 1, total: 1) }
    }

    private static func expectCancelled(
        _ task: Task<Void, any Error>, in phase: HTTPClientError.Phase,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        task.cancel()
        let error = try await failure(sourceLocation: sourceLocation) { try await task.value }
        #expect(error.cause == .cancelled, sourceLocation: sourceLocation)
        #expect(error.phase == phase, sourceLocation: sourceLocation)
        #expect(error.party == .caller, sourceLocation: sourceLocation)
    }

    @Test(arguments: [false, true])
    func whileWaitingForTheResponse(_ secure: Bool) async throws {
        let server = try await LoopbackServer.start(
            secure: secure, script: Script(connections: [[.awaitRequest, .awaitEnd], [.serve(requests: nil)]]))
        let client = Self.client(server)
        let task = Task { _ = try await client.get(server.url()) }
        _ = try await server.nextRequest()
        try await Self.expectCancelled(task, in: .firstByte)
        try await server.waitForClosedConnections(1)
        #expect(client.pool.load == (0, 0, 0))
        #expect(try await client.get(server.url("/hello")).status == .ok)
        await server.stop()
    }

    @Test(arguments: [false, true])
    func whileReadingTheBody(_ secure: Bool) async throws {
        let server = try await LoopbackServer.start(
            secure: secure,
            script: Script(connections: [
                [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .awaitEnd],
                [.serve(requests: nil)],
            ]))
        let client = Self.client(server)
        let hasBegun = Gate()
        let task = Task {
            try await client.perform(.get(server.url())) { response in
                for try await _ in response.body { hasBegun.open() }
            }
        }
        try await hasBegun.wait()
        try await Self.expectCancelled(task, in: .receive)
        try await server.waitForClosedConnections(1)
        #expect(try await client.get(server.url("/hello")).status == .ok)
        await server.stop()
    }

    @Test func whileSendingTheBody() async throws {
        let server = try await LoopbackServer.start(
            script: Script(connections: [[.awaitHead, .stall], [.serve(requests: nil)]]))
        let client = Self.client(server)
        let observations = Observations()
        let pieces = AsyncThrowingStream<[UInt8], any Error> { [UInt8](repeating: 0, count: 100_000) }
        let task = Task {
            _ = try await client.send(.put(server.url(), body: .stream(pieces)), observer: observations)
        }
        try await observations.wait(for: "sentBody")
        try await Self.expectCancelled(task, in: .send)
        #expect(client.pool.load == (0, 0, 0))
        #expect(try await client.get(server.url("/hello")).status == .ok)
        await server.stop()
    }

    /// A stream ends early when its task is cancelled; the server must not take that for the body's end.
    @Test(arguments: [Int64?.none, 10])
    func whileTheBodyIsProduced(_ length: Int64?) async throws {
        let server = try await LoopbackServer.start()
        let client = Self.client(server)
        let observations = Observations()
        let (pieces, source) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        source.yield([1, 2, 3])
        let task = Task {
            _ = try await client.send(
                .put(server.url("/echo"), body: .stream(pieces, length: length)), observer: observations)
        }
        try await observations.wait(for: "sentBody")
        try await Self.expectCancelled(task, in: .send)
        try await server.waitForClosedConnections(1)
        #expect(server.receivedRequests.allSatisfy { !$0.isComplete })
        #expect(client.pool.load == (0, 0, 0))
        await server.stop()
    }

    /// A server that never makes the client wait doesn't delay the cancellation.
    @Test(arguments: [false, true])
    func whileAnEndlessBodyPoursIn(_ secure: Bool) async throws {
        let server = try await LoopbackServer.start(secure: secure)
        let client = Self.client(server)
        let task = Task {
            try await client.perform(.get(server.url("/large/9000000000000"))) { response in
                try await response.body.forEachChunk { _ in withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        let error = try await failure { try await task.value }
        #expect(error.cause == .cancelled)
        await server.stop()
    }

    @Test func whileWaitingForAPlace() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .pause(until: gate), .send("HTTP/1.1 204 No Content\r\n\r\n"), .serve(requests: nil),
        ])
        let client = Self.client(server)
        async let first = client.get(server.url())
        _ = try await server.nextRequest()
        let observations = Observations(.reasons)
        let task = Task { _ = try await client.send(.get(server.url("/never")), observer: observations) }
        try await observations.wait(for: "connectionAwaited")
        try await Self.expectCancelled(task, in: .pool)
        #expect(client.pool.load == (1, 0, 0))
        gate.open()
        #expect(try await first.status == .noContent)
        #expect(try await client.get(server.url("/hello")).status == .ok)
        #expect(server.receivedRequests.map(\.path) == ["/", "/hello"])
        await server.stop()
    }

    @Test func whileConnecting() async throws {
        let blackhole = try Blackhole()
        let client = HTTPClient()
        let observations = Observations()
        let task = Task {
            _ = try await client.send(.get("http://127.0.0.1:\(blackhole.port)/"), observer: observations)
        }
        try await observations.wait(for: "connecting")
        try await Self.expectCancelled(task, in: .connect)
        #expect(client.pool.load == (0, 0, 0))
    }

    @Test func whileShakingHands() async throws {
        let hello = Gate()
        let server = try await LoopbackServer.start(script: [.receive(1), .open(hello), .awaitEnd])
        let client = HTTPClient()
        let task = Task { _ = try await client.get("https://127.0.0.1:\(server.port)/") }
        try await hello.wait()
        try await Self.expectCancelled(task, in: .handshake)
        try await server.waitForClosedConnections(1)
        #expect(client.pool.load == (0, 0, 0))
        await server.stop()
    }

    @Test func whileWaitingFor100() async throws {
        let server = try await LoopbackServer.start(script: [.awaitHead, .awaitEnd])
        let client = HTTPClient(trusting: server) { $0.continueTimeout = .seconds(3600) }
        let observations = Observations()
        var request = try Request.put(server.url(), body: .text("body"))
        request.expectsContinue = true
        let task = Task { [request] in _ = try await client.send(request, observer: observations) }
        try await observations.wait(for: "sentHead")
        try await Self.expectCancelled(task, in: .firstByte)
        try await server.waitForClosedConnections(1)
        await server.stop()
    }

    @Test func beforeItBegan() async throws {
        let server = try await LoopbackServer.start()
        let client = Self.client(server)
        #expect(try await client.get(server.url("/hello")).status == .ok)
        let gate = Gate()
        let task = Task {
            try? await gate.wait()
            _ = try await client.get(server.url("/never"))
        }
        try await Self.expectCancelled(task, in: .pool)
        // The idle connection was not used.
        #expect(client.pool.load == (0, 1, 0))
        #expect(try await client.get(server.url("/hello")).status == .ok)
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    /// A task cancelled after everything is read still has its value, and its connection carries the next request.
    @Test func whenAllIsReadAlready() async throws {
        let server = try await LoopbackServer.start()
        let client = Self.client(server)
        let task = Task {
            try await client.perform(.get(server.url("/hello"))) { response in
                let count = try await response.body.collect(limit: 1000).count
                withUnsafeCurrentTask { $0?.cancel() }
                return count
            }
        }
        #expect(try await task.value > 0)
        #expect(client.pool.load == (0, 1, 0))
        #expect(try await client.get(server.url("/hello")).status == .ok)
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    /// Requests cancelled at any moment, with few places: in the end every place is free and the others succeeded.
    @Test func atAnyMoment() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server) { $0.pool = PoolLimits(perOrigin: 2, total: 3) }
        let other = try await LoopbackServer.start()
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            var random = SplitMix(state: 42)
            for number in 0..<400 {
                let isCancelled = random.below(2) == 0
                let delay = random.below(40)
                let url = (number % 3 == 0 ? other : server).url("/sized/\(random.below(3000))")
                group.addTask {
                    let task = Task { try await client.get(url).status == .ok }
                    if isCancelled {
                        // The moment is the subject: one after so many turns of the other tasks.
                        for _ in 0..<delay { await Task.yield() }
                        task.cancel()
                    }
                    do {
                        return try await task.value
                    } catch let error as HTTPClientError {
                        return isCancelled && error.cause == .cancelled
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(into: 0) { count, isGood in count += isGood ? 1 : 0 }
        }
        #expect(outcomes == 400)
        let load = client.pool.load
        #expect(load.leased == 0)
        #expect(load.waiting == 0)
        #expect(load.idle <= 3)
        #expect(try await client.get(server.url("/hello")).status == .ok)
        await server.stop()
        await other.stop()
    }
}
