/// The server's response to a request: a head, and the steps that send the body.
///
/// The server adds `Date`, `Server` and `Connection`, and omits the body where none is allowed (HEAD, 204, 304).
/// Everything else is sent as given here, true or not.
public struct LoopbackReply: Sendable {
    /// The status code, such as 200.
    public var status: Int
    /// The reason phrase; the standard one if `nil`.
    public var reason: String?
    /// The version, such as `HTTP/1.1`.
    public var version = "HTTP/1.1"
    /// The field lines, including `Content-Length`.
    public var fields: [ReceivedRequest.Field]
    /// What ends the lines of the head; a bare LF, on request.
    var lineEnd = "\r\n"
    /// The steps that send the body.
    public var body: [Step]
    /// The steps before the head, such as an interim response.
    public var interim: [Step] = []
    /// Whether to close the connection after this response.
    public var closes = false

    /// A response sent as given: the fields declare the body's length, the steps send it.
    public init(status: Int = 200, fields: [ReceivedRequest.Field] = [], body: [Step] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// A text with its Content-Length.
    public static func text(
        _ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8"
    ) -> LoopbackReply {
        bytes(Array(text.utf8), status: status, type: type)
    }

    /// Bytes with their Content-Length.
    public static func bytes(
        _ bytes: [UInt8], status: Int = 200, type: String = "application/octet-stream"
    ) -> LoopbackReply {
        LoopbackReply(
            status: status,
            fields: [.init("Content-Type", type), .init("Content-Length", "\(bytes.count)")],
            body: [.sendBytes(bytes)])
    }

    /// `count` bytes of `BytePattern`, with their Content-Length.
    public static func pattern(_ count: Int) -> LoopbackReply {
        LoopbackReply(
            fields: [.init("Content-Type", "application/octet-stream"), .init("Content-Length", "\(count)")],
            body: [.sendPattern(0..<max(0, count))])
    }

    /// The head as text, including the empty line.
    func head(extra: [ReceivedRequest.Field]) -> String {
        var text = "\(version) \(status) \(reason ?? Self.usualReason(status))\(lineEnd)"
        for field in extra + fields { text += "\(field.name): \(field.value)\(lineEnd)" }
        return text + lineEnd
    }

    /// The reason phrases of RFC 9110 section 15 that a client meets.
    package static func usualReason(_ status: Int) -> String {
        reasons[status] ?? "Status \(status)"
    }

    private static let reasons = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        412: "Precondition Failed", 413: "Content Too Large", 416: "Range Not Satisfiable",
        417: "Expectation Failed", 418: "I'm a teapot", 429: "Too Many Requests",
        431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}

/// Answers a request; `nil` leaves it to the built-in routes.
public typealias LoopbackHandler = @Sendable (ReceivedRequest) async -> LoopbackReply?
