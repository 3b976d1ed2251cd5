public import HTTPTypes
public import SockeyeHTTP1
public import SockeyeURL

/// A redirect that was followed: what was asked, what answered, and where it led.
public struct RedirectHop: Sendable {
    /// How many a response's `history` holds at most, the last ones: without a limit on redirects
    /// (`RedirectPolicy.limit`) a server could make it grow without end, by up to a whole head for each.
    public static let mostKept = 100

    /// The URL that was asked.
    public let url: HTTPURL
    /// The method it was asked with.
    public let method: HTTPRequest.Method
    /// What it answered.
    public let head: ResponseHead
    /// Where that led.
    public let destination: HTTPURL
    /// What the attempt came to: phases, connection, bytes.
    public let metrics: AttemptMetrics

    /// When each phase of it ended.
    public var timings: Timings { metrics.timings }
    /// Bytes of its head on the wire.
    public var headByteCount: Int { metrics.responseHeadBytes }
    /// Body bytes that the kernel took before it answered.
    public let requestBodyBytesSent: Int64
    /// Whether all of the request was sent.
    package let isRequestSent: Bool
    /// Whether the next request has the body too.
    package let keepsBody: Bool
}
