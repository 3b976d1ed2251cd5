import HTTPTypes
import SockeyeClient
import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import Testing

/// TLS: resumption, names, and the same bytes.
struct SecureTests {
    @Test(arguments: [TLSConfiguration.Version.tls12, .tls13])
    func aSecondConnectionResumesTheSession(_ version: TLSConfiguration.Version) async throws {
        var configuration = LoopbackConfiguration()
        configuration.highestVersion = version
        let server = try await LoopbackServer.start(secure: true, configuration: configuration)
        let client = HTTPClient(trusting: server)
        for round in 0..<3 {
            let observations = Observations()
            let reply = try await client.send(.get(server.url("/hello")), observer: observations)
            let tls = try #require(reply.connection.tls)
            #expect(tls.wasResumed == (round > 0))
            #expect(tls.certificate?.serverKeyDigest.count == 32 && tls.certificate?.serverFingerprint.count == 32)
            #expect(tls.version == (version == .tls12 ? "TLSv1.2" : "TLSv1.3"))
            #expect(tls.applicationProtocol == "http/1.1")
            #expect(observations.count("tlsNegotiated") == 1)
            try await server.closeIdleConnections()
        }
        #expect(server.acceptedConnections == 3)
        await server.stop()
    }

    @Test func aSessionIsNotResumedByAnotherClient() async throws {
        let server = try await LoopbackServer.start(secure: true)
        for _ in 0..<2 {
            let client = HTTPClient(trusting: server)
            #expect(try await client.get(server.url("/hello")).connection.tls?.wasResumed == false)
        }
        await server.stop()
    }

    @Test func aSessionIsNotResumedWhenNobodyWantsIt() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let client = HTTPClient(trusting: server) { $0.tls.resumesSessions = false }
        for _ in 0..<2 {
            #expect(try await client.get(server.url("/hello")).connection.tls?.wasResumed == false)
            try await server.closeIdleConnections()
        }
        #expect(server.acceptedConnections == 2)
        await server.stop()
    }

    /// Report-only pins inform the observer and let the request continue.
    @Test func warningsReachTheObserver() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let pin = [UInt8](repeating: 7, count: 32)
        let client = HTTPClient(trusting: server) {
            $0.tls.pinning = Pinning(publicKeys: [pin], isReportOnly: true)
            $0.tls.checksHostName = false
        }
        let observations = Observations()
        #expect(try await client.send(.get(server.url("/hello")), observer: observations).status == .ok)
        let warnings = observations.events.compactMap { event -> [TLSWarning]? in
            event[.tlsNegotiated]?.warnings
        }
        #expect(warnings.count == 1 && warnings.first?.count == 2 && warnings.first?.first == .hostNameNotChecked)
        guard case .notPinned(let seen) = warnings.first?.last else {
            Issue.record("\(warnings)")
            return
        }
        // The reported pin is the one that would have matched.
        let strict = HTTPClient(trusting: server) { $0.tls.pinning = Pinning(publicKeys: [seen.publicKey, pin]) }
        #expect(try await strict.get(server.url("/hello")).status == .ok)
        let refused = HTTPClient(trusting: server) { $0.tls.pinning = Pinning(publicKeys: [pin]) }
        let error = try await failure { try await refused.get(server.url("/hello")) }
        #expect(error.cause == .tls(.notPinned(seen)))
        #expect(server.receivedRequests.count == 2)
        await server.stop()
    }

    @Test func oneConnectionServesManyRequests() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let client = HTTPClient(trusting: server)
        for size in [0, 1, 16_383, 16_384, 16_385, 100_000] {
            #expect(try await client.get(server.url("/sized/\(size)")).body == BytePattern.bytes(0..<size))
        }
        #expect(server.acceptedConnections == 1)
        await server.stop()
    }

    @Test func aLargeBodyIsTheSame() async throws {
        let count = 3_000_001
        let server = try await LoopbackServer.start(secure: true)
        let client = HTTPClient(trusting: server)
        let (length, sum) = try await client.perform(.get(server.url("/sized/\(count)"))) { response in
            var (length, sum) = (0, Checksum())
            try await response.body.forEachChunk { bytes in
                length += bytes.byteCount
                bytes.withUnsafeBytes { sum.add($0) }
            }
            return (length, sum)
        }
        #expect(length == count)
        var expected = Checksum()
        BytePattern.bytes(0..<count).withUnsafeBytes { expected.add($0) }
        #expect(sum == expected)
        await server.stop()
    }

    @Test func aLargeUploadIsTheSame() async throws {
        let count = 3_000_001
        let server = try await LoopbackServer.start(secure: true)
        let client = HTTPClient(trusting: server)
        let body = BytePattern.bytes(0..<count)
        _ = try await client.put(server.url("/continue"), body: .bytes(body))
        #expect(try await server.nextRequest().body == body)
        await server.stop()
    }

    @Test func theNameIsSentAndAnAddressIsNot() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let client = HTTPClient(trusting: server) {
            $0.hostOverrides = [HostOverride(host: "localhost", port: server.port, addresses: ["127.0.0.1"])]
        }
        _ = try await client.get(server.url("/hello", host: "localhost"))
        #expect(try await server.nextRequest().serverName == "localhost")
        _ = try await client.get(server.url("/hello"))
        #expect(try await server.nextRequest().serverName == nil)
        await server.stop()
    }

    /// A hash of all bytes in order (FNV-1a over words).
    private struct Checksum: Equatable {
        private var value: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ bytes: UnsafeRawBufferPointer) {
            for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
    }

    /// The error says what to pin, should the server be the right one.
    @Test func aMissedPinGivesTheRightOne() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let client = HTTPClient(trusting: server) { $0.tls.pinning.publicKeys = [Array(repeating: 1, count: 32)] }
        let error = await #expect(throws: HTTPClientError.self) {
            try await client.get(server.url("/hello", host: "localhost"))
        }
        let words = try #require(error?.description)
        #expect(words.contains("; the server's key is sha256//") && words.contains("'s SHA-256 fingerprint "))
        await server.stop()
    }
}
