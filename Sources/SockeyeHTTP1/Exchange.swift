public import HTTPTypes

/// One request and its response, as bytes: no descriptor, no clock, nothing that waits.
///
/// ```
///   the request                                     the response
///   ───────────                                     ────────────
///      head                                            head ◀────┐ 1xx: .informational
///       │ encodeHead                                    │ └──────┘
///       ├──────────────┐ expectsContinue                │ .head
///       │              ▼                                ├─────────────────┬──────────────────┐
///       │       awaitingContinue                        ▼                 ▼                  ▼
///       │         │          │ a final head           body              (no body)     101, CONNECT 2xx
///       │  100 or │          ▼                          │ .bodyBytes …    │                  │
///       │  continue…  continueDeclined                  │                 │                  │
///       ▼         ▼     ┆ continueWithoutWaiting        ▼                 ▼                  ▼
///      body ◀─────┴─────┘                            complete ◀───────────┘               tunnel
///       │ encodeBodyPrefix … Suffix …                   (.end)                            (.tunnel)
///       ▼ encodeEnd, or Content-Length reached
///    complete
/// ```
/// The two sides run at their own pace: a response may be received at any time after the head was encoded, whole
/// even, while the body is still being sent; ``connectionDisposition`` then says
/// ``CloseReason/requestBodyUnfinished``.
///
/// ```swift
/// var exchange = Exchange(request: head, bodyFraming: .none)
/// var output: [UInt8] = []
/// try exchange.encodeHead(into: &output)          // send `output`
/// while true {                                    // `input`: what was received
///     let (consumed, event) = try exchange.receive(input)
///     switch event { … }                          // .needMore: receive more, or tell receiveEnd()
/// }
/// ```
public struct Exchange: ~Copyable, Sendable {
    /// The request, as given.
    public let request: RequestHead
    /// How the request's body is framed.
    public let bodyFraming: RequestBodyFraming
    /// Whether the body waits for `100 (Continue)`.
    public let expectsContinue: Bool
    /// Whether a response may be a body without a head, as HTTP/0.9 has it.
    public let acceptsBodyWithoutHead: Bool
    /// Whether Content-Length is not believed: such a body lasts until the peer closes.
    public let ignoresContentLength: Bool
    /// The limits in force, brought within what the codec can keep.
    public let limits: Limits

    /// Where the request stands.
    public internal(set) var requestPhase = RequestPhase.head
    /// Where the response stands.
    public internal(set) var responsePhase = ResponsePhase.head
    /// How the response's body is framed, after its head; `nil` before.
    public internal(set) var responseBodyLength: ResponseBodyLength?
    /// Content bytes of the response's body so far, those told to ``skipBodyBytes(_:)`` included.
    public internal(set) var receivedBodyBytes: Int64 = 0

    var bodyEncoder: RequestBodyEncoder
    /// What the request's own fields say that matters to its response; empty before they are encoded.
    var requestSays: RequestFramingFields.Sayings = []
    var headParser: ResponseHeadParser
    var chunkedDecoder: ChunkedDecoder
    /// Bytes consumed of the response, interim responses included: offsets in errors count from here.
    var responseOffset: Int64 = 0
    var informationalResponses = 0
    /// Bytes left of a body of known length.
    var remainingBodyBytes: Int64 = 0
    var finalHead: FinalHead?
    var failure: HTTP1Error?

    /// What of the final head decides about the connection.
    struct FinalHead: Sendable {
        let version: HTTPVersion
        let status: Int
        let framing: FramingFields
    }

    /// An exchange of `request`, whose body will be framed as told. Nothing is checked before ``encodeHead(into:)``.
    ///
    /// - Parameters:
    ///   - request: the head; framing fields need not be in it.
    ///   - bodyFraming: how the body's end is marked.
    ///   - expectsContinue: whether to send `Expect: 100-continue` and hold the body back until the peer answers or
    ///     ``continueWithoutWaiting()`` is called. Needs a body and HTTP/1.1.
    ///   - acceptsBodyWithoutHead: whether a response whose first bytes are not those of HTTP/1 is a body until close; its
    ///     head is then ``ResponseHead/missing``. Otherwise it is an error.
    ///   - ignoresContentLength: whether a body that Content-Length announces lasts until the peer closes instead, for
    ///     servers known to announce a wrong one. A cut can then not be told from an end.
    ///   - limits: the most that the peer may make the codec hold.
    public init(
        request: RequestHead,
        bodyFraming: RequestBodyFraming = .none,
        expectsContinue: Bool = false,
        acceptsBodyWithoutHead: Bool = false,
        ignoresContentLength: Bool = false,
        limits: Limits = .standard
    ) {
        let bounded = limits.bounded
        self.request = request
        self.bodyFraming = bodyFraming
        self.expectsContinue = expectsContinue
        self.acceptsBodyWithoutHead = acceptsBodyWithoutHead
        self.ignoresContentLength = ignoresContentLength
        self.limits = bounded
        bodyEncoder = RequestBodyEncoder(framing: bodyFraming)
        headParser = ResponseHeadParser(limits: bounded)
        chunkedDecoder = ChunkedDecoder(limits: bounded)
    }

    /// Where a request stands; see the diagram at ``Exchange``.
    public enum RequestPhase: Sendable, Hashable {
        /// The head is to be encoded.
        case head
        /// The body waits for 100, a final response, or ``Exchange/continueWithoutWaiting()``.
        case awaitingContinue
        /// A final response came instead of 100: the body is not wanted. Sending it all the same (after
        /// ``Exchange/continueWithoutWaiting()``) keeps the connection usable.
        case continueDeclined
        /// The body is to be encoded.
        case body
        /// Everything is encoded.
        case complete
    }

    /// Where a response stands; see the diagram at ``Exchange``.
    public enum ResponsePhase: Sendable, Hashable {
        /// Interim responses may come; the final head has not.
        case head
        /// The head has come; the body, or the news of its end, is next.
        case body
        /// The end was told.
        case complete
        /// The connection no longer speaks HTTP: what follows the head is the tunnel's.
        case tunnel
        /// An error was thrown, and will be again.
        case failed
    }

    /// What received bytes amount to.
    public enum Event: Sendable, Hashable {
        /// Nothing yet: all of the input is consumed, receive more. After the peer closed: ``Exchange/receiveEnd()``.
        case needMore
        /// An interim response (1xx but 101); the final one is still to come.
        case informational(ResponseHead)
        /// The final response's head.
        case head(ResponseHead)
        /// Content bytes at this offset of the given input. Nothing was copied: use them before the input is gone.
        case bodyBytes(offset: Int, count: Int)
        /// The response is complete, with the trailer fields if its body was chunked. Input that is left over was
        /// not asked for: the connection must be closed.
        case end(trailers: HTTPFields?)
        /// The response is complete and the connection now speaks another protocol, beginning with the rest of the
        /// input.
        case tunnel
    }
}
