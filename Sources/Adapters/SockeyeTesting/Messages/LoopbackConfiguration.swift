public import SockeyeTLS

/// How a loopback server listens, and its limits.
public struct LoopbackConfiguration: Sendable {
    /// Where a server listens.
    @nonexhaustive
    public enum Endpoint: Sendable, Hashable {
        /// 127.0.0.1
        case ipv4
        /// ::1
        case ipv6
        /// A path in the file system of at most 107 bytes; `stop()` removes it.
        case unix(path: String)
        /// A name in Linux's abstract namespace.
        case abstractUnix(name: String)
    }

    /// What is right or wrong with the server's certificate.
    @nonexhaustive
    public enum Certificate: Sendable, Hashable {
        /// For localhost, 127.0.0.1 and ::1, signed by the server's own authority.
        case trusted
        /// Expired yesterday.
        case expired
        /// Valid from tomorrow.
        case notYetValid
        /// Names only wrong.example.
        case wrongHost
        /// Self-signed instead of signed by the authority.
        case selfSigned
        /// Signed by another authority than the server's own.
        case unknownAuthority
        /// Has an RSA key of 512 bits; TLS 1.2 only, since no TLS 1.3 signature fits such a key.
        case weakKey
        /// The caller's own: certificate and chain up to the root, and the key, in PEM. The server then has no
        /// authority to offer.
        case given(chain: String, key: String)
    }

    /// Where to listen.
    public var endpoint = Endpoint.ipv4
    /// The port, for IPv4 and IPv6; 0 for a free one.
    public var port: UInt16 = 0
    /// The certificate to present, if secure.
    public var certificate = Certificate.trusted
    /// The oldest TLS version to accept.
    public var lowestVersion = TLSConfiguration.Version.tls12
    /// The newest TLS version to accept.
    public var highestVersion = TLSConfiguration.Version.tls13
    /// Whether a secure server waits for `Step.startTLS` before it starts TLS.
    package var startsPlain = false
    /// How long the server waits for any one thing before it closes the connection.
    public var patience = Duration.seconds(30)
    /// The maximum bytes of each request's body kept in the log.
    public var recordedBodyBytes = 16 * 1024 * 1024
    /// The maximum requests kept in the log; counting continues beyond it. For servers that get a million requests.
    public var recordedRequests = 100_000
    /// Closes each connection, unannounced, after this many answered requests; unlimited if `nil`.
    public var requestsPerConnection: Int?

    /// Called with a line for each request that was answered or refused, and each connection that failed; not escaped.
    package var reporter: (@Sendable (String) -> Void)?

    /// The defaults: IPv4, a trusted certificate, 30 seconds of patience.
    public init() {}
}
