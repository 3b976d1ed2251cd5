import TestSupport
import Testing

/// An HTTPS proxy has its own certificates, keys and lists, whatever those for servers are.
struct ProxyCertificateTests {
    private static let key = ["--proxy-key", "DIR/client.key"]

    /// What is given, the exit code, and whether the proxy sees a certificate.
    @Test(
        arguments: [
            ([], 0, false), (["--proxy-cert", "DIR/client.pem"] + key, 0, true),
            (["-E", "DIR/client.pem", "--key", "DIR/client.key"], 0, false),
            (["--proxy-cert", "DIR/client.pem", "--proxy-cert-type", "pem", "--proxy-key-type", "PEM"] + key, 0, true),
            (["--proxy-cert", "DIR/client.p12:secret", "--proxy-cert-type", "P12"], 0, true),
            (["--proxy-cert", "DIR/client.p12", "--proxy-cert-type", "P12", "--proxy-pass", "secret"], 0, true),
            (["--proxy-cert", "DIR/client.p12", "--proxy-cert-type", "P12", "--pass", "secret"], 58, false),
            (["--proxy-cert", "DIR/absent.pem"] + key, 58, false),
            (["--pinnedpubkey", "sha256//" + String(repeating: "A", count: 43) + "="], 0, false),
            (["--proxy-ciphers", "FOO"], 59, false), (["--proxy-tls13-ciphers", "FOO"], 59, false),
            (["--proxy-tls13-ciphers", "TLS_AES_128_GCM_SHA256"], 0, false),
            (["--proxy-crlfile", "DIR/absent.crl"], 82, false),
        ] as [([String], Int32, Bool)])
    func ofTheProxy(options: [String], status: Int32, isSeen: Bool) async throws {
        try await Self.withProxy { proxy, folder in
            let words =
                ["-sS", "-m", "20", "-x", "https://localhost:\(proxy.port)", "--proxy-cacert", "DIR/server.pem"]
                + options
                + ["http://somewhere.test/"]
            let line = words.map { $0.replacing("DIR", with: folder.path) }
            for program in [SideBySide.sockeye, SideBySide.curl] {
                let outcome = try await Program.run(program, line, environment: SideBySide.noProxies, seconds: 30)
                #expect(outcome.status == status, "\(program): \(outcome.errorText)")
                #expect(outcome.text.contains("somebody") == isSeen, "\(program)")
                #expect(
                    outcome.text.contains("no client certificate available") == (status == 0 && !isSeen), "\(program)")
            }
        }
    }

    /// The folder of --capath holds for proxies, unless they have their own.
    @Test(arguments: [("--capath", Int32(0)), ("--proxy-capath", 0), ("--cacert", 60)])
    func folders(option: String, status: Int32) async throws {
        try await Self.withProxy { proxy, folder in
            let words = ["x509", "-hash", "-noout", "-in", folder.file("server.pem")]
            let hash = try await Program.run(Certificates.openssl, words).text.prefix { $0 != "\n" }
            try folder.write("\(hash).0", bytes: folder.read("server.pem"))
            let path = option == "--cacert" ? folder.file("server.pem") : folder.path
            let line = [
                "-sS", "-m", "20", "-x", "https://localhost:\(proxy.port)", option, path, "http://somewhere.test/",
            ]
            for program in [SideBySide.sockeye, SideBySide.curl] {
                let outcome = try await Program.run(program, line, environment: SideBySide.noProxies, seconds: 30)
                #expect(outcome.status == status, "\(program): \(outcome.errorText)")
            }
        }
    }

    /// curl 7.88 takes the option and checks nothing.
    @Test func aPinOfTheProxy() async throws {
        try await Self.withProxy { proxy, folder in
            let key = try await Certificates.run(["x509", "-pubkey", "-noout", "-in", folder.file("server.pem")])
            for (pin, status) in [
                (try folder.write("key.pem", key), Int32(0)), ("sha256//\(String(repeating: "A", count: 43))=", 90),
            ] {
                let outcome = try await Program.run(
                    SideBySide.sockeye,
                    [
                        "-sS", "-m", "20", "-x", "https://localhost:\(proxy.port)", "--proxy-cacert",
                        folder.file("server.pem"),
                        "--proxy-pinnedpubkey", pin, "http://somewhere.test/",
                    ], environment: SideBySide.noProxies, seconds: 30)
                #expect(outcome.status == status, "\(outcome.errorText)")
            }
        }
    }

    @Test(arguments: [("ECDSA+SHA256:RSA-PSS+SHA256:RSA+SHA256", Int32(0)), ("nope", 59)])
    func signatureAlgorithms(list: String, status: Int32) async throws {
        try await Self.withProxy { server, folder in
            let outcome = try await Program.run(
                SideBySide.sockeye,
                [
                    "-sS", "-m", "20", "--cacert", folder.file("server.pem"), "--sigalgs", list,
                    "https://localhost:\(server.port)/",
                ],
                environment: SideBySide.noProxies, seconds: 30)
            #expect(outcome.status == status, "\(outcome.errorText)")
        }
    }

    /// OpenSSL's server, whose page shows the client's certificate. It stands in for a proxy: it answers any target.
    private static func withProxy(
        _ body: (OpenSSLServer, TemporaryFolder) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try await Certificates.make("server.pem", "server.key", in: folder)
        try await Certificates.make("client.pem", "client.key", in: folder, subject: "somebody")
        try await Certificates.run([
            "pkcs12", "-export", "-in", folder.file("client.pem"), "-inkey", folder.file("client.key"), "-out",
            folder.file("client.p12"), "-passout", "pass:secret",
        ])
        let proxy = try await OpenSSLServer(
            ["-cert", folder.file("server.pem"), "-key", folder.file("server.key"), "-verify", "1"])
        try await body(proxy, folder)
        await proxy.stop()
    }
}
