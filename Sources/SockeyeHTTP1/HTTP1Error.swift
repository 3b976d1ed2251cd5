/// What the codec refuses, whose fault it is and at which byte.
///
/// Offsets into a request part count from the start of that part (method, target, field value …). Offsets into
/// a response count from the first byte received in the ``Exchange``, interim responses included.
public enum HTTP1Error: Error, Equatable, Sendable {
    // MARK: Ours: nothing of it was sent

    /// A byte that would break the request apart, or that its place does not allow.
    case illegalRequestByte(RequestPart, byte: UInt8, offset: Int)
    /// A part of the request that may not be empty is.
    case emptyRequestPart(RequestPart)
    /// The target is not written as its form demands (RFC 9112 section 3.2).
    case malformedTarget(form: TargetForm, offset: Int)
    /// The form of the target does not go with the method: authority is for CONNECT, asterisk for OPTIONS.
    case targetUnfitForMethod(form: TargetForm, method: String)
    /// HTTP/1.1 needs a Host field (RFC 9112 section 3.2).
    case missingHost
    /// There may be only one Host field (RFC 9112 section 3.2).
    case repeatedHost
    /// The caller gives a field more than once that a request may have once.
    case repeatedField(name: String)
    /// The caller's own field contradicts the framing of the body.
    case conflictingField(name: String)
    /// HTTP/1.0 has no chunked coding and no 100-continue; this names the field that would ask for it.
    case needsHTTP11(field: String)
    /// 100-continue without a body has nothing to wait for (RFC 9110 section 10.1.1).
    case expectationWithoutBody
    /// A length below zero was given.
    case negativeLength(Int64)
    /// More body bytes than Content-Length announced.
    case bodyTooLong(declared: Int64, excess: Int64)
    /// The body was ended before Content-Length was reached.
    case bodyTooShort(declared: Int64, missing: Int64)
    /// This field may not stand in a trailer section (RFC 9110 section 6.5.1), or the body is not chunked.
    case forbiddenRequestTrailer(name: String)
    /// A call that makes no sense in the phase the exchange is in.
    case calledOutOfOrder(Call)

    // MARK: Theirs: the connection closed

    /// The peer closed without sending one byte of a response.
    case closedBeforeResponse
    /// The peer closed after interim responses only.
    case closedBeforeFinalResponse(offset: Int64)
    /// The peer closed within a head.
    case closedInHead(offset: Int64)
    /// The peer closed before Content-Length was reached.
    case closedInBody(received: Int64, missing: Int64, offset: Int64)
    /// The peer closed before the last chunk and its trailers; `missing` is what the open chunk still lacked.
    case closedInChunkedBody(received: Int64, missing: Int64, offset: Int64)

    // MARK: Theirs: the bytes are wrong

    /// The reply does not begin with `HTTP/`: HTTP/0.9, or another protocol altogether.
    case notHTTP(byte: UInt8, offset: Int64)
    /// A major version other than 1.
    case unsupportedVersion(major: UInt8, offset: Int64)
    /// The status line departs from RFC 9112 section 4 here.
    case malformedStatusLine(byte: UInt8, offset: Int64)
    /// A byte that a field name, a field value or a reason phrase may not hold.
    case illegalByte(ResponsePart, byte: UInt8, offset: Int64)
    /// A carriage return without its line feed (RFC 9112 section 2.2).
    case bareCarriageReturn(offset: Int64)
    /// A blank between a field name and its colon (RFC 9112 section 5.1).
    case blankBeforeColon(offset: Int64)
    /// A blank at the start of the first field line (RFC 9112 section 2.2).
    case blankBeforeFirstField(offset: Int64)
    /// A field line that begins with its colon.
    case emptyFieldName(offset: Int64)
    /// A Content-Length that is no plain decimal number below 2⁶³.
    case malformedContentLength(offset: Int64)
    /// Content-Length values that differ.
    case conflictingContentLengths(offset: Int64)
    /// A Transfer-Encoding that is no list of codings, or that applies chunked twice or with parameters.
    case malformedTransferEncoding(offset: Int64)
    /// A chunk size that is no plain hexadecimal number, or its line not ended by CR LF.
    case malformedChunkSize(byte: UInt8, offset: Int64)
    /// A chunk size of 2⁶³ and above.
    case chunkSizeTooLarge(offset: Int64)
    /// A chunk whose data is not followed by CR LF: its size was wrong.
    case chunkNotTerminated(byte: UInt8, offset: Int64)
    /// One of the ``Limits`` was exceeded.
    case limitExceeded(LimitName, maximum: Int, offset: Int64)
    /// 101 although the request asked for no upgrade (RFC 9110 section 15.2.2).
    case unrequestedSwitch(offset: Int64)

    /// A part of a request, for errors.
    public enum RequestPart: Equatable, Sendable {
        /// The method.
        case method
        /// The target.
        case target
        /// A field name.
        case fieldName
        /// The value of the field so named.
        case fieldValue(name: String)
    }

    /// A part of a response head or trailer section, for errors.
    public enum ResponsePart: Equatable, Sendable {
        /// The reason phrase.
        case reasonPhrase
        /// A field name.
        case fieldName
        /// A field value.
        case fieldValue
        /// The extensions of a chunk.
        case chunkExtension
    }

    /// The form of a ``RequestTarget``, for errors.
    public enum TargetForm: String, Equatable, Sendable {
        /// Path and query.
        case origin
        /// A whole URL.
        case absolute
        /// `host:port`.
        case authority
        /// `*`.
        case asterisk
    }

    /// The call that came out of order.
    public enum Call: String, Equatable, Sendable {
        /// The request head was encoded already.
        case encodeHead
        /// The body is not due: no head yet, still waiting for 100, no body at all, or already ended.
        case encodeBody
        /// The last body bytes were not closed by their suffix, or there were none to close.
        case encodeBodySuffix
        /// The body cannot be ended now.
        case encodeEnd
        /// Nothing can be received: no request head yet, or the response is complete.
        case receive
        /// No raw body bytes can be skipped now, or not that many.
        case skipBodyBytes
    }

    /// A member of ``Limits``, for errors.
    public enum LimitName: String, Equatable, Sendable {
        /// ``Limits/headBytes``
        case headBytes
        /// ``Limits/lineBytes``
        case lineBytes
        /// ``Limits/fieldCount``
        case fieldCount
        /// ``Limits/chunkExtensionBytes``
        case chunkExtensionBytes
        /// ``Limits/trailerBytes``
        case trailerBytes
        /// ``Limits/informationalBytes``
        case informationalBytes
    }
}
