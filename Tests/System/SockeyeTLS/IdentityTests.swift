import SockeyeTLS
import TestSupport
import Testing

/// A client's certificate and key in files: every format, and what is wrong with a file is said of that file.
struct IdentityTests {
    /// The files: a certificate and its key in each format, and another's.
    private static func files() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let me = try ThrowawayCertificate(commonName: "me", alternativeNames: nil, issuer: nil)
        try folder.write("me.pem", me.certificate)
        try folder.write("me.key", me.key)
        try folder.write("both.pem", me.certificate + me.key)
        try folder.write(
            "other.key", try ThrowawayCertificate(commonName: "other", alternativeNames: nil, issuer: nil).key)
        try folder.write(
            "rsa.key",
            try ThrowawayCertificate(commonName: "rsa", alternativeNames: nil, key: .rsa2048, issuer: nil).key)
        let (pem, key) = (folder.file("me.pem"), folder.file("me.key"))
        for words in [
            ["x509", "-in", pem, "-outform", "DER", "-out", folder.file("me.der")],
            ["pkey", "-in", key, "-outform", "DER", "-out", folder.file("key.der")],
            ["pkcs8", "-topk8", "-in", key, "-passout", "pass:word", "-out", folder.file("locked.key")],
            ["pkcs12", "-export", "-in", pem, "-inkey", key, "-passout", "pass:word", "-out", folder.file("me.p12")],
            ["pkcs12", "-export", "-in", pem, "-nokeys", "-passout", "pass:", "-out", folder.file("no-key.p12")],
            [
                "req", "-x509", "-newkey", "rsa:512", "-nodes", "-subj", "/CN=small", "-keyout",
                folder.file("small.key"),
                "-out", folder.file("small.pem"),
            ],
        ] {
            let outcome = try await Program.run("/usr/bin/openssl", words)
            try #require(outcome.status == 0, "\(words): \(outcome.errorText)")
        }
        return folder
    }

    @Test func everyFormat() async throws {
        let folder = try await Self.files()
        let usable: [(certificate: String, key: String?, password: String?, format: ClientIdentity.Format)] = [
            ("me.pem", "me.key", nil, .pem), ("both.pem", nil, nil, .pem), ("me.pem", "key.der", nil, .pem),
            ("me.der", "me.key", nil, .der), ("me.der", "key.der", nil, .der), ("me.pem", "locked.key", "word", .pem),
            ("me.der", "locked.key", "word", .der), ("me.p12", nil, "word", .pkcs12),
            // A passphrase that nothing needs.
            ("me.pem", "me.key", "word", .pem),
        ]
        for (certificate, key, password, format) in usable {
            var configuration = TLSConfiguration()
            configuration.identity = ClientIdentity(
                certificateFile: folder.file(certificate), keyFile: key.map(folder.file), password: password,
                format: format)
            #expect(throws: Never.self, "\(certificate) \(key ?? "-")") { try TLSContext(client: configuration) }
        }
    }

    @Test func whatIsWrongIsSaidOfItsFile() async throws {
        let folder = try await Self.files()
        let unusable:
            [(certificate: String, key: String?, password: String?, format: ClientIdentity.Format, reason: String)] = [
                ("gone", "me.key", nil, .pem, "gone: No such file or directory"),
                ("me.pem", "gone", nil, .pem, "gone: No such file or directory"),
                ("gone", nil, nil, .pkcs12, "gone: No such file or directory"),
                (
                    "me.key", "me.key", nil, .pem,
                    "me.key: no certificate in PEM; if it is DER or PKCS#12, its type has to be given"
                ),
                ("small.pem", "small.key", nil, .pem, "small.pem: ee key too small"),
                ("me.pem", "me.key", nil, .der, "me.pem: no certificate in DER"),
                ("me.pem", nil, nil, .pem, "me.pem: no private key in PEM or DER"),
                ("me.pem", "other.key", nil, .pem, "other.key: the key isn't that of the certificate"),
                ("me.pem", "rsa.key", nil, .pem, "rsa.key: the key isn't that of the certificate"),
                ("me.pem", "locked.key", "wrong", .pem, "locked.key: the passphrase is wrong"),
                ("me.pem", "locked.key", nil, .pem, "locked.key: it is encrypted, and no passphrase is given"),
                ("me.p12", nil, "wrong", .pkcs12, "me.p12: the passphrase is wrong"),
                ("me.p12", nil, nil, .pkcs12, "me.p12: it is encrypted, and no passphrase is given"),
                ("me.pem", nil, nil, .pkcs12, "me.pem: it isn't PKCS#12"),
                ("no-key.p12", nil, nil, .pkcs12, "no-key.p12: no certificate with its key in it"),
            ]
        for (certificate, key, password, format, reason) in unusable {
            var configuration = TLSConfiguration()
            configuration.identity = ClientIdentity(
                certificateFile: folder.file(certificate), keyFile: key.map(folder.file), password: password,
                format: format)
            #expect(throws: TLSError.unusableCertificate(folder.file(reason))) {
                try TLSContext(client: configuration)
            }
        }
    }

    @Test func ciphersAreNamed() {
        let unusable: [((inout TLSConfiguration) -> Void, String)] = [
            ({ $0.ciphers = "FOO:BAR" }, "OpenSSL knows no cipher in 'FOO:BAR'"),
            ({ $0.ciphersOfTLS13 = "FOO" }, "OpenSSL knows no cipher of TLS 1.3 in 'FOO'"),
            ({ $0.groups = "P-256:nope" }, "OpenSSL doesn't know every curve in 'P-256:nope'"),
            (
                { $0.signatureAlgorithms = "ECDSA+SHA256:nope" },
                "OpenSSL doesn't know every signature algorithm in 'ECDSA+SHA256:nope'"
            ),
        ]
        for (change, reason) in unusable {
            var configuration = TLSConfiguration()
            change(&configuration)
            #expect(throws: TLSError.unusableCiphers(reason)) { try TLSContext(client: configuration) }
        }
    }
}
