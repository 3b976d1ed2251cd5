import CourseSupport
import SockeyeTLS
import SockeyeTesting
import SockeyeTransport
import Synchronization

extension OverTLS {
    // snippet.solution
    /// Trusts the certificate that it sees first, and from then on only that one, as ssh does.
    static func solution() async throws {
        var configuration = LoopbackConfiguration()
        configuration.certificate = .selfSigned
        let server = try await LoopbackServer.start(secure: true, configuration: configuration)
        let impostor = try await LoopbackServer.start(secure: true, configuration: configuration)

        let known = Known()
        var curious = TLSConfiguration()
        curious.trustDecision = { question in
            known.remember(question.certificateDigest)
            return .accept
        }
        try await TLSSocket.connect(host: "localhost", port: server.port, configuration: curious).close()
        print("first visit: remembered a fingerprint of \(known.fingerprint.count) bytes")

        var faithful = TLSConfiguration()
        faithful.acceptedCertificate = .sha256(known.fingerprint)
        for (name, port) in [("the same server", server.port), ("an impostor", impostor.port)] {
            do throws(StreamError) {
                try await TLSSocket.connect(host: "localhost", port: port, configuration: faithful).close()
                print("\(name): connected")
            } catch .tls(.certificateRefused(let reason, _)) {
                print("\(name): REFUSED, \(reason)")
            }
        }
        await server.stop()
        await impostor.stop()
    }

    final class Known: Sendable {
        private let digest = Mutex<[UInt8]>([])

        var fingerprint: [UInt8] { digest.withLock { $0 } }

        func remember(_ bytes: [UInt8]) {
            digest.withLock { $0 = bytes }
        }
    }
    // snippet.end
}
