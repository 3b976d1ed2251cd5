import TestSupport
import Testing

/// `-w %{certs}`, `%{num_certs}` and `%{json}`, compared with curl, with certificates made by `openssl`.
struct CertificateTextTests {
    private static let oddExtensions = [
        "subjectAltName=DNS:localhost,DNS:*.example.com,email:a@example.com,IP:127.0.0.1,IP:::1",
        "basicConstraints=critical,CA:FALSE", "keyUsage=digitalSignature,keyAgreement",
        "extendedKeyUsage=serverAuth,clientAuth", "crlDistributionPoints=URI:http://localhost/crl,URI:http://other/crl",
        "authorityInfoAccess=OCSP;URI:http://localhost/ocsp,caIssuers;URI:http://localhost/ca",
        "certificatePolicies=1.2.3.4,1.3.5.8", "authorityKeyIdentifier=keyid,issuer:always", "1.2.3.4.5=ASN1:UTF8:odd",
    ]

    @Test(arguments: [
        CertificateAuthority.Wish(), CertificateAuthority.Wish { $0.key = ["rsa:2048"] },
        CertificateAuthority.Wish { $0.subject = "M\u{FC}ller, \u{5F20} \"x\"" },
        CertificateAuthority.Wish { $0.extensions = oddExtensions },
    ])
    func sameAsCurl(_ wish: CertificateAuthority.Wish) async throws {
        let folder = try TemporaryFolder()
        let root = try await CertificateAuthority(root: "root", in: folder)
        try await root.issue("leaf", wish)
        let server = try await OpenSSLServer([
            "-cert", folder.file("leaf.pem"), "-key", folder.file("leaf.key"), "-cert_chain", folder.file("root.pem"),
        ])
        let url = "https://localhost:\(server.port)/"
        let authority = ["--cacert", folder.file("root.pem")]
        for flags in [
            authority + ["-w", "%{num_certs} %{certs}", url], ["-k", "-w", "%{num_certs} %{certs}", url],
            // A refused chain isn't shown.
            ["-w", "%{num_certs} %{certs}", url],
        ] {
            let (theirs, ours) = try await both(flags)
            #expect(ours.status == theirs.status, "\(ours.errorText)")
            #expect(ours.text == theirs.text, "\(flags)")
        }
        await server.stop()
    }

    /// What a server writes into its certificate forges no line, and steers no terminal.
    @Test func aValueStaysOnItsLine() async throws {
        let folder = try TemporaryFolder()
        let root = try await CertificateAuthority(root: "root", in: folder)
        func value(_ tag: UInt8, _ bytes: [UInt8]) -> [UInt8] { [tag, UInt8(bytes.count)] + bytes }
        let uri = value(0x86, Array("http://x/\nSubject:CN = forged\r\u{9B}31m\u{202E}\u{2066}\u{2028}y".utf8))
        let names = value(0x30, value(0x82, Array("localhost".utf8)) + uri)
        let issuers = value(0x30, value(0x30, [6, 8, 0x2B, 6, 1, 5, 5, 7, 0x30, 1] + uri))
        func hex(_ bytes: [UInt8]) -> String {
            bytes.map { (($0 < 16) ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
        }
        try await root.issue(
            "leaf",
            CertificateAuthority.Wish {
                $0.subject = "a\u{202E}b"
                $0.extensions = [
                    "subjectAltName=DER:\(hex(names))", "authorityInfoAccess=DER:\(hex(issuers))",
                    "1.2.3.4.5=DER:\(hex(value(0x0C, Array("z\nIssuer:CN = forged\u{85}".utf8))))",
                ]
            })
        let server = try await OpenSSLServer(["-cert", folder.file("leaf.pem"), "-key", folder.file("leaf.key")])
        let (_, ours) = try await both([
            "-v", "--cacert", folder.file("root.pem"), "-w", "%{certs}", "https://localhost:\(server.port)/",
        ])
        await server.stop()
        #expect(ours.status == 0, "\(ours.errorText)")
        for text in [ours.text, ours.errorText] {
            #expect(text.contains("forged"))
            let lines = text.split { $0 == "\n" || $0 == "\r\n" }
            #expect(!lines.contains { $0.hasPrefix("Subject:CN = forged") || $0.hasPrefix("Issuer:CN = forged") })
            let misleading = text.unicodeScalars.filter {
                (0x80...0x9F).contains($0.value) || $0.properties.isBidiControl || $0.value == 0x2028
                    || $0.value == 0x1B
            }
            #expect(misleading.isEmpty, "\(misleading.map(\.value))")
        }
    }

    /// A reused connection has no certificates this time.
    @Test func onlyOfHandshakes() async throws {
        let command = CommandCase(
            "-s", "--cacert", "ca.pem", "-w", "%{num_certs} %{num_connects}\\n", "https://localhost:PORT/hello",
            "https://localhost:PORT/hello")
        try await SideBySide.compare(command.secure())
    }

    /// The keys of the object are curl's, in its order, and those of newer versions in theirs.
    @Test func objectHasTheKeysOfCurl() async throws {
        let folder = try TemporaryFolder()
        let root = try await CertificateAuthority(root: "root", in: folder)
        try await root.issue("leaf")
        let server = try await OpenSSLServer(["-cert", folder.file("leaf.pem"), "-key", folder.file("leaf.key")])
        let (theirs, ours) = try await both([
            "--cacert", folder.file("root.pem"), "-w", "%{json}", "https://localhost:\(server.port)/",
        ])
        await server.stop()
        let later = [
            "conn_id", "num_retries", "proxy_used", "size_delivered", "time_posttransfer", "time_queue",
            "tls_earlydata",
            "xfer_id",
        ]
        let keys = Self.keys(ours.text)
        let known = keys.filter { !later.contains($0) && !$0.contains(".") }
        #expect(known == Self.keys(theirs.text))
        for key in later { #expect(keys.contains(key), "\(key)") }
        #expect(Self.member("certs", of: ours.text) == Self.member("certs", of: theirs.text))
        #expect(Self.member("num_certs", of: ours.text) == "1")
    }

    /// The keys of an object whose texts contain no quoted names.
    private static func keys(_ object: String) -> [String] {
        object.matches(of: /[{,]"([a-z_0-9.]+)":/).map { String($0.output.1) }
    }

    private static func member(_ name: String, of object: String) -> String? {
        guard let start = object.firstRange(of: "\"\(name)\":")?.upperBound else { return nil }
        let rest = object[start...]
        return String(rest.prefix(upTo: rest.firstRange(of: ",\"")?.lowerBound ?? rest.endIndex))
    }

    private func both(_ flags: [String]) async throws -> (theirs: Program.Outcome, ours: Program.Outcome) {
        func run(_ program: String) async throws -> Program.Outcome {
            try await Program.run(
                program, ["-s", "-m", "20", "-o", "/dev/null"] + flags, environment: SideBySide.noProxies)
        }
        return (try await run(SideBySide.curl), try await run(SideBySide.sockeye))
    }
}
