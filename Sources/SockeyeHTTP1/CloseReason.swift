/// Whether a connection may carry another request after an exchange (RFC 9112 section 9.3).
public enum ConnectionDisposition: Sendable, Hashable {
    /// Both messages are complete and both sides agreed to go on.
    case reusable
    /// The connection must be closed, and why.
    case mustClose(CloseReason)
}

/// Why a connection cannot be used again. Not an error: the response may be perfectly good.
public enum CloseReason: Sendable, Hashable, CustomStringConvertible {
    /// The codec refused something; nothing after it can be trusted.
    case protocolError
    /// The response has not come to its end.
    case responseUnfinished
    /// The response came before all of the request's body was sent.
    case requestBodyUnfinished
    /// The peer switched protocols (101) or opened a tunnel (CONNECT).
    case protocolSwitched
    /// The body ended by closing the connection.
    case framedByClose
    /// Transfer-Encoding came together with Content-Length (RFC 9112 section 6.3, step 3).
    case transferEncodingWithContentLength
    /// Transfer-Encoding came in an HTTP/1.0 message: its framing is suspect (RFC 9112 section 6.1).
    case transferEncodingInHTTP10
    /// A 204 announced a body: what follows cannot be told from the next response (RFC 9112 section 6.3, step 1).
    case bodilessStatusAnnouncedBody
    /// The request said `Connection: close`, or was HTTP/1.0 without keep-alive.
    case requestAskedToClose
    /// The response said `Connection: close`.
    case responseAskedToClose
    /// The response was HTTP/1.0 without `Connection: keep-alive`, or answered an HTTP/1.0 request without it.
    case noKeepAlive

    /// One clause, fit for a trace: "the connection is closed because …".
    public var description: String {
        switch self {
        case .protocolError: "the peer broke the protocol"
        case .responseUnfinished: "the response has not come to its end"
        case .requestBodyUnfinished: "the request's body was not sent to its end"
        case .protocolSwitched: "the connection now speaks another protocol"
        case .framedByClose: "the body ends where the connection does"
        case .transferEncodingWithContentLength: "the response had both Transfer-Encoding and Content-Length"
        case .transferEncodingInHTTP10: "an HTTP/1.0 response had Transfer-Encoding"
        case .bodilessStatusAnnouncedBody: "a 204 response announced a body"
        case .requestAskedToClose: "the request asked for it"
        case .responseAskedToClose: "the response said Connection: close"
        case .noKeepAlive: "HTTP/1.0 closes unless the response says keep-alive"
        }
    }
}
