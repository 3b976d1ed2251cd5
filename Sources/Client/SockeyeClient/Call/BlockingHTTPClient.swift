public import SockeyeURL
internal import SockeyeIO
internal import Synchronization

/// A blocking client for scripts and other code that isn't `async`.
///
/// ```swift
/// let client = try BlockingHTTPClient()
/// print(try client.get("https://example.com/").text())
/// let big = try client.receive(.get("https://example.com/big")) { bytes in … }
/// ```
/// It runs the same client and its event loop on the calling thread for the duration of a call, without starting or
/// switching threads. Connections are kept between calls. Calls from several threads take turns; for parallel calls,
/// create a client for each thread. A call from an event loop's thread, such as from a closure passed to a client,
/// fails with `.calledOnEventLoop`. In `async` code use `HTTPClient`: a call here would block a thread that other tasks
/// need.
public final class BlockingHTTPClient: Sendable {
    private let client: HTTPClient
    private let loop: EventLoop
    private let turn = Mutex<Void>(())

    /// Creates a client with its own connections.
    ///
    /// - Parameter configuration: the configuration; its event loop is ignored.
    /// - Throws: `.network` if the process has no descriptors left for a loop.
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

    /// The URL of a request to `url`, resolved against the configuration's `baseURL`, if any.
    public func resolve(_ url: some HTTPURLConvertible) throws(HTTPClientError) -> HTTPURL { try client.resolve(url) }

    /// Performs `request` and buffers the whole response, up to the configuration's `bufferedBodyLimit`.
    public func send(
        _ request: Request, observer: (any ExchangeObserver)? = nil
    ) throws(HTTPClientError) -> BufferedResponse {
        try wrapping { try run { try await $0.send(request, observer: observer) } }
    }

    /// Performs `request` and lends its body to `consume`, piece by piece.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - observer: gets the events of the request.
    ///   - consume: runs on the calling thread; the bytes are invalid after it returns.
    /// - Returns: the response, with an empty body.
    /// - Throws: `HTTPClientError`, or what `consume` throws.
    public func receive(
        _ request: Request, observer: (any ExchangeObserver)? = nil, _ consume: (RawSpan) throws -> Void
    ) throws -> BufferedResponse {
        try Self.lend(consume) { consume in
            // SAFETY: `run` calls the closure on this thread only, and not after it has returned.
            nonisolated(unsafe) let consume = consume
            return try run { client in
                try await client.perform(request, observer: observer) { response in
                    try await response.body.forEachChunk(consume)
                    return try await response.buffered()
                }
            }
        }
    }

    // `withoutActuallyEscaping` keeps the length of its file's path, which would make builds in two folders differ.
    #sourceLocation(file:"BlockingHTTPClient",line:70)
    private static func lend<Value>(
        _ consume: (RawSpan) throws -> Void, to body: (@escaping (RawSpan) throws -> Void) throws -> Value
    ) rethrows -> Value {
        try withoutActuallyEscaping(consume, do: body)
    }
    #sourceLocation()

    /// Runs `operation` to its end on this thread.
    package func run<Value: Sendable>(
        _ operation: @escaping @Sendable (HTTPClient) async throws -> Value
    ) throws -> Value {
        // Before the lock, which may be held further up this thread's stack.
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
            // `send` throws nothing else; wrap any other error rather than trap.
            throw HTTPClientError(.receive, origin: nil, cause: .requestBodyFailed("\(error)"))
        }
    }
}
