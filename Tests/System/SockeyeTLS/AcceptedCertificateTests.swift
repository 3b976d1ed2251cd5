import SockeyeTLS
import SockeyeTesting
import SockeyeTransport
import TestSupport
import Testing

/// A certificate that is trusted regardless of its signer, and host names that are not checked.
struct AcceptedCertificateTests {
    private func serve(_ certificate: ThrowawayCertificate) async throws -> LoopbackServer {
        var settings = LoopbackConfiguration()
        settings.certificate = .given(chain: certificate.certificate, key: certificate.key)
        return try await LoopbackServer.start(secure: true, configuration: settings)
    }

    private func configuration(_ change: (inout TLSConfiguration) -> Void) -> TLSConfiguration {
        var configuration = TLSConfiguration(roots: [.pem(stranger.certificate)])
        change(&configuration)
        return configuration
    }

    private let stranger: ThrowawayCertificate

    init() throws {
        stranger = try ThrowawayCertificate.authority(named: "Stranger")
    }

    @Test(arguments: [true, false]) func theOneIsAccepted(_ isSelfSigned: Bool) async throws {
        let issuer = isSelfSigned ? nil : try ThrowawayCertificate.authority(named: "Nobody")
        let named = try ThrowawayCertificate(commonName: "box", alternativeNames: "DNS:localhost", issuer: issuer)
        let other = try ThrowawayCertificate(commonName: "box", alternativeNames: "DNS:localhost", issuer: issuer)
        let folder = try TemporaryFolder()
        try folder.write("named.pem", named.certificate)
        let digest = try await Program.run(
            "/bin/sh", ["-c", "openssl x509 -outform DER | openssl sha256 -binary"],
            input: Array(named.certificate.utf8)
        ).output
        let server = try await serve(named)
        let impostor = try await serve(other)
        for accepted in [AcceptedCertificate.file(folder.file("named.pem")), .sha256(digest)] {
            let settings = configuration { $0.acceptedCertificate = accepted }
            let socket = try await server.connect(settings)
            #expect(socket.details?.warnings == [.acceptedByName])
            #expect(try await socket.fetchHello().contains("Hello"))
            let error = await handshakeFailure { () throws(StreamError) in try await impostor.connect(settings) }
            guard case .certificateRefused(let refusal, _) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(refusal == (isSelfSigned ? .selfSigned : .unknownIssuer))
        }
        #expect(impostor.receivedRequests.isEmpty)
        await server.stop()
        await impostor.stop()
    }

    /// Accepting a certificate replaces only the check of its signer.
    @Test func everythingElseIsChecked() async throws {
        let old = try ThrowawayCertificate(
            commonName: "box", alternativeNames: "DNS:localhost", validFrom: -7200, validUntil: -3600, issuer: nil)
        let elsewhere = try ThrowawayCertificate(
            commonName: "box", alternativeNames: "DNS:other.example", issuer: nil)
        let weak = try ThrowawayCertificate(
            commonName: "box", alternativeNames: "DNS:localhost", key: .weakRSA512, issuer: nil)
        for (certificate, expected) in [(old, CertificateRefusal.expired), (elsewhere, .wrongHost), (weak, .weak)] {
            let folder = try TemporaryFolder()
            let path = try folder.write("named.pem", certificate.certificate)
            let server = try await serve(certificate)
            let settings = configuration {
                $0.acceptedCertificate = .file(path)
                $0.highestVersion = .tls12
            }
            let error = await handshakeFailure { () throws(StreamError) in try await server.connect(settings) }
            guard case .certificateRefused(expected, _) = error else {
                Issue.record("\(String(describing: error)) where \(expected) was expected")
                continue
            }
            await server.stop()
        }
    }

    @Test func aNameThatCannotBeIsRefused() throws {
        #expect(throws: TLSError.self) {
            try TLSContext(client: configuration { $0.acceptedCertificate = .sha256([1, 2, 3]) })
        }
        #expect(throws: TLSError.unusableCertificate("/dev/zero/none: no certificate in the file")) {
            try TLSContext(client: configuration { $0.acceptedCertificate = .file("/dev/zero/none") })
        }
    }

    @Test(arguments: ["localhost", "127.0.0.1"]) func namesUncheckedAreTold(_ host: String) async throws {
        let server = try await LoopbackServer.secure(.wrongHost)
        var settings = TLSConfiguration(roots: [.pem(server.authorityPEM)])
        settings.checksHostName = false
        let socket = try await server.connect(host: host, settings)
        #expect(socket.details?.warnings == [.hostNameNotChecked])
        #expect(socket.details?.certificate?.verificationFailure == nil)
        // The signer is still checked.
        settings.roots = [.pem(stranger.certificate)]
        let error = await handshakeFailure { () throws(StreamError) in try await server.connect(host: host, settings) }
        guard case .certificateRefused(.unknownIssuer, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await server.stop()
    }

    /// SSLKEYLOGFILE's format, appended to a file that only its owner may read.
    @Test(arguments: [12...12, 13...13]) func theKeyLogIsWhatWiresharkReads(_ versions: ClosedRange<Int>) async throws {
        let server = try await LoopbackServer.secure(versions: versions)
        let folder = try TemporaryFolder()
        var settings = TLSConfiguration(roots: [.pem(server.authorityPEM)])
        settings.keyLogFile = folder.file("keys")
        for round in 1...2 {
            _ = try await server.connect(settings).fetchHello()
            let lines = String(decoding: try folder.read("keys"), as: UTF8.self).split(separator: "\n")
            let labels = lines.map { $0.prefix { $0 != " " } }
            if versions == 12...12 {
                #expect(labels == Array(repeating: "CLIENT_RANDOM", count: round))
            } else {
                #expect(labels.count { $0 == "CLIENT_TRAFFIC_SECRET_0" } == round)
                #expect(labels.count { $0 == "SERVER_HANDSHAKE_TRAFFIC_SECRET" } == round)
            }
            for line in lines {
                let parts = line.split(separator: " ")
                #expect(parts.count == 3 && parts[1].count == 64 && parts.dropFirst().joined().allSatisfy(\.isHexDigit))
            }
        }
        #expect(folder.permissions(of: "keys") == 0o600)
        await server.stop()
        settings.keyLogFile = "/dev/zero/none"
        #expect(throws: TLSError.unwritableKeyLog("/dev/zero/none")) { try TLSContext(client: settings) }
    }
}
