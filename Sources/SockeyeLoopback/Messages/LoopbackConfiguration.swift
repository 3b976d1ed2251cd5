public import SockeyeTLS

/// How a loopback server listens and what it is strict about.
public struct LoopbackConfiguration: Sendable {
    /// Where a server listens. Ports are chosen by the kernel.
    public enum Endpoint: Sendable, Hashable {
        /// 127.0.0.1
        case ipv4
        /// ::1
        case ipv6
        /// A path in the file system, of at most 107 bytes; removed again by `stop()`.
        case unix(path: String)
        /// A name in Linux's abstract space.
        case abstractUnix(name: String)
    }

    /// What is right or wrong with the server's certificate.
    public enum Certificate: Sendable, Hashable {
        /// For localhost, 127.0.0.1 and ::1, signed by the server's own authority.
        case trusted
        /// It ended yesterday.
        case expired
        /// It begins tomorrow.
        case notYetValid
        /// It names only wrong.example.
        case wrongHost
        /// It is signed by itself, not by the authority.
        case selfSigned
        /// It is signed by another authority than the one that the server tells of.
        case unknownAuthority
        /// It has an RSA key of 512 bits; TLS 1.2 only, since TLS 1.3 has no signature that fits such a key.
        case weakKey
        /// One of the caller's: the server's own certificate with whatever leads to the root, and its key, in PEM. The
        /// server tells of no authority that could check it.
        case given(chain: String, key: String)
    }

    /// Where to listen.
    public var endpoint = Endpoint.ipv4
    /// The certificate to show, when secure.
    public var certificate = Certificate.trusted
    /// The oldest TLS version to speak.
    public var lowestVersion = TLSConfiguration.Version.tls12
    /// The newest TLS version to speak.
    public var highestVersion = TLSConfiguration.Version.tls13
    /// How long the server waits for any one thing before it closes the connection.
    public var patience = Duration.seconds(30)
    /// How much of each request's body the log keeps.
    public var recordedBodyBytes = 16 * 1024 * 1024
    /// How many requests the log keeps; the counts go on beyond it. For servers that are asked a million times.
    public var recordedRequests = 100_000
    /// Ends each connection, without announcing it, after so many answered requests; `nil` for no limit.
    public var requestsPerConnection: Int?

    /// Plain rules: IPv4, a trusted certificate, 30 seconds of patience.
    public init() {}
}
