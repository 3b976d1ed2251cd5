import SockeyeClient
import SockeyeIO
import SockeyeTesting
import Testing

/// A client's rate limit applies to all its responses together, and disables neither clocks nor cancellation.
@Suite(.timeLimit(.minutes(1)))
struct ReceiveRateTests {
    @Test(arguments: ["/sized/", "/chunked/", "/close-delimited/"], [false, true])
    func isShared(_ route: String, _ isSecure: Bool) async throws {
        let server = try await LoopbackServer.start(secure: isSecure)
        let client = HTTPClient(trusting: server) { $0.receiveBytesPerSecond = 400_000 }
        let url = server.url(route + "50000")
        let started = Deadline.now
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { try await client.get(url).body.count } }
            for try await count in group { #expect(count == 50_000) }
        }
        // 200,000 bytes at 400,000 per second: the last piece and a burst of 200 ms aren't waited for.
        let seconds = Deadline.now.duration(since: started).inSeconds
        #expect(seconds > 0.22, "\(seconds) s")
        await server.stop()
    }

    /// Also in the pause for a body received in one system call.
    @Test(arguments: [10_000, 1_000_000])
    func theTotalClockGoesOn(_ count: Int) async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server) { $0.receiveBytesPerSecond = 1000 }
        var request = try Request.get(server.url("/sized/\(count)"))
        request.timeouts = Timeouts(total: .milliseconds(300))
        let error = try await failure { try await client.send(request) }
        #expect(error.cause == .timedOut(.total, after: .milliseconds(300)))
        await server.stop()
    }

    @Test func cancellationIsPrompt() async throws {
        let server = try await LoopbackServer.start()
        let client = HTTPClient(trusting: server) { $0.receiveBytesPerSecond = 1 }
        let gate = Gate()
        let task = Task {
            try await client.perform(.get(server.url("/sized/1000000"))) { response in
                for try await _ in response.body { gate.open() }
            }
        }
        try await gate.wait()
        task.cancel()
        let error = try await failure { try await task.value }
        #expect(error.cause == .cancelled)
        await server.stop()
    }
}
