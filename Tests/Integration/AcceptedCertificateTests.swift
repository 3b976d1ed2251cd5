import SockeyeTesting
import TestSupport
import Testing

/// `--accept-cert`: the message that refuses a certificate tells how to trust it, and only it.
struct AcceptedCertificateTests {
    @Test func trustsOneCertificate() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let other = try await LoopbackServer.start(secure: true)
        func run(_ server: LoopbackServer, _ words: [String]) async throws -> Program.Outcome {
            try await Program.run(SideBySide.sockeye, ["-sS", "-m", "20", server.url("/hello")] + words, seconds: 30)
        }
        let refused = try await run(server, [])
        let place = try #require(refused.errorText.firstRange(of: "SHA-256 fingerprint "))
        let fingerprint = String(refused.errorText[place.upperBound...].prefix(64))
        #expect(refused.errorText.contains("--accept-cert FINGERPRINT just this certificate"))
        #expect(refused.status == 60)
        let colons = fingerprint.uppercased().enumerated().map { $0 > 0 && $0 % 2 == 0 ? ":\($1)" : "\($1)" }.joined()
        for form in [fingerprint, colons] {
            #expect(try await run(server, ["--accept-cert", form]).status == 0)
            #expect(try await run(other, ["--accept-cert", form]).status == 60)
        }
        #expect(try await run(server, ["--accept-cert", "12:34"]).status == 2)
        #expect(try await run(server, ["--accept-cert", "sha256 Fingerprint=\(colons)"]).status == 0)
        let examined = try await run(server, ["--doctor", "--accept-cert", fingerprint])
        #expect(examined.text.contains("trusted with --accept-cert, "))
        // Two options that say the opposite.
        #expect(try await run(server, ["-k", "--accept-cert", fingerprint]).status == 2)
        await server.stop()
        await other.stop()
    }
}
