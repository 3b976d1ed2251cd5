import HTTPTypes
import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

@testable import SockeyeClient

/// How a client ends: dropped, or closed.
@Suite(.timeLimit(.minutes(1)))
struct ClosingTests {
    @Test(arguments: [false, true])
    func droppingTheClientClosesItsConnections(_ secure: Bool) async throws {
        let server = try await LoopbackServer.start(secure: secure)
        var client: HTTPClient? = HTTPClient(trusting: server)
        #expect(try await client?.get(server.url("/hello")).status == .ok)
        #expect(server.openConnections == 1)
        client = nil
        try await server.waitForClosedConnections(1)
        #expect(server.connectionFailures == [])
        await server.stop()
    }

    @Test func idleConnectionsAreClosedInTime() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server) { $0.pool.idleTimeout = .milliseconds(20) }
        for round in 1...3 {
            #expect(try await client.get(server.url("/hello")).status == .ok)
            try await server.waitForClosedConnections(round)
            #expect(client.pool.load == (0, 0, 0))
        }
        #expect(server.acceptedConnections == 3)
        await server.stop()
    }

    @Test func theOldestOfAnotherOriginMakesRoom() async throws {
        let servers = [
            try await LoopbackServer.start(), try await LoopbackServer.start(), try await LoopbackServer.start(),
        ]
        let client = HTTPClient(trusting: servers[0]) { $0.pool = PoolLimits(total: 2) }
        for server in servers { #expect(try await client.get(server.url("/hello")).status == .ok) }
        try await servers[0].waitForClosedConnections(1)
        #expect(servers.map(\.openConnections) == [0, 1, 1])
        #expect(client.pool.load == (0, 2, 0))
        for server in servers { await server.stop() }
    }

    @Test func requestsShareTheirPlacesInTurn() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server) { $0.pool = PoolLimits(perOrigin: 3) }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<60 { group.addTask { try await client.get(server.url("/sized/2000")).body.count } }
            for try await count in group { #expect(count == 2000) }
        }
        #expect(server.acceptedConnections <= 3)
        #expect(server.requestCount == 60)
        await server.stop()
    }

    @Test func closeWaitsForWhatIsUnderWay() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [.serve(requests: nil)],
                [
                    .awaitRequest, .pause(until: gate), .send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone"),
                    .awaitEnd,
                ],
            ]))
        let other = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server) { $0.pool = PoolLimits(perOrigin: 1, total: 2) }

        // One idle, one in use, one waiting for a place.
        #expect(try await client.get(other.url("/hello")).status == .ok)
        _ = try await client.get(server.url("/hello"))
        try await server.closeIdleConnections()
        let running = Task { try await client.get(server.url()).text() }
        _ = try await server.waitForRequests(2)
        let observations = Observations(.reasons)
        let waiting = Task { try await client.send(.get(server.url()), observer: observations).text() }
        try await observations.wait(for: "connectionAwaited")

        let hasClosed = Gate()
        let closing = Task {
            await client.close()
            hasClosed.open()
        }
        try await other.waitForClosedConnections(1)
        #expect(try await failure { try await waiting.value }.cause == .clientClosed)
        let refused = try await failure { try await client.get(server.url()) }
        #expect(refused.cause == .clientClosed)
        #expect(refused.phase == .pool)
        #expect(refused.party == .caller)
        #expect(!hasClosed.isOpen)
        gate.open()
        #expect(try await running.value == "done")
        await closing.value
        try await server.waitForClosedConnections(2)
        #expect(client.pool.load == (0, 0, 0))
        // Closing a closed client returns at once.
        await client.close()
        await server.stop()
        await other.stop()
    }

    @Test func closingWhatWasNeverUsedReturns() async {
        await HTTPClient().close()
    }

    /// Waiters cancelled while the client is closed have no place to return.
    @Test func closingAndGivingUpAtTheSameTime() async throws {
        let gate = Gate()
        let server = try await LoopbackServer.start(script: [
            .awaitRequest, .pause(until: gate), .send("HTTP/1.1 204 No Content\r\n\r\n"), .awaitEnd,
        ])
        let client = HTTPClient(trusting: server) { $0.pool = PoolLimits(perOrigin: 1) }
        let running = Task { try await client.get(server.url()).status }
        _ = try await server.nextRequest()
        let observations = Observations(.reasons)
        let waiting = (0..<100).map { _ in
            Task { try await client.send(.get(server.url()), observer: observations) }
        }
        try await observations.wait(for: "connectionAwaited", times: 100)
        let hasClosed = Gate()
        let closing = Task {
            await client.close()
            hasClosed.open()
        }
        for task in waiting { task.cancel() }
        for task in waiting {
            let error = try await failure { try await task.value }
            #expect(error.cause == .cancelled || error.cause == .clientClosed)
        }
        #expect(client.pool.load == (1, 0, 0))
        #expect(!hasClosed.isOpen)
        gate.open()
        #expect(try await running.value == .noContent)
        await closing.value
        await server.stop()
    }
}
