public import HTTPTypes
public import SockeyeCache
public import SockeyeURL
internal import SockeyeHTTP1

/// The metrics of one attempt: one request on one connection, or a failed connection.
///
/// A call may make several: redirects, answers to challenges and retries are separate attempts. An observer gets each
/// of them (`measured`); the last is `Response.metrics`.
public struct AttemptMetrics: Sendable {
    /// The requested URL.
    public let url: HTTPURL
    /// The request's method.
    public let method: HTTPRequest.Method
    /// The status of the final response, if any.
    public let status: HTTPResponse.Status?
    /// When each phase ended, so far.
    package let timings: Timings
    /// The connection, with its addresses and TLS details, if any.
    public let connection: ConnectionDetails?
    /// Whether the connection had carried a request before.
    public let isConnectionReused: Bool
    /// Bytes of the request accepted by the kernel, including head and framing, before TLS.
    public let requestBytes: Int64
    /// Bytes of the request's body among them, without framing.
    public let requestBodyBytes: Int64
    /// Bytes of the response's heads on the wire, including interim ones.
    public let responseHeadBytes: Int
    /// Bytes of the response on the wire, including heads and framing, after TLS.
    public let responseBytes: Int64
    /// Bytes of the response's body on the wire, without framing and before decoding.
    public let bodyBytes: Int64
    /// Bytes of the body after decoding; `nil` if it wasn't decoded.
    public let decodedBodyBytes: Int64?
    /// What the cache did; `nil` without one.
    public let cacheStatus: CacheStatus?
    /// The error, if it failed before the response's body.
    public let failure: HTTPClientError?

    /// How long each phase took; phases do not overlap.
    public var durations: PhaseDurations { timings.durations }
}
