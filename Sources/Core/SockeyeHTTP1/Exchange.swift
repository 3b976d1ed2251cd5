public import HTTPTypes

/// One request and its response, as bytes: no descriptor, no clock, nothing that waits.
///
/// Both sides run at their own pace: a response may be received at any time after the head was encoded, even whole while
/// the body is still being sent; ``connectionDisposition`` then says ``CloseReason/requestBodyUnfinished``.
/// `ExchangePhases` has the phases of both.
///
/// ```swift
/// let head = RequestHead(target: .origin("/"), host: "example.com")
/// var exchange = Exchange(request: head)
/// var output: [UInt8] = []
/// try exchange.encodeHead(into: &output)          // send `output`
/// var event = Exchange.Event.needMore
/// while event != .end(trailers: nil) {            // `input`: received bytes
///     let step = try exchange.receive(input.span.bytes)
///     input.removeFirst(step.consumed)
///     event = step.event                          // .needMore: receive more, or call receiveEnd()
/// }
/// ```
public struct Exchange: ~Copyable, Sendable {
    /// The request, as given.
    public let request: RequestHead
    /// How the request's body is framed.
    public let bodyFraming: RequestBodyFraming
    /// Whether the body waits for `100 (Continue)`.
    public let expectsContinue: Bool
    /// Whether a response may be a body without a head, as in HTTP/0.9.
    package let acceptsBodyWithoutHead: Bool
    /// Whether Content-Length is ignored, so that such a body lasts until the peer closes.
    package let ignoresContentLength: Bool
    /// Whether heads and trailers are kept as received too.
    package let keepsRawHeads: Bool
    /// The limits, clamped to what the codec can hold.
    public let limits: Limits

    /// How the response's body is framed; `nil` before its head.
    public internal(set) var responseBodyLength: ResponseBodyLength?
    /// Content bytes of the response's body so far, those passed to `skipBodyBytes(_:)` included.
    package internal(set) var receivedBodyBytes: Int64 = 0

    /// The bytes of the last head so far, interim ones included, if raw heads are kept: line ends, spaces and folds as
    /// received, the empty line last. Of a head that is refused or cut, the whole lines before the fault.
    public internal(set) var rawHead: [UInt8] = []
    /// The bytes of the trailer section so far, likewise.
    public var rawTrailers: [UInt8] { chunkedDecoder.rawTrailers }
    /// Whether ``rawHead`` is whole, so that the next byte begins another.
    var headBytesEnded = false
    /// Whether `takeRawHead()` has not returned ``rawHead`` yet.
    var isRawHeadNew = false

    @usableFromInline var phases = ExchangePhases()
    var bodyEncoder: RequestBodyEncoder
    /// What the request's fields say that matters to its response; empty before they are encoded.
    var requestSays: RequestFramingFields.ConnectionOptions = []
    var headParser: ResponseHeadParser
    var chunkedDecoder: ChunkedDecoder
    /// Bytes of the response consumed, interim responses included: what offsets in errors count.
    var responseOffset: Int64 = 0
    var informationalResponses = 0
    /// Whether an interim head was tolerated that others may read differently.
    var wasInterimOdd = false
    /// Bytes left of a body of known length.
    var remainingBodyBytes: Int64 = 0
    var finalHead: FinalHead?
    var failure: HTTP1Error?

    /// The parts of the final head that decide about the connection.
    struct FinalHead: Sendable {
        let version: HTTPVersion
        let status: Int
        let framing: FramingFields
    }

    /// An exchange of `request`. Nothing is checked before ``encodeHead(into:)``.
    ///
    /// - Parameters:
    ///   - request: the head; it needs no framing fields.
    ///   - bodyFraming: how the body's end is marked.
    ///   - expectsContinue: whether to send `Expect: 100-continue` and hold the body back until the peer answers or
    ///     ``continueWithoutWaiting()`` is called. Needs a body and HTTP/1.1.
    ///   - acceptsBodyWithoutHead: whether a response that does not begin like HTTP/1 is a body until close, with
    ///     ``ResponseHead/missing`` as its head, rather than an error.
    ///   - ignoresContentLength: whether a body with a Content-Length lasts until the peer closes instead, for servers
    ///     known to announce a wrong length. A cut then looks like an end.
    ///   - keepsRawHeads: whether to keep heads and trailers as received: ``rawHead``, ``rawTrailers``.
    ///   - limits: the most that the peer may make the codec hold.
    public init(
        request: RequestHead,
        bodyFraming: RequestBodyFraming = .none,
        expectsContinue: Bool = false,
        acceptsBodyWithoutHead: Bool = false,
        ignoresContentLength: Bool = false,
        keepsRawHeads: Bool = false,
        limits: Limits = .standard
    ) {
        let bounded = limits.bounded
        self.request = request
        self.bodyFraming = bodyFraming
        self.expectsContinue = expectsContinue
        self.acceptsBodyWithoutHead = acceptsBodyWithoutHead
        self.ignoresContentLength = ignoresContentLength
        self.keepsRawHeads = keepsRawHeads
        self.limits = bounded
        bodyEncoder = RequestBodyEncoder(framing: bodyFraming)
        headParser = ResponseHeadParser(limits: bounded)
        chunkedDecoder = ChunkedDecoder(limits: bounded, keepsRawTrailers: keepsRawHeads)
    }

    // Inlinable, since a call from another module would copy the whole exchange first.
    /// The phase of the request.
    @inlinable public var requestPhase: RequestPhase { phases.request }
    /// The phase of the response.
    @inlinable public var responsePhase: ResponsePhase { phases.response }

    /// What received bytes mean.
    @nonexhaustive
    public enum Event: Sendable, Hashable {
        /// Nothing yet: all of the input is consumed, receive more. If the peer closed: ``Exchange/receiveEnd()``.
        case needMore
        /// An interim response (1xx except 101); the final one is still to come.
        case informational(ResponseHead)
        /// The final response's head.
        case head(ResponseHead)
        /// Content bytes at this offset of the input. They are not copied: use them before the input is gone.
        case bodyBytes(offset: Int, count: Int)
        /// The response is complete, with the trailer fields if its body was chunked. Leftover input was not asked for:
        /// the connection must be closed.
        case end(trailers: HTTPFields?)
        /// The response is complete and the connection now speaks another protocol, beginning with the rest of the
        /// input.
        case tunnel
    }
}
