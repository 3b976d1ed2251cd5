import SockeyeLoopback
import TestSupport
import Testing

/// The server against a client that is not ours.
struct CurlTests {
    private static let curl = "/usr/bin/curl"

    private func fetch(_ server: LoopbackServer, _ arguments: [String]) async throws -> Program.Outcome {
        try await Program.run(Self.curl, ["-sS", "--noproxy", "*", "-m", "30"] + arguments)
    }

    @Test(arguments: [
        ("/hello", [String]()), ("/sized/0", []), ("/sized/1", []), ("/sized/100001", []), ("/chunked/0", []),
        ("/chunked/150000", []), ("/close-delimited/70001", []), ("/slow/100/1", []), ("/range/5000", []),
        ("/chunked/150000", ["--http1.0"]), ("/large/3000001", []),
    ])
    func bodyArrives(_ path: String, _ options: [String]) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await fetch(server, options + [server.url(path)])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let count = Int(path.split(separator: "/")[1...].first ?? "")
        if path.hasPrefix("/large"), let count {
            #expect(outcome.output == [UInt8](repeating: 0, count: count))
        } else if let count {
            #expect(outcome.output == BytePattern.bytes(0..<count))
        } else {
            #expect(outcome.text == "Hello from Sockeye's loopback server.\n")
        }
        #expect(server.connectionFailures == [])
        await server.stop()
        #expect(server.openConnections == 0)
    }
}
