public import SockeyeURL

/// What sends requests: ``HTTPClient``, or a stand-in for it such as `MockClient` (`SockeyeTesting`).
///
/// Write code that is to be tested against this protocol, and give it an `HTTPClient` in the program:
/// ```swift
/// struct Weather {
///     var client: any RequestPerformer = HTTPClient.shared
/// }
/// ```
public protocol RequestPerformer: Sendable {
    /// Performs `request` and calls `handler` with the response as soon as its head has arrived; see
    /// ``HTTPClient/perform(_:observer:_:)``.
    func perform<Value>(
        _ request: Request, observer: (any ExchangeObserver)?, _ handler: (Response) async throws -> Value
    ) async throws -> Value

    /// The URL of a request to `url`. An `HTTPClient` resolves it against its `baseURL`, if any; the default doesn't.
    func resolve(_ url: some HTTPURLConvertible) throws(HTTPClientError) -> HTTPURL

    /// Performs `request` and buffers the whole response.
    func send(_ request: Request, observer: (any ExchangeObserver)?) async throws(HTTPClientError) -> BufferedResponse
}

extension RequestPerformer {
    /// `url`, without a base.
    public func resolve(_ url: some HTTPURLConvertible) throws(HTTPClientError) -> HTTPURL {
        try url.requestURL()
    }

    /// Performs `request` without an observer.
    public func perform<Value>(
        _ request: Request, _ handler: (Response) async throws -> Value
    ) async throws -> Value {
        try await perform(request, observer: nil, handler)
    }

    /// Performs `request` and buffers the whole response, without an observer.
    public func send(_ request: Request) async throws(HTTPClientError) -> BufferedResponse {
        try await send(request, observer: nil)
    }
}

extension HTTPClient: RequestPerformer {}

extension HTTPURLConvertible {
    /// The URL of a request, resolved against `base` if there is one.
    func requestURL(relativeTo base: HTTPURL? = nil) throws(HTTPClientError) -> HTTPURL {
        do throws(HTTPURLError) {
            return if let base { try httpURL(relativeTo: base) } else { try httpURL() }
        } catch {
            throw HTTPClientError(.prepare, origin: nil, cause: .invalidURL(error))
        }
    }
}
