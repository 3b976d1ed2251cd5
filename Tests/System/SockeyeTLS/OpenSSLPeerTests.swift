import SockeyeIO
import SockeyeTransport
import SockeyeTLS
import TestSupport
import Testing

/// Tests our client with `openssl s_server`, a peer that shares no code with us.
struct OpenSSLPeerTests {
    private struct Peer {
        let program: Program
        let port: UInt16
        let authority: ThrowawayCertificate
        let folder: TemporaryFolder
    }

    private func start(_ options: [String]) async throws -> Peer {
        let authority = try ThrowawayCertificate.authority()
        let leaf = try ThrowawayCertificate(
            commonName: "peer", alternativeNames: "DNS:localhost,IP:127.0.0.1", key: .rsa2048, issuer: authority)
        let folder = try TemporaryFolder()
        let certificate = try folder.write("certificate.pem", leaf.certificate)
        let key = try folder.write("key.pem", leaf.key)
        let program = try Program(
            "/usr/bin/openssl",
            ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"] + options)
        let text = await program.waitForText("ACCEPT 127.0.0.1:") + program.waitForText("\n")
        let digits = text.split(separator: ":").last?.filter(\.isNumber) ?? ""
        return Peer(program: program, port: try #require(UInt16(digits)), authority: authority, folder: folder)
    }

    @Test(arguments: [("-tls1_2", "TLSv1.2"), ("-tls1_3", "TLSv1.3")])
    func fetchesItsPage(_ option: String, _ version: String) async throws {
        let peer = try await start([option, "-alpn", "http/1.1"])
        for host in ["localhost", "127.0.0.1"] {
            let socket = try await TLSSocket.connect(
                host: host, port: peer.port,
                configuration: TLSConfiguration(roots: [.pem(peer.authority.certificate)]), until: patience)
            #expect(socket.details?.version == version)
            #expect(socket.details?.applicationProtocol == "http/1.1")
            #expect(socket.details?.certificate?.subject == "CN = peer")
            try await socket.send("GET / HTTP/1.0\r\n\r\n", until: patience)
            let page = String(decoding: try await socket.receiveToEnd(until: patience), as: UTF8.self)
            #expect(page.hasPrefix("HTTP/1.0 200 ok\r\n"))
            #expect(page.contains(version))
        }
        peer.program.stop()
    }

    @Test func refusesItWithoutItsAuthority() async throws {
        let peer = try await start([])
        let stranger = try ThrowawayCertificate.authority(named: "Stranger")
        let error = await handshakeFailure { () throws(StreamError) in
            try await TLSSocket.connect(
                host: "localhost", port: peer.port,
                configuration: TLSConfiguration(roots: [.pem(stranger.certificate)]), until: patience)
        }
        guard case .certificateRefused(.unknownIssuer, let certificate) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(certificate.subject == "CN = peer")
        peer.program.stop()
    }

    /// The server offers no cipher that TLS 1.2 could negotiate with us.
    @Test func noCommonCipherIsAnError() async throws {
        let peer = try await start(["-tls1_2", "-cipher", "NULL-SHA256:@SECLEVEL=0"])
        let error = await handshakeFailure { () throws(StreamError) in
            try await TLSSocket.connect(
                host: "localhost", port: peer.port,
                configuration: TLSConfiguration(roots: [.pem(peer.authority.certificate)]), until: patience)
        }
        guard case .protocolFailure(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("handshake failure"), "\(reason)")
        peer.program.stop()
    }
}
