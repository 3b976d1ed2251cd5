internal import HTTPTypes

/// What marks the end of a response's body (RFC 9112 section 6.3). Closed: the RFC has no other ways.
public enum ResponseBodyLength: Sendable, Hashable {
    /// No body: HEAD, 1xx, 204, 304, or a tunnel.
    case none
    /// This many bytes.
    case known(Int64)
    /// Chunked: the length is known at the last chunk.
    case chunked
    /// Everything until the peer closes.
    case untilClose
}

/// The rule that says where a response's body ends (RFC 9112 section 6.3). Closed: they are the RFC's steps.
public enum FramingRule: Sendable, Hashable {
    /// Step 1: the response to HEAD, and every 1xx, 204 and 304, end with their head.
    case bodiless
    /// Step 2: a 2xx to CONNECT turns the connection into a tunnel.
    case tunnel
    /// Steps 3 and 4: chunked is the last transfer coding.
    case chunked
    /// Step 4: the last transfer coding isn't chunked, so closing ends the body.
    case unchunkedTransferCoding
    /// Content-Length is ignored, since the caller says that it is wrong.
    case lengthIgnored
    /// Step 6: one valid Content-Length.
    case contentLength(Int64)
    /// Step 8: neither field, so closing ends the body.
    case untilClose

    /// The step of RFC 9112 section 6.3.
    public var step: Int {
        switch self {
        case .bodiless: 1
        case .tunnel: 2
        case .chunked, .unchunkedTransferCoding: 4
        case .contentLength: 6
        case .lengthIgnored, .untilClose: 8
        }
    }

    /// What marks the end of the body.
    public var length: ResponseBodyLength {
        switch self {
        case .bodiless, .tunnel: .none
        case .chunked: .chunked
        case .contentLength(let length): .known(length)
        case .unchunkedTransferCoding, .lengthIgnored, .untilClose: .untilClose
        }
    }
}

/// RFC 9112 section 6.3, from the client's side.
enum BodyFraming {
    /// What frames the body that follows a response head. The steps have the RFC's numbers and order, so that two
    /// implementations agree on where the next message starts.
    static func rule(
        forResponseTo method: HTTPRequest.Method,
        status: Int,
        framing: FramingFields,
        ignoresContentLength: Bool = false
    ) throws(HTTP1Error) -> FramingRule {
        // 1. The response to HEAD and every 1xx, 204 and 304 end with their head, whatever the fields say: these describe
        //    the body that another request would get.
        if method == .head || (100...199).contains(status) || status == 204 || status == 304 {
            return .bodiless
        }
        // 2. A 2xx to CONNECT turns the connection into a tunnel after its head; its length fields mean nothing.
        if method == .connect, (200...299).contains(status) {
            return .tunnel
        }
        // 3. With both fields, Transfer-Encoding overrides Content-Length. That looks like smuggling, so the connection
        //    is not used again (`transferEncodingWithContentLength`).
        // 4. Transfer-Encoding alone: chunked as the last coding ends the body itself; any other last coding leaves
        //    only the close of the connection.
        if framing.hasTransferEncoding {
            if let offset = framing.transferEncodingFault { throw .server(.malformedTransferEncoding, offset: offset) }
            return framing.transferCodings.last == "chunked" ? .chunked : .unchunkedTransferCoding
        }
        // The caller knows that this server announces wrong lengths.
        if ignoresContentLength { return .lengthIgnored }
        switch framing.contentLength {
        // 5. A Content-Length that isn't one number below 2⁶³: the end of the body is unknown. The same number repeated is
        //    one (``FramingFields``).
        case .malformed(let offset): throw .server(.malformedContentLength, offset: offset)
        case .conflicting(let offset): throw .server(.conflictingContentLengths, offset: offset)
        // 6. One valid Content-Length: that many bytes; fewer are a cut.
        case .length(let length): return .contentLength(length)
        // 7. Without either field a request has no body; this step is not about responses.
        // 8. A response without either field lasts until the peer closes.
        case .absent: return .untilClose
        }
    }
}
