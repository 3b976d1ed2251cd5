/// Stands between the caller of a client and the network: can change a request, answer it itself, see its response or
/// its failure, and have it made again. What NSURLProtocol and middleware are for elsewhere.
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
/// The interceptors of a configuration form a chain: requests pass it from the first to the last, responses back from
/// the last to the first. It is passed once a call, outside redirects, challenges and retries, which an interceptor
/// finds in the response's `history` and in the events of an observer. Everything has a default: pass it on.
public protocol RequestInterceptor: Sendable {
    /// A request is about to be made: goes on with it, perhaps changed, or is answered here.
    ///
    /// - Throws: anything; the call then fails with it, as `.interceptor` if it is no `HTTPClientError`.
    func prepare(_ request: Request) async throws -> Interception

    /// The response's head is there, and none of its body is read: it goes on, or the request is made again.
    ///
    /// - Parameter request: as it was sent on by this interceptor's turn of the chain.
    /// - Throws: as `prepare`.
    func receive(_ response: Response, to request: Request) async throws -> Reaction

    /// There is no response. What the caller's own closure throws is not told of.
    func failed(_ error: HTTPClientError, for request: Request) async
}

extension RequestInterceptor {
    /// Goes on with the request as it is.
    public func prepare(_ request: Request) async throws -> Interception { .proceed(request) }

    /// Gives the response on.
    public func receive(_ response: Response, to request: Request) async throws -> Reaction { .deliver }

    /// Does nothing.
    public func failed(_ error: HTTPClientError, for request: Request) async {}
}

/// What becomes of a request.
public enum Interception: Sendable {
    /// It goes on to the next interceptor, and after the last to the network.
    case proceed(Request)
    /// This is the response; nothing is sent. The interceptors before this one see it.
    case answer(SyntheticResponse)
}

/// What becomes of a response.
public enum Reaction: Sendable {
    /// It goes on to the interceptor before, and after the first to the caller.
    case deliver
    /// It is dropped, and this request passes the chain from its beginning, as after a token was renewed. After ten
    /// times in one call the response is delivered all the same.
    case again(Request)
}
