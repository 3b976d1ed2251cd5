import SockeyeTesting
import SockeyeTransport
import TestSupport
import Testing

@testable import SockeyeTLS

struct PinningTests {
    private static func digests(_ byte: UInt8) -> CertificateDigests {
        CertificateDigests(publicKey: [byte], certificate: [byte + 100])
    }

    private static let chain = [digests(1), digests(2), digests(3)]

    @Test(
        arguments: [
            (Pinning.none, true), (Pinning(publicKeys: [[1]]), true), (Pinning(publicKeys: [[9], [1]]), true),
            (Pinning(certificates: [[101]]), true), (Pinning(publicKeys: [[9]], certificates: [[101]]), true),
            (Pinning(publicKeys: [[2]]), false), (Pinning(publicKeys: [[101]]), false),
            (Pinning(publicKeys: [[3]], scope: .wholeChain), true),
            (Pinning(certificates: [[102]], scope: .wholeChain), true),
            (Pinning(publicKeys: [[4]], scope: .wholeChain), false),
        ])
    func isMet(_ pinning: Pinning, _ expected: Bool) {
        #expect((pinning.mismatch(in: Self.chain) == nil) == expected)
        #expect(Pinning(publicKeys: [[1]]).mismatch(in: []) == PinMismatch(publicKey: [], certificate: []))
    }

    /// The digests of a certificate, computed by `openssl`.
    private func digests(_ certificate: String) async throws -> (key: [UInt8], certificate: [UInt8]) {
        func shell(_ words: String) async throws -> [UInt8] {
            let outcome = try await Program.run("/bin/sh", ["-c", words], input: Array(certificate.utf8))
            try #require(outcome.status == 0 && outcome.output.count == 32)
            return outcome.output
        }
        return (
            try await shell("openssl x509 -pubkey -noout | openssl pkey -pubin -outform DER | openssl sha256 -binary"),
            try await shell("openssl x509 -outform DER | openssl sha256 -binary")
        )
    }

    @Test func serversAreHeldToTheirPins() async throws {
        let root = try ThrowawayCertificate.authority()
        let leaf = try ThrowawayCertificate(commonName: "leaf", alternativeNames: "DNS:localhost", issuer: root)
        var settings = LoopbackConfiguration()
        settings.certificate = .given(chain: leaf.certificate, key: leaf.key)
        let server = try await LoopbackServer.start(secure: true, configuration: settings)
        let (own, top) = (try await digests(leaf.certificate), try await digests(root.certificate))
        func connect(_ pinning: Pinning) async throws(StreamError) -> TLSSocket {
            var configuration = TLSConfiguration(roots: [.pem(root.certificate)])
            configuration.pinning = pinning
            return try await server.connect(configuration)
        }
        let spare = [UInt8](repeating: 7, count: 32)
        let good = [
            Pinning(publicKeys: [own.key]), Pinning(publicKeys: [spare, own.key]),
            Pinning(certificates: [own.certificate]), Pinning(publicKeys: [top.key], scope: .wholeChain),
            Pinning(certificates: [top.certificate], scope: .wholeChain),
        ]
        for pinning in good { #expect(try await connect(pinning).details?.warnings == []) }
        let seen = PinMismatch(publicKey: own.key, certificate: own.certificate)
        for pinning in [
            Pinning(publicKeys: [spare]), Pinning(certificates: [spare]), Pinning(publicKeys: [top.key]),
            Pinning(publicKeys: [spare], scope: .wholeChain),
        ] {
            let error = await handshakeFailure { () throws(StreamError) in try await connect(pinning) }
            #expect(error == .notPinned(seen))
        }
        #expect(server.receivedRequests.isEmpty)
        let reported = try await connect(Pinning(publicKeys: [spare], isReportOnly: true))
        #expect(reported.details?.warnings == [.notPinned(seen)])
        #expect(try await reported.fetchHello().contains("Hello"))
        await server.stop()
    }

    /// The pin of a server that is trusted stands in the details of every connection to it.
    @Test(arguments: [12...12, 13...13])
    func aGoodConnectionTellsItsPins(_ versions: ClosedRange<Int>) async throws {
        let root = try ThrowawayCertificate.authority()
        let leaf = try ThrowawayCertificate(commonName: "leaf", alternativeNames: "DNS:localhost", issuer: root)
        var settings = LoopbackConfiguration()
        settings.certificate = .given(chain: leaf.certificate, key: leaf.key)
        settings.lowestVersion = versions.lowerBound == 12 ? .tls12 : .tls13
        settings.highestVersion = versions.upperBound == 12 ? .tls12 : .tls13
        let server = try await LoopbackServer.start(secure: true, configuration: settings)
        let own = try await digests(leaf.certificate)
        var configuration = TLSConfiguration(roots: [.pem(root.certificate)])
        for _ in 0..<2 {
            let certificate = try #require(try await server.connect(configuration).details?.certificate)
            #expect(certificate.serverKeyDigest == own.key && certificate.serverFingerprint == own.certificate)
            configuration.pinning = Pinning(
                publicKeys: [certificate.serverKeyDigest], certificates: [certificate.serverFingerprint])
        }
        await server.stop()
    }

    @Test(arguments: [
        Pinning(publicKeys: [[]]), Pinning(certificates: [[]]), Pinning(publicKeys: [Array(repeating: 7, count: 31)]),
        Pinning(certificates: [Array(repeating: 7, count: 32), Array(repeating: 7, count: 64)]),
        Pinning(publicKeys: [Array(repeating: 7, count: 20)], isReportOnly: true),
    ])
    func aDigestOfAnotherLengthIsRefused(_ pinning: Pinning) {
        var configuration = TLSConfiguration()
        configuration.pinning = pinning
        do throws(TLSError) {
            _ = try TLSContext(client: configuration)
            Issue.record("taken")
        } catch {
            #expect("\(error)".contains("a pin is a SHA-256 digest of 32 bytes; this one has "))
        }
    }

    @Test("Without verification an authority counts only if signatures lead to it", arguments: [false, true])
    func authoritiesAreNotTakenByName(isForged: Bool) async throws {
        let root = try ThrowawayCertificate.authority()
        // Another authority of the same name.
        let issuer = isForged ? try ThrowawayCertificate.authority() : root
        let leaf = try ThrowawayCertificate(commonName: "leaf", alternativeNames: "DNS:localhost", issuer: issuer)
        var settings = LoopbackConfiguration()
        settings.certificate = .given(chain: leaf.certificate + root.certificate, key: leaf.key)
        let server = try await LoopbackServer.start(secure: true, configuration: settings)
        let (own, top) = (try await digests(leaf.certificate), try await digests(root.certificate))
        var configuration = TLSConfiguration(roots: [])
        configuration.verifiesPeer = false
        for pinning in [
            Pinning(publicKeys: [top.key], scope: .wholeChain),
            Pinning(certificates: [top.certificate], scope: .wholeChain),
        ] {
            configuration.pinning = pinning
            if isForged {
                let error = await handshakeFailure { () throws(StreamError) in try await server.connect(configuration) }
                #expect(error == .notPinned(PinMismatch(publicKey: own.key, certificate: own.certificate)))
            } else {
                #expect(try await server.connect(configuration).details?.warnings == [])
            }
        }
        await server.stop()
    }
}
