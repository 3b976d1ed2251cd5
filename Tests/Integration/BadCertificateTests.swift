import SockeyeTesting
import TestSupport
import Testing

/// Servers whose certificates must be refused: curl's exit code, a message that names the fault, no request sent and no
/// file written.
struct BadCertificateTests {
    /// A fault, and words that the message must contain.
    struct Fault: Sendable, CustomTestStringConvertible {
        typealias Wish = CertificateAuthority.Wish

        let name: String
        let words: String
        var wish = Wish()
        var options: [String] = []
        /// The server's chain, by the names of the files that `make` creates.
        var chain = ["leaf"]
        /// An intermediate CA with these extensions.
        var middle: Wish?
        var prepare: @Sendable (CertificateAuthority) async throws -> Void = { _ in }
        /// Our exit code, where curl accepts what we refuse.
        var ownCode: Int32?
        var testDescription: String { name }

        init(_ name: String, _ words: String, _ change: (inout Fault) -> Void = { _ in }) {
            (self.name, self.words) = (name, words)
            change(&self)
        }
    }

    private static let faults = [
        Fault("expired", "expired on Jan  1 00:00:00 2021 GMT") { $0.wish.until = "20210101000000Z" },
        Fault("not yet valid", "is not valid before Jan  1 00:00:00 2098 GMT") { $0.wish.from = "20980101000000Z" },
        Fault("another host", "is not for this host: it names DNS:other.example") {
            $0.wish.extensions = ["subjectAltName=DNS:other.example"]
        },
        Fault("a wildcard too high", "is not for this host") { $0.wish.extensions = ["subjectAltName=DNS:*"] },
        Fault("no name at all", "names no host at all") {
            $0.wish.extensions = ["basicConstraints=CA:FALSE"]
            // Without alternative names, curl uses the subject's common name.
            $0.ownCode = 60
        },
        Fault("self-signed", "is self-signed and not among the trusted roots") { $0.chain = ["root"] },
        Fault("untrusted root", "is signed by CN = stranger") {
            $0.prepare = { _ in }
            $0.chain = ["strange"]
        },
        Fault("missing intermediate", "is signed by CN = middle, which is not among the trusted roots") {
            $0.middle = .authority("middle")
        },
        Fault("revoked", "was revoked by its issuer") {
            $0.options = ["--crlfile", "DIR/crl.pem"]
            $0.prepare = {
                try await $0.revoke("leaf")
                try await $0.writeRevocationList(to: "crl.pem")
            }
        },
        Fault("revocation list out of date", "no current revocation list of CN = root") {
            $0.options = ["--crlfile", "DIR/crl.pem"]
            $0.prepare = { try await $0.writeRevocationList(to: "crl.pem", isOutOfDate: true) }
        },
        Fault("512 bits", "too weak") { $0.wish.key = ["rsa:512"] },
        Fault("1024 bits", "too weak") { $0.wish.key = ["rsa:1024"] },
        Fault("signed with MD5", "too weak") { $0.wish.digest = "md5" },
        Fault("signed with SHA-1", "too weak") { $0.wish.digest = "sha1" },
        Fault("for clients only", "is not meant for servers") {
            $0.wish.extensions += ["extendedKeyUsage=clientAuth"]
        },
        Fault("a chain longer than allowed", "at the end of a chain that is too long") {
            $0.chain = ["leaf", "below", "middle"]
            $0.middle = .authority("middle", pathLength: 0)
        },
        Fault("signed by a non-CA", "although it is not an authority") {
            $0.chain = ["leaf", "middle"]
            $0.middle = Fault.Wish { $0.extensions = ["basicConstraints=CA:FALSE"] }
        },
    ]

    @Test(arguments: faults) func isRefused(_ fault: Fault) async throws {
        let folder = try TemporaryFolder()
        try await make(fault, in: folder)
        var configuration = LoopbackConfiguration()
        configuration.certificate = .given(
            chain: try fault.chain.map { String(decoding: try folder.read("\($0).pem"), as: UTF8.self) }.joined(),
            key: String(decoding: try folder.read("\(fault.chain[0]).key"), as: UTF8.self))
        // TLS 1.3 has no signature that fits into 512 bits, so the server can't use it.
        let isTiny = fault.wish.key == ["rsa:512"]
        if isTiny { configuration.certificate = .weakKey }
        let server = try await LoopbackServer.start(secure: true, configuration: configuration)
        if isTiny { try server.writeAuthority(to: folder.file("root.pem")) }
        let trust = fault.chain == ["root"] ? "other.pem" : "root.pem"
        let words =
            ["-sS", "-m", "20", "--cacert", folder.file(trust), "-o", folder.file("file")]
            + fault.options.map { $0.replacing("DIR", with: folder.path) }
            + ["-u", "user:secret", "https://localhost:\(server.port)/hello"]
        let theirs = try await Program.run(SideBySide.curl, words, environment: SideBySide.noProxies)
        if fault.ownCode == nil {
            #expect(server.receivedRequests.isEmpty)
        } else {
            #expect(theirs.status == 0, "curl refuses it now: \(theirs.errorText)")
        }
        let before = server.receivedRequests.count
        let ours = try await Program.run(SideBySide.sockeye, words, environment: SideBySide.noProxies)
        #expect(ours.status == fault.ownCode ?? theirs.status, "\(ours.errorText) where curl says \(theirs.errorText)")
        #expect(ours.status == 60)
        #expect(ours.errorText.contains(fault.words), "\(ours.errorText)")
        // What the server can be recognised by, as openssl says it.
        if !isTiny {
            let certificate = folder.file("\(fault.chain[0]).pem")
            let printed = try await Program.run(
                "/usr/bin/openssl", ["x509", "-in", certificate, "-noout", "-fingerprint", "-sha256"])
            let fingerprint = printed.text.drop { $0 != "=" }.filter(\.isHexDigit).lowercased()
            #expect(
                fingerprint.count == 64 && ours.errorText.contains("fingerprint \(fingerprint)"), "\(ours.errorText)")
        }
        #expect(server.receivedRequests.count == before, "the server received the request")
        if fault.ownCode == nil { #expect((try? folder.read("file")) == nil) }
        #expect((try? folder.read("file.part")) == nil)
        await server.stop()
    }

    private func make(_ fault: Fault, in folder: TemporaryFolder) async throws {
        let root = try await CertificateAuthority(root: "root", in: folder)
        if fault.chain == ["root"] {
            _ = try await CertificateAuthority(root: "other", in: folder)
        } else if fault.chain == ["strange"] {
            try await CertificateAuthority(root: "stranger", in: folder).issue("strange")
        } else if let middle = fault.middle {
            try await root.issue("middle", middle)
            var signer = try CertificateAuthority(signed: "middle", in: folder)
            if fault.chain.contains("below") {
                try await signer.issue("below", .authority("below"))
                signer = try CertificateAuthority(signed: "below", in: folder)
            }
            try await signer.issue("leaf", fault.wish)
        } else {
            try await root.issue("leaf", fault.wish)
        }
        try await fault.prepare(root)
    }
}
