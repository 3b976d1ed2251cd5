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
