public import HTTPTypes
public import SockeyeURL
internal import SockeyeIO
internal import Synchronization

/// The client for scripts and code that is not `async`: every call returns when it is done.
///
/// ```swift
/// let client = try BlockingHTTPClient()
/// print(try client.get("https://example.com/").text())
/// try client.receive(.get("https://example.com/big")) { bytes in … }
/// ```
/// It is the same client on the calling thread, which runs the event loop for as long as a call takes: no thread is
/// started and none is switched to. Connections are kept between calls. Calls from several threads take turns; who wants
/// them at once makes a client for each thread. A call from an event loop's own thread, as from a closure that is given to
/// a client, is refused with `.calledOnEventLoop`. In `async` code use `HTTPClient`: a call here would hold a thread that
/// other tasks need.
public final class BlockingHTTPClient: Sendable {
    private let client: HTTPClient
    private let loop: EventLoop
    private let turn = Mutex<Void>(())

    /// A client with connections of its own.
    ///
    /// - Parameter configuration: its event loop is not used.
    /// - Throws: `.network` when the process has no descriptors left for a loop.
    public init(configuration: HTTPClient.Configuration = .init()) throws(HTTPClientError) {
        do throws(IOError) {
            loop = try EventLoop.withoutThread()
        } catch {
            throw HTTPClientError(.prepare, origin: nil, cause: .network(error))
        }
        var configuration = configuration
        configuration.eventLoop = loop
        client = HTTPClient(configuration: configuration)
    }

    /// Performs `request` and keeps the whole response, up to the configuration's `bufferedBodyLimit`.
    public func send(
        _ request: Request, observer: (any ExchangeObserver)? = nil
    ) throws(HTTPClientError) -> BufferedResponse {
        try wrapping { try run { try await $0.send(request, observer: observer) } }
    }

    /// Performs `request` and lends its body to `consume`, piece by piece as it comes.
    ///
    /// - Parameter consume: runs on the calling thread; the bytes are gone when it returns.
    /// - Returns: the response, with an empty body.
    /// - Throws: `HTTPClientError`, or what `consume` throws.
    public func receive(
        _ request: Request, observer: (any ExchangeObserver)? = nil, _ consume: (RawSpan) throws -> Void
    ) throws -> BufferedResponse {
        try withoutActuallyEscaping(consume) { consume in
            // SAFETY: the closure is called on this very thread only, and not after `run` returned.
            nonisolated(unsafe) let consume = consume
            return try run { client in
                try await client.perform(request, observer: observer) { response in
                    try await response.body.forEachChunk(consume)
                    return try await response.buffered()
                }
            }
        }
    }

    /// Fetches `url` (GET).
    public func get(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> BufferedResponse {
        try send(.get(url, fields: fields))
    }

    /// Asks for the head of `url` alone (HEAD).
    public func head(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> BufferedResponse {
        try send(.head(url, fields: fields))
    }

    /// Hands `body` to `url` (POST).
    public func post(
        _ url: some HTTPURLConvertible, body: RequestBody = .none, fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> BufferedResponse {
        try send(.post(url, body: body, fields: fields))
    }

    /// Replaces what is at `url` (PUT).
    public func put(
        _ url: some HTTPURLConvertible, body: RequestBody, fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> BufferedResponse {
        try send(.put(url, body: body, fields: fields))
    }

    /// Removes what is at `url` (DELETE).
    public func delete(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> BufferedResponse {
        try send(.delete(url, fields: fields))
    }

    /// Runs `operation` to its end on this thread.
    package func run<Value: Sendable>(
        _ operation: @escaping @Sendable (HTTPClient) async throws -> Value
    ) throws -> Value {
        // Before the lock: whoever has it may be below us on this very thread.
        if EventLoop.isOnLoopThread { throw HTTPClientError(.prepare, origin: nil, cause: .calledOnEventLoop) }
        return try turn.withLock { _ in
            try loop.runHere { [client] _ in try await operation(client) }
        }
    }

    private func wrapping<Value>(_ body: () throws -> Value) throws(HTTPClientError) -> Value {
        do {
            return try body()
        } catch let error as HTTPClientError {
            throw error
        } catch {
            // Nothing else is thrown by `send`; the text is kept rather than trapped on.
            throw HTTPClientError(.receive, origin: nil, cause: .requestBodyFailed("\(error)"))
        }
    }
}
