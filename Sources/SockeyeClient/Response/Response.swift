public import HTTPTypes
public import SockeyeURL
internal import SockeyeFields
public import SockeyeHTTP1

/// A response whose body is still on its way. Lives inside `perform`'s closure; one task reads it.
public struct Response {
    /// Status line and fields.
    public let head: ResponseHead
    /// The URL that answered, after redirects.
    public let url: HTTPURL
    /// The body, to be pulled: what nobody reads is not received, so a slow reader slows the sender down.
    public let body: ResponseBody
    /// The redirects that led here, the first one first; of more than `RedirectHop.mostKept` the last ones.
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

    /// The connection it came over.
    public var connection: ConnectionDetails { wire.connection.details }

    /// The trailer fields: `nil` until the body's end was read, and when there are none.
    public var trailers: HTTPFields? { body.reader.trailers }

    /// When each phase ended, as far as it has.
    public var timings: Timings { wire.exclusively { wire.log.timings } }

    /// What this attempt came to so far: phases, connection, bytes. Those of redirects are in `history`, those of other
    /// attempts go to the observer.
    public var metrics: AttemptMetrics { AttemptMetrics(body.reader, url: url) }

    /// Bytes of the head on the wire, those of interim heads included.
    public var headByteCount: Int { wire.log.headBytes }

    /// Bytes of the request's body that the kernel took.
    public var requestBodyBytesSent: Int64 { wire.exclusively { wire.log.requestBodyBytes } }

    /// Bytes of the whole request, head included, that the kernel took.
    public var requestBytesSent: Int64 { wire.exclusively { wire.log.requestBytes } }

    /// Whether the kernel took all of the request. False when the server answered first and sending stopped; what it has
    /// then is a part.
    public var isRequestSent: Bool { wire.exclusively { wire.isRequestSent } }

    /// Whether any of the request's body was asked for, so that one that can't be replayed is used up.
    var isRequestBodyBegun: Bool { wire.exclusively { wire.sending.isBodyBegun } }

    /// Waits until the request is sent whole, which a server may answer before. `perform` waits for it too.
    ///
    /// - Throws: why it couldn't be sent. Nothing if the server wanted no more of it (a status from 300 on).
    public func finishSending() async throws(HTTPClientError) {
        if wire.isShared { try await wire.requestIsSent() }
    }

    /// Receives what is left of the body, keeps it, and gives the whole.
    ///
    /// - Parameter limit: the most to keep.
    /// - Throws: `HTTPClientError`, with `.bodyTooLarge` as its cause when there is more.
    public func buffered(limit: Int = 64 * 1024 * 1024) async throws(HTTPClientError) -> BufferedResponse {
        let bytes = try await body.collect(limit: limit)
        try await finishSending()
        return BufferedResponse(
            head: head, url: url, body: bytes, trailers: trailers, metrics: metrics, connection: connection,
            history: history)
    }
}

/// A response with all of its body in memory.
public struct BufferedResponse: Sendable {
    /// Status line and fields.
    public let head: ResponseHead
    /// The URL that answered, after redirects.
    public let url: HTTPURL
    /// The body's bytes.
    public let body: [UInt8]
    /// The trailer fields, if there were some.
    public let trailers: HTTPFields?
    /// What the attempt came to: phases, connection, bytes.
    public let metrics: AttemptMetrics
    /// The connection it came over.
    public let connection: ConnectionDetails
    /// The redirects that led here, the first one first; of more than `RedirectHop.mostKept` the last ones.
    public let history: [RedirectHop]

    /// When each phase ended.
    public var timings: Timings { metrics.timings }

    /// The status, as 200.
    public var status: HTTPResponse.Status { head.status }

    /// The fields.
    public var fields: HTTPFields { head.fields }

    /// The body as text: in the charset that Content-Type names if that is UTF-8, US-ASCII or ISO 8859-1, else as
    /// UTF-8. Bytes that are no text become U+FFFD.
    public func text() -> String {
        let charset = fields[.contentType].flatMap { MediaType(parsing: $0)?.charset?.lowercased() }
        if charset == "iso-8859-1" || charset == "latin1" {
            return String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
        }
        return String(decoding: body, as: UTF8.self)
    }
}
