/// Whether a connection may carry another request after an exchange (RFC 9112 section 9.3).
/// Closed: the RFC knows both, and nothing between.
public enum ConnectionDisposition: Sendable, Hashable {
    /// Both messages are complete and both sides agreed to go on.
    case reusable
    /// The connection must be closed, for this reason.
    case mustClose(CloseReason)
}

/// Why a connection cannot be used again. Not an error: the response may be perfectly good.
@nonexhaustive
public enum CloseReason: Sendable, Hashable, CustomStringConvertible {
    /// The answer didn't come, broke off, or was refused; nothing after it can be trusted.
    case protocolError
    /// The response has not ended.
    case responseUnfinished
    /// The response came before all of the request's body was sent.
    case requestBodyUnfinished
    /// The peer switched protocols (101) or opened a tunnel (CONNECT).
    case protocolSwitched
    /// Closing the connection ended the body.
    case framedByClose
    /// Transfer-Encoding came together with Content-Length (RFC 9112 section 6.3, step 3).
    case transferEncodingWithContentLength
    /// Transfer-Encoding came in an HTTP/1.0 message: its framing is suspect (RFC 9112 section 6.1).
    case transferEncodingInHTTP10
    /// Something in how the response is written was tolerated that others may read differently: a line that is no field,
    /// `chunked, chunked`, or chunk lines that don't end in CR LF.
    case oddlyWritten
    /// A 204 announced a body, so what follows may or may not be the next response (RFC 9112 section 6.3, step 1).
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
        case .protocolError: "the answer is missing, cut or malformed"
        case .responseUnfinished: "the response is incomplete"
        case .requestBodyUnfinished: "the request body was not sent completely"
        case .protocolSwitched: "the connection now speaks another protocol"
        case .framedByClose: "the body ends with the connection"
        case .transferEncodingWithContentLength: "the response had both Transfer-Encoding and Content-Length"
        case .transferEncodingInHTTP10: "an HTTP/1.0 response had Transfer-Encoding"
        case .oddlyWritten: "the response is written in a way that others may read differently"
        case .bodilessStatusAnnouncedBody: "a 204 response announced a body"
        case .requestAskedToClose: "the request asked for it"
        case .responseAskedToClose: "the response said Connection: close"
        case .noKeepAlive: "HTTP/1.0 closes unless the response says keep-alive"
        }
    }
}

extension Exchange {
    /// Whether the connection may carry another request as of now (RFC 9112 section 9.3).
    ///
    /// It may become reusable later: when the response ends, or the rest of the request's body is sent.
    public var connectionDisposition: ConnectionDisposition {
        closeReason.map(ConnectionDisposition.mustClose) ?? .reusable
    }

    private var closeReason: CloseReason? {
        switch responsePhase {
        case .failed: return .protocolError
        case .tunnel: return .protocolSwitched
        case .head: return .responseUnfinished
        case .body where opensTunnel: return .protocolSwitched
        case .body, .complete: break
        }
        guard let finalHead else { return .responseUnfinished }
        let framing = finalHead.framing
        if let reason = framingReason(finalHead) { return reason }
        // RFC 9112 section 9.3: `close` wins; 1.1 persists; 1.0 persists if it says keep-alive.
        if framing.saysClose { return .responseAskedToClose }
        if requestSays.contains(.close) { return .requestAskedToClose }
        if request.version == .http10, !requestSays.contains(.keepAlive) { return .requestAskedToClose }
        let persistsByDefault = finalHead.version == .http11 && request.version == .http11
        if !persistsByDefault, !framing.saysKeepAlive { return .noKeepAlive }
        if responsePhase != .complete { return .responseUnfinished }
        return requestPhase == .complete ? nil : .requestBodyUnfinished
    }

    /// The reason in how the response was framed, if any.
    private func framingReason(_ head: FinalHead) -> CloseReason? {
        if responseBodyLength == .untilClose { return .framedByClose }
        let framing = head.framing
        if framing.isOdd || wasInterimOdd || chunkedDecoder.isOdd { return .oddlyWritten }
        if framing.hasTransferEncoding {
            // RFC 9112 section 6.3, step 3.
            if case .absent = framing.contentLength {} else { return .transferEncodingWithContentLength }
            // RFC 9112 section 6.1: in an HTTP/1.0 message the framing is to be treated as faulty.
            if head.version == .http10 { return .transferEncodingInHTTP10 }
        }
        if head.status == 204 {
            // RFC 9112 section 6.1 and RFC 9110 section 8.6: neither field in a 204; a zero length does no harm.
            if framing.hasTransferEncoding { return .bodilessStatusAnnouncedBody }
            switch framing.contentLength {
            case .absent, .length(0): break
            case .length, .malformed, .conflicting: return .bodilessStatusAnnouncedBody
            }
        }
        return nil
    }
}
