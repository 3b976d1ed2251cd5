import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// TLS handshake options, compared with curl.
struct TrustOracleTests {
    private static let wrongPin = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

    @Test(arguments: [
        ["--cacert", "DIR/ca.pem", "https://localhost:PORT/hello"],
        ["https://localhost:PORT/hello"],
        ["--cacert", "DIR/absent", "https://localhost:PORT/hello"],
        ["--cacert", "DIR/ca.pem", "--tlsv1.3", "https://localhost:PORT/hello"],
        ["--cacert", "DIR/ca.pem", "--tls-max", "1.2", "https://localhost:PORT/hello"],
        ["--cacert", "DIR/ca.pem", "--tlsv1.3", "--tls-max", "1.2", "https://localhost:PORT/hello"],
        ["--cacert", "DIR/ca.pem", "--ciphers", "no-such-cipher", "https://localhost:PORT/hello"],
        ["--cacert", "DIR/ca.pem", "--tls13-ciphers", "no-such-cipher", "https://localhost:PORT/hello"],
        ["--cacert", "DIR/ca.pem", "--curves", "no-such-curve", "https://localhost:PORT/hello"],
        ["--cacert", "DIR/ca.pem", "--curves", "P-256", "https://localhost:PORT/hello"],
        ["--cacert", "DIR/ca.pem", "--crlfile", "DIR/absent", "https://localhost:PORT/hello"],
        ["--cacert", "DIR/ca.pem", "--pinnedpubkey", wrongPin, "https://localhost:PORT/hello"],
        ["-k", "--pinnedpubkey", wrongPin, "https://localhost:PORT/hello"],
        ["--cacert", "DIR/ca.pem", "-E", "DIR/absent", "https://localhost:PORT/hello"],
        ["--cacert", "DIR/ca.pem", "-E", "DIR/ca.pem", "https://localhost:PORT/hello"],
        ["--cacert", "DIR/ca.pem", "--no-alpn", "https://localhost:PORT/hello"],
    ])
    func sameAsCurl(_ arguments: [String]) async throws {
        try await Oracle.compare(arguments, files: ["ca.pem": "AUTHORITY"], secure: true)
    }

    /// The file of SSLKEYLOGFILE is written as by curl, readable only by its owner.
    @Test func theKeyLog() async throws {
        let server = try await LoopbackServer.start(secure: true)
        let folder = try TemporaryFolder()
        try server.writeAuthority(to: folder.file("ca.pem"))
        var labels: [[Substring]] = []
        for program in [Oracle.curl, Oracle.sockeye] {
            let name = "keys\(labels.count)"
            let outcome = try await Program.run(
                program, ["-sS", "--cacert", folder.file("ca.pem"), server.url("/hello", host: "localhost")],
                environment: SideBySide.noProxies.merging(["SSLKEYLOGFILE": folder.file(name)]) { $1 })
            #expect(outcome.status == 0, "\(outcome.errorText)")
            let lines = String(decoding: try folder.read(name), as: UTF8.self).split(separator: "\n")
            labels.append(lines.map { $0.prefix { $0 != " " } }.sorted())
        }
        #expect(labels[0] == labels[1])
        #expect(folder.permissions(of: "keys1") == 0o600)
        await server.stop()
    }

