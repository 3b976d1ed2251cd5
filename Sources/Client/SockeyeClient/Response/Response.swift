public import HTTPTypes
public import SockeyeCache
public import SockeyeURL
internal import SockeyeEncodings
public import SockeyeFields
public import SockeyeHTTP1

/// A response whose body is still arriving. Valid inside `perform`'s closure; one task reads it.
public struct Response {
    /// Status line and fields.
    public let head: ResponseHead
    /// The URL that answered, after redirects.
    public let url: HTTPURL
    /// The body, received as it is read, so a slow reader slows the sender down.
    public let body: ResponseBody
    /// The redirects that led here, in order; only the last `RedirectHop.keptLimit`.
    public internal(set) var history: [RedirectHop] = []

    init(_ head: ResponseHead, url: HTTPURL, reader: ResponseReader) {
        self.head = head
        self.url = url
        body = ResponseBody(reader)
    }

    private var wire: Wire { body.reader.wire }

    /// The status, as 200.
    public var status: HTTPResponse.Status { head.status }

    /// The fields.
    public var fields: HTTPFields { head.fields }

    /// The final head as received, line ends, spaces and folds unchanged; empty unless the configuration's
    /// `compatibility.keepsRawHeads` is set or the observer wants raw heads.
    public var rawHead: [UInt8] { wire.codec.rawHead }

    /// The content codings that the body's pieces still have, in the order in which they were applied (RFC 9110 section
    /// 8.4); empty if the body has none, or the client has undone them.
    package var remainingCodings: [String] { body.reader.form.remainingCodings(of: head, wire.codec) }

    /// Has `watch` get the content as it is received (RFC 9110 section 6.4): without framing, with its codings. Set it before
    /// the body is read.
    package func watchContent(_ watch: @escaping (RawSpan) -> Void) { body.reader.contentWatch = watch }

    /// The connection it came over.
    public var connection: ConnectionDetails { wire.connection.details }

    /// The trailer fields, if any; `nil` until the body was read to its end.
    public var trailers: HTTPFields? { body.reader.trailers }

    /// When each completed phase ended.
    package var timings: Timings { wire.exclusively { wire.log.timings } }

    /// The metrics of this attempt so far: phases, connection, bytes. Those of redirects are in `history`; those of
    /// other attempts go to the observer.
    public var metrics: AttemptMetrics { AttemptMetrics(body.reader, url: url) }

    /// What the cache did with the request; `nil` without a cache.
    public var cacheStatus: CacheStatus? { wire.log.cacheStatus }

    /// Bytes of the head on the wire, including interim heads.
    package var headByteCount: Int { wire.log.headBytes }

    /// Bytes of the request's body accepted by the kernel.
    public var requestBodyBytesSent: Int64 { wire.exclusively { wire.log.requestBodyBytes } }

    /// Bytes of the request, including its head, accepted by the kernel.
    package var requestBytesSent: Int64 { wire.exclusively { wire.log.requestBytes } }

    /// Whether the kernel accepted the whole request. False if the server answered early and sending stopped.
    package var isRequestSent: Bool { wire.exclusively { wire.isRequestSent } }

    /// Whether reading the request's body has begun, so that a body that can't be replayed is used up.
    var isRequestBodyBegun: Bool { wire.exclusively { wire.sending.isBodyBegun } }

    /// Waits until the whole request is sent; the server may answer earlier. `perform` waits for it too.
    ///
    /// - Throws: why it couldn't be sent; not if the server refused the rest (a status of 300 or more).
    package func finishSending() async throws(HTTPClientError) {
        if wire.isShared { try await wire.requestIsSent() }
    }

    /// Receives the rest of the body and returns the buffered response.
    ///
    /// - Parameter limit: the most bytes to buffer.
    /// - Throws: `HTTPClientError`, with the cause `.bodyTooLarge` if there is more.
    public func buffered(limit: Int = 64 * 1024 * 1024) async throws(HTTPClientError) -> BufferedResponse {
        let bytes = try await body.collect(limit: limit)
        try await finishSending()
        return BufferedResponse(
            head: head, url: url, body: bytes, trailers: trailers, metrics: metrics, connection: connection,
            history: history)
    }

    /// The response with the first bytes of its body. What is wrong with the body hides nothing of the head.
    ///
    /// - Parameter limit: the most bytes to keep.
    /// - Throws: only if cancelled.
    func beginning(_ limit: Int) async throws(HTTPClientError) -> BufferedResponse {
        var bytes: [UInt8] = []
        do throws(HTTPClientError) {
            while bytes.count < limit, try await body.pull({ bytes.append(copying: $0) }) {}
        } catch {
            if case .cancelled = error.cause { throw error }
        }
        if bytes.count > limit { bytes.removeLast(bytes.count - limit) }
        return BufferedResponse(
            head: head, url: url, body: bytes, trailers: trailers, metrics: metrics, connection: connection,
            history: history)
    }
}

/// A response with its whole body in memory.
public struct BufferedResponse: Sendable, BufferedBody {
    /// Status line and fields.
    public let head: ResponseHead
    /// The URL that answered, after redirects.
    public let url: HTTPURL
    /// The body's bytes.
    public let body: [UInt8]
    /// The trailer fields, if any.
    public let trailers: HTTPFields?
    /// The metrics of the attempt: phases, connection, bytes.
    public let metrics: AttemptMetrics
    /// The connection it came over.
    public let connection: ConnectionDetails
    /// The redirects that led here, in order; only the last `RedirectHop.keptLimit`.
    public let history: [RedirectHop]

    /// What the cache did with the request; `nil` without a cache.
    public var cacheStatus: CacheStatus? { metrics.cacheStatus }

    /// When each phase ended.
    package var timings: Timings { metrics.timings }

    /// The status, as 200.
    public var status: HTTPResponse.Status { head.status }

    /// The fields.
    public var fields: HTTPFields { head.fields }

    /// The body as text: in the encoding of its byte order mark, else in that of Content-Type's charset by the labels of the
    /// WHATWG Encoding Standard (`gbk`, `shift_jis`, `latin1` …), else in UTF-8. Invalid bytes become U+FFFD.
    ///
    /// `DecodedText` in SockeyeParsers, for bodies that are streamed, follows the same rules, tells where the
    /// first invalid byte is, and refuses charsets that it doesn't know.
    public func text() -> String {
        fields.textEncoding.decodeText(body)
    }

    /// The body as text in the encoding of this label, whatever Content-Type says; UTF-8 if the Standard has no such label.
    public func text(encoding label: String) -> String {
        (TextEncoding(label: label) ?? .utf8).decodeText(body)
    }
}
