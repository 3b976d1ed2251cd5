public import HTTPTypes
public import SockeyeHTTP1
public import SockeyeIO

/// An HTTP/1.1 client: keeps connections, performs requests.
///
/// ```swift
/// let text = try await HTTPClient.shared.get("https://example.com/").text()
///
/// try await client.perform(.get("https://example.com/big")) { response in
///     for try await piece in response.body { … }
/// }
/// ```
///
/// One client serves any number of tasks. Dropping it closes its connections; `close()` does the same and waits for
/// the requests under way. Every call ends soon after its task is cancelled, with `.cancelled` as the cause.
///
/// Tasks that run under `withTaskExecutorPreference(client.eventLoop)` share a thread with the sockets, which spares
/// two thread switches a request.
public final class HTTPClient: Sendable {
    /// How this client behaves.
    public let configuration: Configuration
    let pool: ConnectionPool
    let digestMemories = DigestMemories()
    let receiveLimit: RateLimit?
    let defaultFields: DefaultFields

    /// The loop whose thread watches this client's sockets; an executor that tasks can prefer.
    public var eventLoop: EventLoop { configuration.eventLoop }

    /// A client with the default configuration, for those who need nothing special. Never closed.
    public static let shared = HTTPClient()

    /// A client with a pool of its own.
    public init(configuration: Configuration = Configuration()) {
        receiveLimit = configuration.receiveBytesPerSecond.map { RateLimit(bytesPerSecond: $0) }
        self.configuration = configuration
        defaultFields = DefaultFields(configuration.defaultFields)
        pool = ConnectionPool(configuration)
    }

    /// Performs `request` and gives the response to `handler` as soon as its head is there.
    ///
    /// The connection is the handler's until it returns: then it goes back to the pool, or is closed when the body was
    /// not read to its end. Nothing can leak. Redirects are followed as the request's `redirects` or the
    /// configuration's say; the handler sees the last response, with the ones before it in `history`.
    ///
    /// - Parameters:
    ///   - observer: is told what happens on the way.
    ///   - handler: runs where the caller runs; what it throws is thrown on.
    /// - Returns: what `handler` returned.
    /// - Throws: `HTTPClientError`, or what `handler` threw.
    @inlinable
    public func perform<Value>(
        _ request: Request, observer: (any ExchangeObserver)? = nil,
        _ handler: (Response) async throws -> Value
    ) async throws -> Value {
        // Only this much is generic, and compiled where it is called: the layers below know nothing of `Value`, which
        // spares a request the look-up of six generic types and the copies through them.
        var value: Value?
        try await answer(request, observer: observer) { value = try await handler($0) }
        guard let value else { throw Self.unanswered(request) }
        return value
    }

    /// What would be thrown if a request ended without its handler and without an error, which it does not.
    @usableFromInline
    static func unanswered(_ request: Request) -> any Error {
        HTTPClientError(.wait, origin: try? request.url.get().origin, cause: .http(.closedBeforeResponse))
    }

    /// Gives the response to `handler`, once; returns when it did.
    @usableFromInline
    func answer(
        _ request: Request, observer: (any ExchangeObserver)?, _ handler: (Response) async throws -> Void
    ) async throws {
        defer { observer?.observe(.ended) }
        if configuration.interceptors.isEmpty {
            try await answerDirectly(request, observer: observer, handler)
        } else {
            try await intercepted(request, observer: observer, handler)
        }
    }

    /// The same without interceptors: the redirect loop.
    func answerDirectly(
        _ request: Request, observer: (any ExchangeObserver)?, _ handler: (Response) async throws -> Void
    ) async throws {
        var url = try sendableURL(of: request)
        var (request, history, followed) = (request, [RedirectHop](), 0)
        // Before anybody signs the fields.
        if let type = request.body.contentType, !request.fields.contains(.contentType) {
            request.fields[.contentType] = type
        }
        let policy = request.redirects ?? configuration.redirects
        let started = Deadline.now
        while true {
            if let secured = configuration.strictTransportSecurity?.secured(url), secured != url {
                observer?.observe(.upgrading(secured))
                url = secured
            }
            var redirect: RedirectPolicy.Step?
            try await persist(request, url: url, startedAt: started, observer: observer) { response in
                // Nearly every response is none, which is seen before anything is prepared for it.
                if response.status.kind == .redirection {
                    let hop = RedirectPolicy.Hop(url: url, request, count: followed)
                    redirect = try policy.step(after: hop, response, configuration.strictTransportSecurity)
                    if let redirect {
                        try await response.discardBody()
                        followed += 1
                        if history.count >= RedirectHop.mostKept { history.removeFirst() }
                        return history.append(RedirectHop(response, hop, redirect))
                    }
                }
                try await handler(history.isEmpty ? response : response.after(history))
            }
            guard let step = redirect else { return }
            if let observer, let hop = history.last {
                observer.observe(.redirecting(hop))
                let secrets = OriginChange(from: url, to: step.url).withheld(of: request)
                if !secrets.isEmpty, !policy.sendsSecretsEverywhere {
                    observer.observe(.withholding(secrets, from: step.url))
                }
            }
            request = request.redirected(step, from: url, policy: policy)
            url = step.url
        }
    }

    private func sendableURL(of request: Request) throws(HTTPClientError) -> HTTPURL {
        let url: HTTPURL
        do throws(HTTPURLError) {
            url = try request.url.get()
        } catch {
            throw HTTPClientError(.prepare, origin: nil, cause: .invalidURL(error))
        }
        if let failure = request.body.extras?.failure {
            throw HTTPClientError(.prepare, origin: url.origin, cause: .requestBody(failure))
        }
        return url
    }

    /// Performs `request` and keeps the whole response, up to `configuration.bufferedBodyLimit` bytes of body.
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
            // Nothing else is thrown here; the text is kept rather than trapped on.
            throw HTTPClientError(.receive, origin: nil, cause: .requestBodyFailed("\(error)"))
        }
    }

    /// Fetches `url` (GET).
    public func get(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:]
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.get(url, fields: fields))
    }

    /// Asks for the head of `url` alone (HEAD).
    public func head(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:]
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.head(url, fields: fields))
    }

    /// Hands `body` to `url` (POST).
    public func post(
        _ url: some HTTPURLConvertible, body: RequestBody = .none, fields: HTTPFields = [:]
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.post(url, body: body, fields: fields))
    }

    /// Replaces what is at `url` (PUT).
    public func put(
        _ url: some HTTPURLConvertible, body: RequestBody, fields: HTTPFields = [:]
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.put(url, body: body, fields: fields))
    }

    /// Changes what is at `url` (PATCH).
    public func patch(
        _ url: some HTTPURLConvertible, body: RequestBody, fields: HTTPFields = [:]
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.patch(url, body: body, fields: fields))
    }

    /// Removes what is at `url` (DELETE).
    public func delete(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:]
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.delete(url, fields: fields))
    }

    /// Asks what can be done with `url` (OPTIONS).
    public func options(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:]
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.options(url, fields: fields))
    }

    /// Takes no more requests, closes the idle connections, and returns when the requests under way are done.
    public func close() async {
        await pool.close()
    }
}
