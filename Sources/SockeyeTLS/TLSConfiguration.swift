/// How to make TLS connections: whom to trust, and which versions to speak.
public struct TLSConfiguration: Sendable, Hashable {
    /// Where the trusted root certificates come from.
    public enum Roots: Sendable, Hashable {
        /// The system's, or those that `SSL_CERT_FILE` and `SSL_CERT_DIR` name.
        case system
        /// A file of PEM certificates.
        case file(String)
        /// A folder of PEM certificates, named by hash as `c_rehash` does.
        case folder(String)
        /// PEM certificates themselves.
        case pem(String)
    }

    /// A version of the protocol.
    public enum Version: Sendable, Hashable {
        /// RFC 5246.
        case tls12
        /// RFC 8446.
        case tls13
    }

    /// The trusted roots; several sources add up.
    public var roots: [Roots]
    /// Whether the peer must prove who it is. False trusts anybody on the way: only for experiments.
    public var verifiesPeer: Bool
    /// The oldest version to speak.
    public var lowestVersion: Version
    /// The newest version to speak.
    public var highestVersion: Version
    /// The application protocols to offer (ALPN, RFC 7301); none when empty.
    public var applicationProtocols: [String]

    /// The client's own certificate, for servers that ask for one.
    public var identity: ClientIdentity?
    /// Keys and certificates of which the server must show one, beside passing every other check.
    public var pinning = Pinning.none
    /// One certificate that is trusted whoever signed it.
    public var acceptedCertificate: AcceptedCertificate?
    /// Whether the certificate must name the host. When false, everybody with a certificate from a trusted authority is
    /// let in, which every connection tells as `TLSWarning.hostNameNotChecked`; prefer `acceptedCertificate`.
    public var checksHostName = true
    /// Whether the server must staple an OCSP response that proves its certificate good (RFC 6066 section 8, RFC 6960).
    /// Sessions are not resumed then, since a resumed one brings no proof.
    public var requiresStapledStatus = false
    /// Cipher suites up to TLS 1.2, in OpenSSL's notation; OpenSSL's choice when `nil`.
    public var ciphers: String?
    /// Cipher suites of TLS 1.3; OpenSSL's choice when `nil`.
    public var ciphersOfTLS13: String?
    /// Key exchange groups, as `X25519:P-256`; OpenSSL's choice when `nil`.
    public var groups: String?
    /// Whether the next connection to a server may go on with the keys of the last one (RFC 8446 section 2.2), which
    /// saves time and lets the server tell that both come from here.
    public var resumesSessions = true
    /// Whether `TLSDetails.chain` tells of every certificate that the server sent, which takes a moment a connection.
    public var describesChain = false
    /// A PEM file of certificate revocation lists; with it, every certificate of a chain needs one.
    public var revocationListFile: String?
    /// A file to which the secrets of every session are appended, for Wireshark. Whoever reads it reads everything.
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

/// A client's certificate and key, in files.
public struct ClientIdentity: Sendable, Hashable {
    /// How the certificate's file is written.
    public enum Format: Sendable, Hashable {
        /// PEM text; the chain may follow the certificate, and the key may be in it.
        case pem
        /// One certificate in DER; the key in a file of its own.
        case der
        /// PKCS#12: certificate, chain and key in one.
        case pkcs12
    }

    /// The file of the certificate.
    public var certificateFile: String
    /// The file of the key; `nil` when it is in the certificate's.
    public var keyFile: String?
    /// What opens an encrypted key or a PKCS#12 file.
    public var password: String?
    /// How the certificate's file is written.
    public var format: Format

    /// An identity in files.
    public init(certificateFile: String, keyFile: String? = nil, password: String? = nil, format: Format = .pem) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        self.password = password
        self.format = format
    }
}
