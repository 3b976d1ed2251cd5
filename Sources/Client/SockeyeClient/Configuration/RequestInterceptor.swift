/// Sits between the caller and the network: can change a request, answer it, see its response or failure, and repeat
/// it. Comparable to NSURLProtocol or middleware.
///
/// ```swift
/// struct Stamp: RequestInterceptor {
///     func prepare(_ request: Request) -> Interception {
///         var request = request
///         request.fields[.authorization] = "Bearer \(token)"
///         return .proceed(request)
///     }
/// }
/// configuration.interceptors = [Stamp()]
/// ```
/// The interceptors of a configuration form a chain: requests pass it from first to last, responses from last to first.
/// It runs once per call, outside redirects, challenges and retries, which an interceptor finds in the response's
/// `history` and in the events of an observer. By default every method passes its argument on. The total time of the
/// request (`Timeouts.total`) counts from the call, with whatever an interceptor takes, which isn't interrupted.
public protocol RequestInterceptor: Sendable {
    /// Called before a request is sent: passes it on, changed or not, or answers it.
    ///
    /// - Throws: any error; the call fails with it, wrapped in `.interceptor` unless it is an `HTTPClientError`.
    func prepare(_ request: Request) async throws -> Interception

    /// Called with the response's head, before its body is read: passes it on, or repeats the request.
    ///
    /// - Parameters:
    ///   - response: passed on by the interceptor behind this one, or by the client; its body is unread.
    ///   - request: the request as this interceptor passed it on.
    /// - Throws: like `prepare`.
    func receive(_ response: Response, to request: Request) async throws -> Reaction

    /// Called if there is no response, also because an interceptor behind this one threw. Errors thrown by the caller's
    /// closure are not reported.
    func failed(_ error: HTTPClientError, for request: Request) async
}

extension RequestInterceptor {
    /// Passes the request on unchanged.
    public func prepare(_ request: Request) async throws -> Interception { .proceed(request) }

    /// Passes the response on.
    public func receive(_ response: Response, to request: Request) async throws -> Reaction { .deliver }

    /// Does nothing.
    public func failed(_ error: HTTPClientError, for request: Request) async {}
}

/// What to do with a request.
@nonexhaustive
public enum Interception: Sendable {
    /// Pass it to the next interceptor, or from the last one to the network.
    case proceed(Request)
    /// Answer with this response without sending anything. The interceptors before this one see it.
    case answer(SyntheticResponse)
}

/// What to do with a response.
@nonexhaustive
public enum Reaction: Sendable {
    /// Pass it to the previous interceptor, or from the first one to the caller.
    case deliver
    /// Drop it and send this request through the whole chain, for example with a renewed token. After ten times in one
    /// call the response is delivered anyway. A body that is a stream, and was read, can't be sent again: the call then
    /// fails with `.requestBody(.usedUp)`.
    case again(Request)
}
