import Sockeye
import SockeyeTesting
import TestSupport
import Testing

/// A client certificate is sent only to the origin that the caller named, not to another one after a redirect, nor to a proxy; and a
/// proxy's only to the proxy.
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

    /// OpenSSL's server, which answers any GET with a page about the handshake, as an HTTPS proxy or an origin.
    private func page(_ words: [String], by program: String, _ folder: TemporaryFolder) async throws -> String {
        let peer = try await OpenSSLServer([
            "-cert", folder.file("server.pem"), "-key", folder.file("server.key"), "-verify", "1",
        ])
        let filled = words.map { $0.replacing("DIR", with: folder.path).replacing("PORT", with: "\(peer.port)") }
        let outcome = try await Program.run(program, ["-q", "-sSk", "-m", "20"] + filled)
        #expect(outcome.status == 0, "\(program) \(words): \(outcome.errorText)")
        await peer.stop()
        return outcome.text
    }

    @Test(
        "A proxy's certificate is the proxy's, and an origin's the origin's",
        arguments: [
            (["--proxy-cert", "DIR/client.pem", "--proxy-key", "DIR/client.key"], true, false),
            (["--proxy-cert", "DIR/both.pem"], true, false),
            (["--proxy-cert", "DIR/client.pem", "--proxy-key", "DIR/locked.key", "--proxy-pass", "word"], true, false),
            (["--proxy-cert", "DIR/client.p12:word", "--proxy-cert-type", "P12"], true, false),
            (["-E", "DIR/client.pem", "--key", "DIR/client.key"], false, true),
            ([], false, false),
        ])
    func isOfOneSide(words: [String], showsToProxy: Bool, showsToOrigin: Bool) async throws {
        let folder = try TemporaryFolder()
        try await Certificates.make("server.pem", "server.key", in: folder)
        try await Certificates.make("client.pem", "client.key", in: folder, subject: "somebody")
        for line in [
            "pkcs12 -export -in client.pem -inkey client.key -out client.p12 -passout pass:word",
            "pkey -in client.key -aes256 -passout pass:word -out locked.key",
        ] {
            try await Certificates.run(
                line.split(separator: " ").map { $0.contains(".") ? folder.file(String($0)) : String($0) })
        }
        let both = try ["client.pem", "client.key"].map { try String(decoding: folder.read($0), as: UTF8.self) }
        try folder.write("both.pem", both.joined())
        for program in [SideBySide.sockeye, SideBySide.curl] {
            let proxys = try await page(
                words + ["--proxy-insecure", "-x", "https://localhost:PORT", "http://name.test/"], by: program, folder)
            #expect(!proxys.contains(Self.nobody) == showsToProxy, "\(program)")
            let origins = try await page(words + ["https://localhost:PORT/"], by: program, folder)
            #expect(!origins.contains(Self.nobody) == showsToOrigin, "\(program)")
        }
    }

    @Test("Without settings for proxies, one sees no certificate of the origin")
    func withoutSettingsForProxies() async throws {
        let folder = try TemporaryFolder()
        try await Certificates.make("server.pem", "server.key", in: folder)
        try await Certificates.make("client.pem", "client.key", in: folder, subject: "somebody")
        let peer = try await OpenSSLServer([
            "-cert", folder.file("server.pem"), "-key", folder.file("server.key"), "-verify", "1",
        ])
        var configuration = HTTPClient.Configuration()
        configuration.tls.verifiesPeer = false
        configuration.tls.identity = ClientIdentity(
            certificateFile: folder.file("client.pem"), keyFile: folder.file("client.key"))
        configuration.proxies.http = try ProxyServer(parsing: "https://localhost:\(peer.port)")
        let page = try await HTTPClient(configuration: configuration).get("http://name.test/").text()
        #expect(page.contains(Self.nobody))
        await peer.stop()
    }
}
