import Sockeye
import SockeyeTesting
import TestSupport
import Testing

/// A client certificate is sent only to the origin that the caller named, not to another one after a redirect.
struct ClientCertificateTests {
    /// The text of OpenSSL's page for a client without a certificate.
    private static let nobody = "no client certificate available"

    @Test func staysAtItsOrigin() async throws {
        let folder = try TemporaryFolder()
        try await Certificates.make("server.pem", "server.key", in: folder)
        try await Certificates.make("client.pem", "client.key", in: folder, subject: "somebody")
        let pair = ["-cert", folder.file("server.pem"), "-key", folder.file("server.key"), "-verify", "1"]
        let peer = try await OpenSSLServer(pair)
        let there = "https://localhost:\(peer.port)/"
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(status: 302, fields: [.init("Location", there), .init("Content-Length", "0")])
        }
        var configuration = HTTPClient.Configuration()
        configuration.tls.verifiesPeer = false
        configuration.tls.identity = ClientIdentity(
            certificateFile: folder.file("client.pem"), keyFile: folder.file("client.key"))
        let client = HTTPClient(configuration: configuration)
        // In both orders: a connection or session with the certificate must not serve a request without it.
        for _ in 0..<2 {
            #expect(try await !client.get(there).text().contains(Self.nobody))
            #expect(try await client.get(server.url()).text().contains(Self.nobody))
        }
        var trusting = try Request.get(server.url())
        trusting.redirects = RedirectPolicy(sendsSecretsEverywhere: true)
        #expect(try await !client.send(trusting).text().contains(Self.nobody))
        await server.stop()
        await peer.stop()
    }
}
