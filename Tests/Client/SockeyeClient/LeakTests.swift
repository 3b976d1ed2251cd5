import Glibc
import HTTPTypes
import SockeyeClient
import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

/// Ten thousand requests leak neither descriptors nor memory. Each test has its own process, so that tests running at
/// the same time don't count.
@Suite(
    .timeLimit(.minutes(2)),
    .disabled(if: Surroundings.sanitizesAddresses, "it keeps what is freed, and finds leaks itself"))
struct LeakTests {
    /// Allowance for allocators and thread pools; 10,000 leaked connections are far above it.
    private static let tolerance = 6 * 1024 * 1024

    @Test func tenThousandRequestsOnOneConnection() async {
        await #expect(processExitsWith: .success) {
            let server = try await LoopbackServer.start(configuration: Self.forgetful)
            let client = HTTPClient(trusting: server)
            let paths = ["/hello", "/sized/3000", "/status/204", "/chunked/3000"]
            try await Self.expectNoGrowth(warmUp: 2000, rounds: 10_000) { round in
                _ = try await client.get(server.url(paths[round % paths.count]))
            }
            #expect(server.acceptedConnections == 1)
            #expect(server.requestCount == 12_000)
        }
    }

    @Test func connectionsOpenedAndClosed() async {
        await #expect(processExitsWith: .success) {
            let server = try await LoopbackServer.start(configuration: Self.forgetful)
            let client = HTTPClient(trusting: server)
            let close = try #require(HTTPField.Name("Connection"))
            try await Self.expectNoGrowth(warmUp: 500, rounds: 2000) { round in
                _ = try await client.get(server.url("/hello"), fields: [close: "close"])
            }
            try await server.waitForClosedConnections(2500)
            #expect(server.acceptedConnections == 2500)
        }
    }

    @Test func secureConnectionsAndClientsComeAndGo() async {
        await #expect(processExitsWith: .success) {
            let server = try await LoopbackServer.start(secure: true, configuration: Self.forgetful)
            try await Self.expectNoGrowth(warmUp: 100, rounds: 300) { round in
                let client = HTTPClient(trusting: server)
                _ = try await client.get(server.url("/hello"))
            }
        }
    }

    @Test func failuresLeaveNothingBehind() async {
        await #expect(processExitsWith: .success) {
            let server = try await LoopbackServer.start(
                script: [.awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"), .cut],
                configuration: Self.forgetful)
            let client = HTTPClient(trusting: server)
            try await Self.expectNoGrowth(warmUp: 500, rounds: 2000) { round in
                if round % 4 == 0 {
                    let task = Task { try await client.get(server.url()) }
                    task.cancel()
                    _ = try? await task.value
                } else {
                    _ = try? await client.get(server.url())
                }
            }
        }
    }

    /// A server without a growing log.
    private static var forgetful: LoopbackConfiguration {
        var configuration = LoopbackConfiguration()
        configuration.recordedRequests = 0
        return configuration
    }

    private static func expectNoGrowth(
        warmUp: Int, rounds: Int, _ body: (Int) async throws -> Void
    ) async throws {
        for round in 0..<warmUp { try await body(round) }
        let (descriptors, memory) = (openDescriptorCount(), residentMemory())
        #expect(descriptors > 0 && memory > 0)
        for round in 0..<rounds { try await body(round) }
        // The other end of a connection, in the same process, may close a moment later.
        try await eventually { openDescriptorCount() <= descriptors }
        let growth = residentMemory() - memory
        #expect(growth < tolerance, "grew by \(growth) bytes over \(rounds) rounds")
    }
}
