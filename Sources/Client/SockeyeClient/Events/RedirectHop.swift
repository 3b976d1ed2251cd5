public import HTTPTypes
public import SockeyeHTTP1
public import SockeyeURL

/// A followed redirect: the request, its response and the destination.
public struct RedirectHop: Sendable {
    /// A response's `history` keeps at most this many, the last ones: without a limit on redirects
    /// (`RedirectPolicy.limit`) a server could grow it forever, by up to a whole head per redirect.
    package static let keptLimit = 100

    /// The requested URL.
    public let url: HTTPURL
    /// The request's method.
    public let method: HTTPRequest.Method
    /// The response's head.
    public let head: ResponseHead
    /// The URL it led to.
    public let destination: HTTPURL
    /// The metrics of the attempt: phases, connection, bytes.
    public let metrics: AttemptMetrics

    /// When each phase ended.
    package var timings: Timings { metrics.timings }
    /// The size of the response's head on the wire, in bytes.
    package var headByteCount: Int { metrics.responseHeadBytes }
    /// Request body bytes accepted by the kernel before the response.
    package let requestBodyBytesSent: Int64
    /// Whether the whole request was sent.
    package let isRequestSent: Bool
    /// Whether the request had a body.
    let hadBody: Bool
    /// Whether the next request has the body too.
    public let keepsBody: Bool
    /// The request that follows it.
    public let next: Request
}
