import Sockeye
import SockeyeClient
import SockeyeTLS
import SockeyeTesting
import Synchronization
import Testing

/// A client whose caller decides about servers.
struct TrustDecisionClientTests {
    /// A ticket would let the second connection skip the question.
    @Test(arguments: [TLSConfiguration.Version.tls12, .tls13])
    func everyConnectionAsks(_ version: TLSConfiguration.Version) async throws {
        var configuration = LoopbackConfiguration()
        configuration.certificate = .selfSigned
        configuration.highestVersion = version
        let server = try await LoopbackServer.start(secure: true, configuration: configuration)
        let fingerprints = Mutex<[[UInt8]]>([])
        let client = HTTPClient(trusting: server) {
            $0.tls.trustDecision = { question in
                fingerprints.withLock { known in
                    defer { known.append(question.certificateDigest) }
                    // Trusts what it sees first.
                    return known.first.map { $0 == question.certificateDigest } ?? true ? .accept : .refuse
                }
            }
        }
        for round in 1...3 {
            let reply = try await client.get(server.url("/hello"))
            #expect(reply.status == .ok)
            #expect(reply.connection.tls?.wasResumed == false)
            #expect(fingerprints.withLock(\.count) == round)
            // Another request on the same connection needs no answer.
            _ = try await client.get(server.url("/hello"))
            #expect(fingerprints.withLock(\.count) == round)
            try await server.closeIdleConnections()
        }
        #expect(server.acceptedConnections == 3)
        await server.stop()
    }

    /// A closure that is never asked doesn't prevent resumption.
    @Test func aGoodServersSessionIsResumed() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let client = HTTPClient(trusting: server) { $0.tls.trustDecision = { _ in .refuse } }
        for round in 0..<2 {
            #expect(try await client.get(server.url("/hello")).connection.tls?.wasResumed == (round > 0))
            try await server.closeIdleConnections()
        }
        await server.stop()
    }

    @Test func theTLSClockRunsMeanwhile() async throws {
        var configuration = LoopbackConfiguration()
        configuration.certificate = .selfSigned
        let server = try await LoopbackServer.start(secure: true, configuration: configuration)
        let client = HTTPClient(trusting: server) {
            $0.timeouts.handshake = .milliseconds(300)
            $0.tls.trustDecision = { _ in
                // The question ends it.
                try? await Gate().wait(until: .never)
                return .accept
            }
        }
        let error = try await failure { try await client.get(server.url("/hello")) }
        #expect(error.phase == .handshake)
        guard case .timedOut(.handshake, _) = error.cause else {
            Issue.record("\(error)")
            return
        }
        #expect(server.receivedRequests.isEmpty)
        await server.stop()
    }
}
