public import HTTPTypes
public import SockeyeClient
public import SockeyeURL
internal import Synchronization

/// A client for tests: it answers by a table, sends nothing, and records what it was asked.
///
/// ```swift
/// let client = MockClient()
/// try client.on(.get, "https://example.com/user") { _ in SyntheticResponse(body: json) }
/// client.on(path: "/gone") { _ in throw HTTPClientError(.connect, origin: nil, cause: .cancelled) }
/// let weather = Weather(client: client)            // written against `any RequestPerformer`
/// …
/// #expect(client.requests.map(\.url.path) == ["/user"])
/// ```
/// Answers go through the codec of the real client, with its codings and limits, so that what is tested is what runs later. As
/// with every answer of an interceptor, redirects aren't followed, nothing is retried and cookies aren't stored; for those, test
/// against ``LoopbackServer``. A request that no row fits fails with ``MockClient/Unanswered``'s description as the
/// cause `.interceptor`.
public final class MockClient: RequestPerformer {
    /// No row of the table fits a request.
    public struct Unanswered: Error, Sendable, CustomStringConvertible {
        /// One line: the request and what to do.
        public let description: String
    }

    /// One row: which requests, and the answer to them.
    private struct Row: Sendable {
        let matches: @Sendable (Request) -> Bool
        let answer: @Sendable (Request) async throws -> SyntheticResponse
    }

    private final class Table: RequestInterceptor {
        private struct State {
            var rows: [Row] = []
            var requests: [Request] = []
        }

        private let state = Mutex(State())

        var requests: [Request] { state.withLock { $0.requests } }
        func add(_ row: Row) { state.withLock { $0.rows.append(row) } }
        func forgetRequests() { state.withLock { $0.requests = [] } }

        func prepare(_ request: Request) async throws -> Interception {
            let rows = state.withLock { state in
                state.requests.append(request)
                return state.rows
            }
            // The latest row wins, so that a test can override what its set-up says.
            guard let row = rows.last(where: { $0.matches(request) }) else {
                throw Unanswered(
                    description:
                        "no answer for \(request.method.rawValue) \(request.url.withoutCredentials); add one with on(…)"
                )
            }
            return .answer(try await row.answer(request))
        }
    }

    private let table = Table()
    private let client: HTTPClient

    /// A client without answers.
    ///
    /// - Parameter configuration: its interceptors come before the table.
    public init(configuration: HTTPClient.Configuration = .init()) {
        var configuration = configuration
        configuration.interceptors.append(table)
        client = HTTPClient(configuration: configuration)
    }

    /// The requests so far, in order.
    public var requests: [Request] { table.requests }

    /// Forgets the requests so far; the answers stay.
    public func forgetRequests() { table.forgetRequests() }

    /// Answers requests with this method (`nil` for any) and URL, which is compared without its fragment. What `answer` throws is
    /// what the request fails with.
    public func on(
        _ method: HTTPRequest.Method? = nil, _ url: some HTTPURLConvertible,
        answer: @escaping @Sendable (Request) async throws -> SyntheticResponse
    ) throws(HTTPClientError) {
        let expected = try client.resolve(url).withoutFragment
        on({ (method == nil || $0.method == method) && $0.url.withoutFragment == expected }, answer: answer)
    }

    /// Answers requests with this method (`nil` for any) and path, at whatever host and with any query.
    public func on(
        _ method: HTTPRequest.Method? = nil, path: String,
        answer: @escaping @Sendable (Request) async throws -> SyntheticResponse
    ) {
        on({ (method == nil || $0.method == method) && $0.url.path == path }, answer: answer)
    }

    /// Answers the requests that `matches` picks. Of several rows that fit, the latest answers.
    public func on(
        _ matches: @escaping @Sendable (Request) -> Bool,
        answer: @escaping @Sendable (Request) async throws -> SyntheticResponse
    ) {
        table.add(Row(matches: matches, answer: answer))
    }

    /// `url`, resolved against the configuration's `baseURL` if it has one.
    public func resolve(_ url: some HTTPURLConvertible) throws(HTTPClientError) -> HTTPURL { try client.resolve(url) }

    /// Performs `request` with the answer of the table.
    public func perform<Value>(
        _ request: Request, observer: (any ExchangeObserver)?, _ handler: (Response) async throws -> Value
    ) async throws -> Value {
        try await client.perform(request, observer: observer, handler)
    }

    /// Performs `request` with the answer of the table, and buffers it.
    public func send(
        _ request: Request, observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await client.send(request, observer: observer)
    }
}
