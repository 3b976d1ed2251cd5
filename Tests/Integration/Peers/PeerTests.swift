import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// The program against servers that share no code with it, compared with curl.
struct PeerTests {
    private static let plain = "http://127.0.0.1:PLAIN"
    private static let secure = "https://localhost:SECURE"
    private static let trust = ["--cacert", "DIR/certificate.pem"]

    private static let lines: [[String]] = [
        ["-sS", plain + "/hello.txt"],
        ["-sSI", plain + "/lines.txt"],
        ["-sSi", plain + "/hello.txt"],
        ["-sS", plain + "/lines.txt", plain + "/hello.txt", "-w", "%{num_connects} %{size_download}\\n"],
        ["-sSi", "-r", "10-19", plain + "/lines.txt"],
        ["-sS", "-r", "-20", plain + "/lines.txt"],
        ["-sS", "-r", "0-4,10-14", "-w", "%{http_code} %{size_download}", "-o", "/dev/null", plain + "/lines.txt"],
        ["-sSi", "-r", "99999999-", plain + "/lines.txt"],
        ["-sS", "-o", "/dev/null", "-w", "%{http_code} %{size_download}", plain + "/large"],
        ["-sSi", "-H", "If-Modified-Since: Fri, 31 Dec 2100 00:00:00 GMT", plain + "/hello.txt"],
        ["-sSi", plain + "/moved"],
        ["-sf", plain + "/missing"],
        ["-sS", "-o", "/dev/null", "-w", "%{http_code}", plain + "/listing/"],
        ["-sS", "-d", "a=b", "-w", "%{http_code}", plain + "/hello.txt"],
        ["-sS", "-d", "a=b", plain + "/sink"],
        ["-sS", "-X", "OPTIONS", "-w", "%{http_code}", plain + "/hello.txt"],
        ["-sS", "-0", "-i", plain + "/hello.txt"],
        trust + ["-sS", secure + "/hello.txt", secure + "/lines.txt", "-w", "%{num_connects}\\n"],
        trust + ["-sSi", "-r", "10-19", secure + "/lines.txt"],
        trust + ["-sS", "-o", "/dev/null", "-w", "%{http_code} %{size_download}", secure + "/large"],
        ["-sSk", secure + "/hello.txt"],
        ["-s", secure + "/hello.txt"],
        ["-sS", "--haproxy-protocol", "--interface", "127.0.0.9", "http://127.0.0.1:BALANCED/from"],
        trust + ["-sS", "--haproxy-protocol", "https://localhost:SECBALANCED/from"],
        ["-s", "http://127.0.0.1:BALANCED/from"],
        ["-s", "--haproxy-protocol", plain + "/from"],
        // nginx responds in plain text to plain text at its TLS port.
        ["-sS", "http://127.0.0.1:SECURE/"],
    ]

    @Test(.enabled(if: Nginx.path != nil, "nginx is not installed")) func nginx() async throws {
        let server = try await Nginx(#require(Nginx.path))
        for line in Self.lines {
            let words = line.map { word in
                word.replacing("PLAIN", with: "\(server.plainPort)")
                    .replacing("SECBALANCED", with: "\(server.balancedSecurePort)")
                    .replacing("BALANCED", with: "\(server.balancedPort)").replacing(
                        "SECURE", with: "\(server.securePort)"
                    )
                    .replacing("DIR", with: server.folder.path)
            }
            async let ours = Program.run(SideBySide.sockeye, words, seconds: 30)
            async let theirs = Program.run(SideBySide.curl, words, seconds: 30)
            let (our, their) = try await (ours, theirs)
            #expect(our.status == their.status, "\(line): \(our.errorText)")
            #expect(withoutDate(our.text) == withoutDate(their.text), "\(line)")
        }
        // A large file arrives byte for byte, plain and over TLS.
        for (index, base) in [Self.plain, Self.secure].enumerated() {
            let url = base.replacing("PLAIN", with: "\(server.plainPort)").replacing(
                "SECURE", with: "\(server.securePort)")
            let file = server.folder.file("copy\(index)")
            let end = try await Program.run(
                SideBySide.sockeye,
                ["-sS", "--cacert", server.folder.file("certificate.pem"), "-o", file, url + "/large"], seconds: 60)
            #expect(end.status == 0, "\(end.errorText)")
            let difference = try await Program.run("/usr/bin/cmp", [file, server.folder.file("large")])
            #expect(difference.status == 0, "\(difference.text)")
        }
        // More than nginx accepts: it responds before it has read everything.
        try server.folder.write("upload", String(repeating: "x", count: 3_000_000))
        let refused = try await Program.run(
            SideBySide.sockeye,
            [
                "-sS", "-o", "/dev/null", "-w", "%{http_code}", "--data-binary", "@\(server.folder.file("upload"))",
                "http://127.0.0.1:\(server.plainPort)/sink",
            ], seconds: 30)
        #expect(refused.text == "413")
        #expect(refused.status == 0, "\(refused.errorText)")
        await server.stop()
    }

    /// `openssl s_server -www` ends its HTTP/1.0 responses by closing: only `close_notify` proves that they are
    /// complete.
    @Test(arguments: [("-tls1_2", "TLSv1.2"), ("-tls1_3", "TLSv1.3")])
    func opensslServer(_ option: String, _ version: String) async throws {
        let folder = try TemporaryFolder()
        let (certificate, key) = (folder.file("certificate.pem"), folder.file("key.pem"))
        let made = try await Program.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=peer", "-addext",
                "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
            ])
        #expect(made.status == 0, "\(made.errorText)")
        let peer = try Program(
            "/usr/bin/openssl",
            ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www", option], seconds: 60)
        let text = await peer.waitForText("ACCEPT 127.0.0.1:") + peer.waitForText("\n")
        let port = text.split(separator: ":").last?.filter(\.isNumber) ?? ""
        let page = try await Program.run(
            SideBySide.sockeye, ["-vsS", "--cacert", certificate, "https://localhost:\(port)/"], seconds: 30)
        #expect(page.status == 0, "\(page.errorText)")
        #expect(page.text.contains(version))
        for line in ["* SSL connection using \(version) / ", "*  subject: CN = peer", "*  issuer: CN = peer"] {
            #expect(page.errorText.contains(line), "\(page.errorText)")
        }
        let stranger = try await Program.run(SideBySide.sockeye, ["-sS", "https://localhost:\(port)/"], seconds: 30)
        #expect(stranger.status == 60)
        peer.stop()
    }

    private func withoutDate(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("Date: ") }.joined(separator: "\n")
    }
}