    /// Another program's variable is no reason for a transfer to fail, as in curl.
    @Test(arguments: ["none/keys", "", "file/keys"] + (geteuid() == 0 ? ["theirs"] : []))
    func anUnwritableKeyLog(_ name: String) async throws {
        let server = try await LoopbackServer.start(secure: true)
        let folder = try TemporaryFolder()
        for name in ["file", "theirs"] { try folder.write(name, "") }
        if geteuid() == 0 { try #require(chown(folder.file("theirs"), 12_345, 12_345) == 0) }
        try server.writeAuthority(to: folder.file("ca.pem"))
        let path = name.isEmpty ? folder.path : folder.file(name)
        for flags in [[], ["-s"]] {
            let url = server.url("/hello", host: "localhost")
            let outcome = try await Program.run(
                Oracle.sockeye, flags + ["--cacert", folder.file("ca.pem"), url, url],
                environment: SideBySide.noProxies.merging(["SSLKEYLOGFILE": path]) { $1 })
            #expect(outcome.status == 0, "\(outcome.errorText)")
            let warnings =
                outcome.errorText.split(separator: "SSLKEYLOGFILE", omittingEmptySubsequences: false).count - 1
            #expect(warnings == (flags.isEmpty ? 1 : 0), "\(outcome.errorText)")
        }
        #expect(try folder.read("theirs").isEmpty)
        await server.stop()
    }

    /// The right pin, by digest and by file, and a client certificate, with openssl as the other end.
    @Test func pinsAndClientCertificates() async throws {
        let folder = try TemporaryFolder()
        let openssl = "/usr/bin/openssl"
        func make(_ name: String, _ subject: String) async throws {
            let outcome = try await Program.run(
                openssl,
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
                    "-subj", "/CN=\(subject)", "-addext", "subjectAltName=DNS:localhost", "-keyout",
                    folder.file("\(name).key"), "-out", folder.file("\(name).pem"),
                ])
            #expect(outcome.status == 0, "\(outcome.errorText)")
        }
        try await make("server", "localhost")
        try await make("client", "somebody")
        let locked = try await Program.run(
            openssl,
            [
                "pkcs12", "-export", "-in", folder.file("client.pem"), "-inkey", folder.file("client.key"), "-out",
                folder.file("client.p12"), "-passout", "pass:word",
            ])
        #expect(locked.status == 0)
        let key = try await Program.run(
            openssl, ["x509", "-in", folder.file("server.pem"), "-pubkey", "-noout"])
        try folder.write("pin.pem", key.text)
        let server = try Program(
            openssl,
            [
                "s_server", "-accept", "127.0.0.1:0", "-cert", folder.file("server.pem"), "-key",
                folder.file("server.key"), "-Verify", "1", "-verify_return_error", "-CAfile", folder.file("client.pem"),
                "-www", "-naccept", "16",
            ], seconds: 60)
        let text = await server.waitForText("ACCEPT 127.0.0.1:") + server.waitForText("\n")
        let port = text.split(separator: ":").last?.filter(\.isNumber) ?? ""
        func fetch(_ options: [String]) async throws -> Int32 {
            let base = ["-sS", "-o", "/dev/null", "--cacert", folder.file("server.pem")]
            return try await Program.run(Oracle.sockeye, base + options + ["https://localhost:\(port)/"]).status
        }
        let identity = ["-E", folder.file("client.pem"), "--key", folder.file("client.key")]
        let pin = ["--pinnedpubkey", folder.file("pin.pem")]
        #expect(try await fetch(identity) == 0)
        #expect(try await fetch(identity + pin) == 0)
        #expect(try await fetch(identity + ["--pinnedpubkey", Self.wrongPin]) == 90)
        #expect(try await fetch(["-E", folder.file("client.p12") + ":word", "--cert-type", "P12"]) == 0)
        #expect(try await fetch(["-E", folder.file("client.p12") + ":wrong", "--cert-type", "P12"]) == 58)
        let client = folder.file("client")
        for words in [
            ["x509", "-in", client + ".pem", "-outform", "DER", "-out", client + ".der"],
            ["pkey", "-in", client + ".key", "-outform", "DER", "-out", client + ".key.der"],
            ["pkcs8", "-topk8", "-in", client + ".key", "-passout", "pass:word", "-out", client + ".locked"],
        ] { #expect(try await Program.run(openssl, words).status == 0, "\(words)") }
        #expect(try await fetch(["-E", client + ".pem", "--key", client + ".locked", "--pass", "word"]) == 0)
        #expect(try await fetch(["-E", client + ".pem:word", "--key", client + ".locked"]) == 0)
        #expect(try await fetch(["-E", client + ".pem", "--key", client + ".locked", "--pass", "wrong"]) == 58)
        #expect(try await fetch(["-E", client + ".pem", "--key", folder.file("server.key")]) == 58)
        #expect(try await fetch([]) != 0, "without a certificate the server does not respond")
        server.kill()
    }
}
