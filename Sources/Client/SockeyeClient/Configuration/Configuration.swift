public import HTTPTypes
public import SockeyeCache
public import SockeyeHTTP1
public import SockeyeIO
public import SockeyeRecording
internal import SockeyeTransport
public import SockeyeTLS
public import SockeyeURL

extension HTTPClient {
    /// The configuration of a client, copied by `HTTPClient.init`.
    public struct Configuration: Sendable {
        /// Fields added to every request that lacks them.
        public var defaultFields: HTTPFields = [.userAgent: Self.userAgent, .accept: "*/*"]
        /// How long each phase may take; a request may override it.
        public var timeouts = Timeouts()
        /// How many connections are opened, and how long idle ones are kept.
        public var pool = PoolLimits()
        /// Trust, identity and versions of TLS.
        public var tls = TLSConfiguration()
        /// The most bytes of a response body that `send` buffers; default 64 MiB.
        public var bufferedBodyLimit = 64 * 1024 * 1024
        /// The cookie jar; default none.
        public var cookies: CookieJar?
        /// The cache; default none. Clients and processes may share one.
        public var cache: HTTPCache?
        /// Where the jar's cookies are stored and sent; default everywhere. A request may do without (``Request/usesCookies``).
        public var cookiePolicy: CookieJar.Policy = .all
        /// The URL that relative ones are resolved against in `client.get("users/1")` and the like, by the rules of the URL
        /// Standard, as in a browser: what follows the last slash of its path is replaced, so it should end in one. (AFNetworking
        /// appends that slash by itself.)
        public var baseURL: HTTPURL?
        /// Whether `get`, `post` and other well-known methods in lowercase are sent in uppercase; default true.
        package var capitalizesMethods = true
        /// What watches every attempt of this client: logs, metrics, traces; default none.
        public var instruments: [any AttemptInstrument] = []
        /// The hosts that require TLS, updated by responses; default none.
        public var strictTransportSecurity: HSTSStore?
        /// The proxies; default none, whatever the environment says.
        public var proxies: ProxySettings = .none
        /// TLS with proxies; `nil` uses `tls` without its `identity`, which is for origins.
        public var proxyTLS: TLSConfiguration?
        /// Which redirects are followed; default up to 20. A request may override it.
        public var redirects: RedirectPolicy = .follow
        /// Which codings are requested and decoded; default none. A request may override it.
        public var coding = CodingOptions()
        /// When a failed request is repeated; default never. A request may override it.
        public var retry: RetryPolicy = .never
        /// Credentials by origin; a user and password in the URL take precedence.
        public var credentials: [OriginCredential] = []
        /// Credentials for other hosts.
        public var netrc: Netrc?
        /// Interceptors, in the order in which requests pass them; default none.
        public var interceptors: [any RequestInterceptor] = []
        /// How credentials are used; a request may override it.
        public var authentication = AuthenticationOptions()
        /// Limits on a response's head and framing.
        public var limits: Limits = .standard
        /// What a few old servers and load balancers need; default nothing.
        public var compatibility = Compatibility()
        /// How long a body waits for `100 (Continue)` if the request expects it; default 1 s.
        public var continueTimeout: Duration = .seconds(1)
        /// Which addresses to use: IPv4, IPv6 or both.
        public var addressFamily: Resolver.AddressFamily = .any
        /// Addresses that replace the resolver's answer, like curl's `--resolve`.
        public var hostOverrides: [HostOverride] = []
        /// The path of a Unix domain socket to connect to instead of the URL's host; proxies are left out then.
        public var unixSocketPath: String?
        /// Whether `unixSocketPath` is a name in Linux's abstract namespace instead.
        public var isUnixSocketAbstract = false
        /// Hosts and ports to connect to instead of those in URLs, like curl's `--connect-to`; everything else about the
        /// request is unchanged: Host, TLS name, credentials.
        public var connectOverrides: [ConnectOverride] = []
        /// The most bytes per second that all response bodies of this client receive together, before decoding; `nil` for
        /// no limit. Bursts of 200 ms, and of what one system call returns, are possible.
        public var receiveBytesPerSecond: Int64?
        /// The local address and the options of sockets.
        public var socketOptions = SocketOptions()
        /// Whether a request without a route to its host (or proxy) waits until the network changes or the total time is over,
        /// instead of failing. The observer gets `waitingForConnectivity`. The client then also follows the
        /// machine's network, and at once closes idle connections whose interface went away. Default false, since it keeps a
        /// netlink socket open.
        public var waitsForConnectivity = false
        /// Writes down what comes from outside, for `HTTPClient(replaying:)` and `sockeye --replay`; default none. See
        /// ``SockeyeRecording/Recorder`` for what it leaves out.
        public var recorder: Recorder?
        /// What is given to the client in place of the network; default none. Clients may share one.
        public var replay: Replay?
        /// The event loop that watches this client's sockets.
        public var eventLoop: EventLoop {
            get { chosenLoop ?? .shared }
            set { chosenLoop = newValue }
        }

        /// Who is asked for names in place of the system's resolver.
        package var nameService: NameService?
        /// Replaces the system's resolver in tests.
        var lookup: Resolver.Lookup?
        /// Replaces the network: makes the transport for a connection to an origin.
        var transport: (@Sendable (Origin) async throws -> any Transport)?

        /// `nil` for the shared loop, whose thread must not start when a configuration is created.
        private var chosenLoop: EventLoop?

        /// The defaults: verified TLS, 16 connections per origin, idle ones kept for 60 s, no total timeout.
        public init() {}
    }
}

extension HTTPClient.Configuration {
    /// The version of this library.
    static let version = "0.1.0"
    /// The default User-Agent.
    static let userAgent = "sockeye/\(version)"
}
