public import HTTPTypes
public import SockeyeHTTP1
public import SockeyeIO
internal import SockeyeStream
public import SockeyeTLS

/// How a client behaves. Set it up, give it to `HTTPClient.init`, and it never changes again.
public struct HTTPClientConfiguration: Sendable {
    /// Fields added to every request that does not have them itself.
    public var defaultFields: HTTPFields
    /// How long each phase may take; a request may bring its own.
    public var timeouts: Timeouts
    /// How many connections, and how long they are kept.
    public var pool: PoolLimits
    /// Whom to trust, and which versions of TLS to speak.
    public var tls: TLSConfiguration
    /// The most that `send` keeps of a response's body: 64 MiB unless told.
    public var bufferedBodyLimit: Int
    /// The cookies that requests send and responses set; none unless told.
    public var cookies: CookieJar?
    /// The hosts that are asked over TLS only, and where responses add to them; none unless told.
    public var strictTransportSecurity: HSTSStore?
    /// The proxies on the way; none unless told, whatever the environment says.
    public var proxies: ProxySettings
    /// Whom to trust among proxies reached over TLS; as `tls` when `nil`.
    public var proxyTLS: TLSConfiguration?
    /// Which redirects are followed: up to 20 unless told; a request may bring its own policy.
    public var redirects: RedirectPolicy
    /// Which codings are asked for and undone: none unless told; a request may bring its own options.
    public var coding: CodingOptions
    /// When a failed request is made again: never unless told; a request may bring its own policy.
    public var retry: RetryPolicy
    /// Who to be at which origin; a URL's own user and password come first.
    public var credentials: [OriginCredential]
    /// Who to be at other hosts.
    public var netrc: Netrc?
    /// What requests and responses pass on their way, the first one first for requests; none unless told.
    public var interceptors: [any RequestInterceptor]
    /// How credentials are used; a request may bring its own options.
    public var authentication: AuthenticationOptions
    /// The most that a response's head and framing may cost.
    public var limits: Limits
    /// Whether an answer that does not begin as HTTP does is a body without a head, up to the connection's end
    /// (HTTP/0.9); its status is then 0. An error unless told.
    public var acceptsHTTP09: Bool
    /// Whether Content-Length is not believed, for servers known to announce a wrong one: the body then lasts until
    /// the server closes, and a cut cannot be told from the end.
    public var ignoresContentLength: Bool
    /// How long a body waits for `100 (Continue)` when the request expects it: 1 s unless told.
    public var continueTimeout: Duration
    /// Which addresses to use: IPv4, IPv6 or both.
    public var addressFamily: Resolver.AddressFamily
    /// Addresses that stand in for what the resolver would say, as curl's `--resolve`.
    public var hostOverrides: [HostOverride]
    /// The path of a Unix domain socket to connect to instead of the URL's host.
    public var unixSocketPath: String?
    /// Whether `unixSocketPath` is a name in Linux's abstract space instead.
    public var isUnixSocketAbstract: Bool
    /// Machines to connect to in place of those that URLs name, as curl's `--connect-to`; everything else about
    /// the requests stays: Host, TLS name, credentials.
    public var connectOverrides: [ConnectOverride]
    /// The most bytes a second that the bodies of all this client's responses together receive, before decoding; `nil`
    /// for no limit. A fifth of a second's worth, and what one call to the kernel gives, may come at once.
    public var receiveBytesPerSecond: Int64?
    /// Where this end of a connection is, and what its socket is told.
    public var socketOptions: SocketOptions
    /// Whether every connection begins with a line that tells a load balancer who connects: PROXY protocol, version 1.
    /// It comes before TLS, and behind whatever proxy is on the way.
    public var sendsProxyHeader: Bool
    /// The loop whose thread watches this client's sockets.
    public var eventLoop: EventLoop {
        get { chosenLoop ?? .shared }
        set { chosenLoop = newValue }
    }

    /// Stands in for the system's resolver, in tests.
    package var lookup: Resolver.Lookup?
    /// Stands in for the network: makes what connections to an origin speak over.
    var transport: (@Sendable (Origin) async throws -> any Transport)?

    /// Kept apart from the default, whose thread would start the moment a configuration is made.
    private var chosenLoop: EventLoop?

    /// The defaults: verified TLS, 16 connections an origin, idle ones kept for 60 s, no total time limit.
    public init() {
        defaultFields = [.userAgent: Self.userAgent, .accept: "*/*"]
        timeouts = Timeouts()
        pool = PoolLimits()
        tls = TLSConfiguration()
        bufferedBodyLimit = 64 * 1024 * 1024
        proxies = .none
        proxyTLS = nil
        cookies = nil
        strictTransportSecurity = nil
        redirects = .follow
        credentials = []
        netrc = nil
        authentication = AuthenticationOptions()
        interceptors = []
        retry = .never
        coding = CodingOptions()
        limits = .standard
        acceptsHTTP09 = false
        ignoresContentLength = false
        continueTimeout = .seconds(1)
        addressFamily = .any
        hostOverrides = []
        unixSocketPath = nil
        isUnixSocketAbstract = false
        connectOverrides = []
        socketOptions = SocketOptions()
        sendsProxyHeader = false
        chosenLoop = nil
    }
}

extension HTTPClientConfiguration {
    /// The version of this library.
    static let version = "0.1.0"
    /// What the client calls itself by default.
    static let userAgent = "sockeye/\(version)"
}
