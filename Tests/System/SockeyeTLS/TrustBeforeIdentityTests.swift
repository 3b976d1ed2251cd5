import SockeyeIO
import SockeyeTransport
import SockeyeTLS
import Synchronization
import TestSupport
import Testing

/// A server that is refused, or still asked about, has not seen the client's certificate.
struct TrustBeforeIdentityTests {
    /// Why the server would be refused.
    enum Fault: CaseIterable {
        case unknownAuthority, notPinned, noStatus
    }

    /// `openssl s_server` that asks for a client certificate, and what is sent to it.
    private final class Peer: Sendable {
        let configuration: TLSConfiguration
        private let port: UInt16
        private let program: Program
        private let folder: TemporaryFolder
        private let sent = Mutex<[String]>([])

        init(_ fault: Fault, _ version: String) async throws {
            let authority = try ThrowawayCertificate.authority()
            let leaf = try ThrowawayCertificate(
                commonName: "peer", alternativeNames: "DNS:localhost", key: .rsa2048, issuer: authority)
            let me = try ThrowawayCertificate(commonName: "me", alternativeNames: nil, issuer: nil)
            folder = try TemporaryFolder()
            let certificate = try folder.write("certificate.pem", leaf.certificate)
            let key = try folder.write("key.pem", leaf.key)
            try folder.write("me.pem", me.certificate + me.key)
            program = try Program(
                "/usr/bin/openssl",
                [
                    "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www", version, "-verify",
                    "1",
                ])
            let text = await program.waitForText("ACCEPT 127.0.0.1:") + program.waitForText("\n")
            port = try #require(UInt16(text.split(separator: ":").last?.filter(\.isNumber) ?? ""))
            let roots = fault == .unknownAuthority ? try ThrowawayCertificate.authority(named: "Other") : authority
            var configuration = TLSConfiguration(roots: [.pem(roots.certificate)])
            configuration.identity = ClientIdentity(certificateFile: folder.file("me.pem"))
            if fault == .notPinned { configuration.pinning = Pinning(publicKeys: [[UInt8](repeating: 1, count: 32)]) }
            configuration.requiresStapledStatus = fault == .noStatus
            self.configuration = configuration
        }

        /// Whether the client's certificate was sent.
        var sawIdentity: Bool { sent.withLock { $0.contains("TLS handshake, CERT verify (15)") } }

        func connect(_ configuration: TLSConfiguration) async throws -> ByteStream {
            let socket = try await Socket.connect(host: "127.0.0.1", port: port, until: patience)
            let watcher = TLSWatcher { message, _ in
                if message.isSent, let name = message.name { self.sent.withLock { $0.append(name) } }
            }
            return try await ByteStream.client(
                over: socket, context: try TLSContext(client: configuration), host: "localhost", isAddress: false,
                watcher: watcher, until: patience)
        }

        func stop() {
            program.kill()
        }
    }

    @Test(arguments: Fault.allCases, ["-tls1_2", "-tls1_3"])
    func refusedWithoutAQuestion(_ fault: Fault, _ version: String) async throws {
        let peer = try await Peer(fault, version)
        await #expect(throws: StreamError.self) { try await peer.connect(peer.configuration) }
        #expect(!peer.sawIdentity)
        peer.stop()
    }

    @Test(arguments: Fault.allCases, ["-tls1_2", "-tls1_3"])
    func sentOnlyOnceAccepted(_ fault: Fault, _ version: String) async throws {
        let peer = try await Peer(fault, version)
        var configuration = peer.configuration
        configuration.trustDecision = { _ in peer.sawIdentity ? .accept : .refuse }
        let error = await #expect(throws: StreamError.self) { try await peer.connect(configuration) }
        guard case .tls = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!peer.sawIdentity)
        configuration.trustDecision = { _ in peer.sawIdentity ? .refuse : .accept }
        let stream = try await peer.connect(configuration)
        #expect(peer.sawIdentity)
        guard case .acceptedByCaller = stream.tlsDetails?.warnings.first else {
            Issue.record("\(String(describing: stream.tlsDetails))")
            return
        }
        try await stream.sendAll(Array("GET / HTTP/1.0\r\n\r\n".utf8), until: patience)
        let page = String(decoding: try await stream.receive(upTo: 100, until: patience), as: UTF8.self)
        #expect(page.hasPrefix("HTTP/1.0 200 ok\r\n"))
        // Resuming would skip the question.
        #expect(stream.takeTicket() == nil)
        stream.close()
        peer.stop()
    }

    /// What a server does after it was accepted has its own error.
    @Test func aLaterFailureIsNotTheCertificates() async throws {
        let peer = try await Peer(.unknownAuthority, "-tls1_2")
        var configuration = peer.configuration
        configuration.trustDecision = { _ in
            peer.stop()
            return .accept
        }
        let error = await #expect(throws: StreamError.self) { try await peer.connect(configuration) }
        switch error {
        case .tls(.protocolFailure), .tls(.system): break
        default: Issue.record("\(String(describing: error))")
        }
    }
}
