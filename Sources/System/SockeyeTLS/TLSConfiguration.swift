/// How to make TLS connections: what to trust, and which versions to use.
public struct TLSConfiguration: Sendable {
    /// Where the trusted root certificates come from.
    @nonexhaustive
    public enum Roots: Sendable, Hashable {
        /// The system's, or those named by `SSL_CERT_FILE` and `SSL_CERT_DIR`.
        case system
        /// A file of PEM certificates.
        case file(String)
        /// A folder of PEM certificates, named by hash as `c_rehash` does.
        case folder(String)
        /// PEM text itself.
        case pem(String)
    }

    /// A version of the protocol.
    @nonexhaustive
    public enum Version: Sendable, Hashable {
        /// RFC 5246.
        case tls12
        /// RFC 8446.
        case tls13
    }

    /// The trusted roots, all sources together.
    public var roots: [Roots]
    /// Whether to verify the peer. False trusts anybody on the network path: only for experiments.
    public var verifiesPeer: Bool
    /// The oldest version to accept.
    public var lowestVersion: Version
    /// The newest version to offer.
    public var highestVersion: Version
    /// The application protocols to offer (ALPN, RFC 7301); no ALPN if empty.
    public var applicationProtocols: [String]

    /// The client's own certificate, for servers that ask for one.
    public var identity: ClientIdentity?
    /// Keys and certificates of which the server must present one, on top of every other check.
    public var pinning = Pinning.none
    /// One certificate that is trusted no matter who signed it.
    public var acceptedCertificate: AcceptedCertificate?
    /// Whether the certificate must name the host. If false, any certificate from a trusted authority is accepted, and
    /// every connection reports `TLSWarning.hostNameNotChecked`; prefer `acceptedCertificate`.
    public var checksHostName = true
    /// Whether the server must staple an OCSP response that proves its certificate valid (RFC 6066 section 8, RFC
    /// 6960). Sessions are not resumed then, since a resumed one carries no proof.
    public var requiresStapledStatus = false
    /// Decides about a server that would be refused (see `TLSTrustQuestion`); if `nil`, it is refused.
    public var trustDecision: (@Sendable (TLSTrustQuestion) async -> TLSTrustAnswer)?
    /// Cipher suites up to TLS 1.2, in OpenSSL's notation; OpenSSL's default if `nil`.
    public var ciphers: String?
    /// Cipher suites of TLS 1.3; OpenSSL's default if `nil`.
    public var ciphersOfTLS13: String?
    /// Signature algorithms, such as `ECDSA+SHA256:RSA-PSS+SHA256`; OpenSSL's default if `nil`.
    public var signatureAlgorithms: String?
    /// Key exchange groups, such as `X25519:P-256`; OpenSSL's default if `nil`.
    public var groups: String?
    /// Whether the next connection to a server may resume the last one's session (RFC 8446 section 2.2), which saves
    /// time and lets the server link the two.
    public var resumesSessions = true
    /// Whether to fill `TLSDetails.chain`, which takes a little time per connection.
    package var describesChain = false
    /// A PEM file of certificate revocation lists; if set, every certificate of a chain needs one.
    public var revocationListFile: String?
    /// A file to which the secrets of every session are appended, for Wireshark. Anyone who can read it can decrypt
    /// everything.
    public var keyLogFile: String?

    /// The system's roots, verified, TLS 1.2 or 1.3, `http/1.1`.
    public init(
        roots: [Roots] = [.system], verifiesPeer: Bool = true, lowestVersion: Version = .tls12,
        highestVersion: Version = .tls13, applicationProtocols: [String] = ["http/1.1"]
    ) {
        self.roots = roots
        self.verifiesPeer = verifiesPeer
        self.lowestVersion = lowestVersion
        self.highestVersion = highestVersion
        self.applicationProtocols = applicationProtocols
    }
}

extension TLSConfiguration {
    /// Whether connections made under `other` are those that this configuration would make. Closures can't be compared, so
    /// a trust decision is never the same as another.
    package func connects(like other: TLSConfiguration) -> Bool {
        trustDecision == nil && other.trustDecision == nil && roots == other.roots
            && verifiesPeer == other.verifiesPeer && lowestVersion == other.lowestVersion
            && highestVersion == other.highestVersion && applicationProtocols == other.applicationProtocols
            && identity == other.identity && pinning == other.pinning
            && acceptedCertificate == other.acceptedCertificate && checksHostName == other.checksHostName
            && requiresStapledStatus == other.requiresStapledStatus && ciphers == other.ciphers
            && ciphersOfTLS13 == other.ciphersOfTLS13 && groups == other.groups
            && signatureAlgorithms == other.signatureAlgorithms
            && resumesSessions == other.resumesSessions && describesChain == other.describesChain
            && revocationListFile == other.revocationListFile && keyLogFile == other.keyLogFile
    }
}

/// A client's certificate and key, in files.
public struct ClientIdentity: Sendable, Hashable {
    /// The file format of a certificate.
    @nonexhaustive
    public enum Format: Sendable, Hashable {
        /// PEM text; may also hold the chain after the certificate, and the key.
        case pem
        /// A single certificate in DER, with the key in a separate file.
        case der
        /// PKCS#12: certificate, chain and key in one file.
        case pkcs12
    }

    /// The file of the certificate.
    public var certificateFile: String
    /// The file of the key, in PEM or DER; `nil` if it is in the certificate's file.
    public var keyFile: String?
    /// The password of an encrypted key or a PKCS#12 file.
    public var password: String?
    /// The format of the certificate's file.
    public var format: Format

    /// Makes an identity from files.
    public init(certificateFile: String, keyFile: String? = nil, password: String? = nil, format: Format = .pem) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        self.password = password
        self.format = format
    }
}
