internal import SockeyeHTTP1
public import SockeyeIO
public import SockeyeRecording
public import SockeyeURL

/// An HTTP/1.1 client with a pool of connections.
///
/// ```swift
/// let text = try await HTTPClient.shared.get("https://example.com/").text()
///
/// try await client.perform(.get("https://example.com/big")) { response in
///     for try await piece in response.body { … }
/// }
/// ```
///
/// One client serves any number of tasks. Dropping it closes its connections; `close()` also waits for running
/// requests. Every call ends soon after its task is cancelled, with the cause `.cancelled`.
///
/// Tasks that run under `withTaskExecutorPreference(client.eventLoop)` share a thread with the sockets, which saves two
/// thread switches per request.
public final class HTTPClient: Sendable {
    /// The configuration of this client.
    public let configuration: Configuration
    let pool: ConnectionPool
    let digestMemories = DigestMemories()
    let receiveLimit: RateLimit?
    let defaultFields: DefaultFields
    let cacheTerms: CacheTerms

    /// The event loop of this client's sockets, an executor that tasks can prefer.
    public var eventLoop: EventLoop { configuration.eventLoop }

    /// A client with the default configuration. Never closed.
    public static let shared = HTTPClient()

    /// Creates a client with its own pool.
    public convenience init(configuration: Configuration = Configuration()) {
        self.init(configuration, ConnectionPool(configuration))
    }

    /// A client with settings of its own that uses the connections of `other`, if both would make the same ones: with the
    /// same trust, proxies, addresses and sockets. Otherwise it has its own pool.
    ///
    /// Closing one of them closes both.
    public convenience init(configuration: Configuration, sharingConnectionsOf other: HTTPClient) {
        let isSame = configuration.connects(like: other.configuration)
        self.init(configuration, isSame ? other.pool : ConnectionPool(configuration))
    }

    /// A client that gets what is recorded instead of what a network would say: for a test that repeats what happened.
    ///
    /// A request that isn't the recorded one fails, and the error names the first byte that differs. Connections are matched by
    /// origin, in the order in which they are opened.
    public convenience init(replaying recording: Recording, configuration: Configuration = Configuration()) {
        var configuration = configuration
        configuration.replay = Replay(recording)
        self.init(configuration: configuration)
    }

    private init(_ configuration: Configuration, _ pool: ConnectionPool) {
        self.configuration = configuration
        self.pool = pool
        receiveLimit = configuration.receiveBytesPerSecond.map { RateLimit(bytesPerSecond: $0) }
        defaultFields = DefaultFields(configuration.defaultFields)
        cacheTerms = CacheTerms(configuration)
    }

    /// Performs `request` and buffers the whole response, up to `configuration.bufferedBodyLimit` bytes of body.
    public func send(
        _ request: Request, observer: (any ExchangeObserver)? = nil
    ) async throws(HTTPClientError) -> BufferedResponse {
        do {
            return try await perform(request, observer: observer) { response in
                try await response.buffered(limit: configuration.bufferedBodyLimit)
            }
        } catch let error as HTTPClientError {
            throw error
        } catch {
            // Nothing else is thrown here; wrap any other error rather than trap.
            throw HTTPClientError(.receive, origin: nil, cause: .unexpected("\(error)"))
        }
    }

    /// `url`, resolved against the configuration's `baseURL` if it has one.
    ///
    /// - Throws: `.invalidURL`.
    public func resolve(_ url: some HTTPURLConvertible) throws(HTTPClientError) -> HTTPURL {
        try url.requestURL(relativeTo: configuration.baseURL)
    }

    /// Refuses new requests, closes idle connections, and returns when no connection is in use.
    ///
    /// Running requests finish on the connections that they have. One that needs another, after a redirect, a challenge or a
    /// failure, fails with `.clientClosed`.
    public func close() async {
        await pool.close()
    }
}

extension HTTPClient {
    /// The version of this library.
    public static let version = Configuration.version

    /// The default User-Agent.
    public static let userAgent = Configuration.userAgent
}
