public import HTTPTypes
public import SockeyeURL
internal import SockeyeHTTP1

/// What one attempt came to: one request on one connection, or a connection that could not be had.
///
/// A call may take several: redirects, answers to challenges and retries are attempts of their own. An observer is given
/// each of them (`ExchangeEvent.measured`); the last one is `Response.metrics`.
public struct AttemptMetrics: Sendable {
    /// What was asked for.
    public let url: HTTPURL
    /// With which method.
    public let method: HTTPRequest.Method
    /// The status of the final response; `nil` when none came.
    public let status: HTTPResponse.Status?
    /// When each phase ended, so far.
    public let timings: Timings
    /// The connection with its addresses and what TLS agreed on; `nil` when there was none.
    public let connection: ConnectionDetails?
    /// Whether the connection had carried a request before.
    public let isConnectionReused: Bool
    /// Bytes of the request that the kernel took, head and framing included, before TLS.
    public let requestBytes: Int64
    /// Bytes of the request's body among them, without framing.
    public let requestBodyBytes: Int64
    /// Bytes of the response's heads on the wire, interim ones included.
    public let responseHeadBytes: Int
    /// Bytes of the response on the wire, heads and framing included, after TLS.
    public let responseBytes: Int64
    /// Bytes of the response's body on the wire, without framing and before decoding.
    public let bodyBytes: Int64
    /// Bytes of the body after decoding; `nil` when there was nothing to decode.
    public let decodedBodyBytes: Int64?
    /// Why it failed, when it did so before the response's body.
    public let failure: HTTPClientError?

    /// How long each phase took; they do not overlap.
    public var durations: PhaseDurations { timings.durations }
}
