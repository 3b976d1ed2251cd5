internal import Glibc

/// A test authority made with `openssl`, and the certificates, revocation lists and OCSP responses it signs; all files
/// are in one folder.
public final class CertificateAuthority: Sendable {
    /// The properties of a certificate, correct by default.
    public struct Wish: Sendable {
        /// The subject's common name.
        public var subject = "localhost"
        /// The key, as for openssl's `-newkey`, with the options that follow it.
        public var key = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
        /// The digest for the signature.
        public var digest = "sha256"
        /// `YYYYMMDDHHMMSSZ`.
        public var from = "20200101000000Z"
        /// `YYYYMMDDHHMMSSZ`.
        public var until = "20991231235959Z"
        /// Extensions, as lines of openssl's configuration.
        public var extensions = ["subjectAltName=DNS:localhost,IP:127.0.0.1"]

        /// A certificate for localhost and 127.0.0.1, modified by `change`.
        public init(_ change: (inout Wish) -> Void = { _ in }) {
            change(&self)
        }

        /// An authority that may sign certificates.
        public static func authority(_ name: String, pathLength: Int? = nil) -> Wish {
            Wish {
                $0.subject = name
                $0.key = ["rsa:2048"]
                $0.extensions = [
                    "basicConstraints=critical,CA:TRUE" + (pathLength.map { ",pathlen:\($0)" } ?? ""),
                    "keyUsage=keyCertSign,cRLSign",
                ]
            }
        }
    }

    /// openssl failed.
    public struct Failure: Error {
        /// The command and its messages.
        public let words: String
    }

    private let folder: TemporaryFolder
    private let name: String

    /// Makes a root: `NAME.pem`, `NAME.key`.
    public init(root name: String, in folder: TemporaryFolder) async throws {
        (self.folder, self.name) = (folder, name)
        _ = try await Self.run(
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "3", "-subj", "/CN=\(name)", "-keyout",
                folder.file("\(name).key"), "-out", folder.file("\(name).pem"),
            ])
        try prepare()
    }

    /// Opens an authority whose certificate and key another one has signed under this name.
    public init(signed name: String, in folder: TemporaryFolder) throws {
        (self.folder, self.name) = (folder, name)
        try prepare()
    }

    private func prepare() throws {
        try folder.write("\(name).index", "")
        try folder.write("\(name).index.attr", "unique_subject = no\n")
        try folder.write("\(name).number", "01\n")
        try folder.write(
            "\(name).conf",
            """
            [ca]
            default_ca = own
            [own]
            dir = \(folder.path)
            database = $dir/\(name).index
            new_certs_dir = $dir
            crlnumber = $dir/\(name).number
            rand_serial = yes
            policy = any
            default_md = sha256
            default_crl_days = 2
            certificate = $dir/\(name).pem
            private_key = $dir/\(name).key
            [any]
            commonName = supplied

            """)
    }

    /// Issues a certificate: `FILE.pem` and its key `FILE.key`.
    public func issue(_ file: String, _ wish: Wish = Wish()) async throws {
        let path = folder.file(file)
        try folder.write("\(file).ext", wish.extensions.joined(separator: "\n") + "\n")
        _ = try await Self.run(
            ["req", "-new", "-newkey"] + wish.key + [
                "-nodes", "-subj", "/CN=\(wish.subject)", "-keyout", path + ".key", "-out", path + ".csr",
            ])
        try await ca([
            "-notext", "-in", path + ".csr", "-out", path + ".pem", "-extfile", path + ".ext", "-startdate", wish.from,
            "-enddate", wish.until, "-md", wish.digest,
        ])
    }

    /// Revokes `FILE.pem`.
    public func revoke(_ file: String) async throws {
        try await ca(["-revoke", folder.file("\(file).pem"), "-crl_reason", "keyCompromise"])
    }

    /// Writes the revocation list to a file.
    public func writeRevocationList(to file: String, isOutOfDate: Bool = false) async throws {
        let dates = isOutOfDate ? ["-crl_lastupdate", "20200101000000Z", "-crl_nextupdate", "20200201000000Z"] : []
        try await ca(["-gencrl", "-out", folder.file(file)] + dates)
    }

    /// Writes the OCSP response for `LEAF.pem` to a file, from this authority's index.
    public func writeStatus(of leaf: String, to file: String) async throws {
        let authority = folder.file("\(name).pem")
        _ = try await Self.run([
            "ocsp", "-issuer", authority, "-cert", folder.file("\(leaf).pem"), "-no_nonce", "-reqout",
            folder.file("request"),
        ])
        _ = try await Self.run([
            "ocsp", "-index", folder.file("\(name).index"), "-CA", authority, "-rsigner", authority, "-rkey",
            folder.file("\(name).key"), "-ndays", "1", "-reqin", folder.file("request"), "-respout", folder.file(file),
        ])
    }

    /// Forgets everything it signed, like an authority that lost its records.
    public func forget() throws {
        try folder.write("\(name).index", "")
    }

    private func ca(_ words: [String]) async throws {
        _ = try await Self.run(["ca", "-batch", "-config", folder.file("\(name).conf")] + words)
    }

    private static func run(_ words: [String]) async throws -> String {
        let outcome = try await Program.run("/usr/bin/openssl", words)
        guard outcome.status == 0 else {
            throw Failure(words: "\(words.joined(separator: " ")): \(outcome.errorText)")
        }
        return outcome.text
    }
}
