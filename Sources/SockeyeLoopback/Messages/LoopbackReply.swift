/// What the server answers to a request: a head, and the steps that send the body.
///
/// The server adds `Date`, `Server` and `Connection`, and leaves the body out where there must be none (HEAD, 204,
/// 304). All else is sent as it stands here, true or not.
public struct LoopbackReply: Sendable {
    /// As 200.
    public var status: Int
    /// The words after the status; the usual ones when `nil`.
    public var reason: String?
    /// As `HTTP/1.1`.
    public var version = "HTTP/1.1"
    /// The field lines, `Content-Length` among them.
    public var fields: [ReceivedRequest.Field]
    /// What sends the body.
    public var body: [Step]
    /// What is sent before the head, such as an informational answer.
    public var interim: [Step] = []
    /// Whether the connection ends after this answer.
    public var closes = false

    /// An answer as it stands: the fields say how long the body is, the steps send it.
    public init(status: Int = 200, fields: [ReceivedRequest.Field] = [], body: [Step] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// A text with its length.
    public static func text(
        _ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8"
    ) -> LoopbackReply {
        bytes(Array(text.utf8), status: status, type: type)
    }

    /// Bytes with their length.
    public static func bytes(
        _ bytes: [UInt8], status: Int = 200, type: String = "application/octet-stream"
    ) -> LoopbackReply {
        LoopbackReply(
            status: status,
            fields: [.init("Content-Type", type), .init("Content-Length", "\(bytes.count)")],
            body: [.sendBytes(bytes)])
    }

    /// So many bytes of `BytePattern`, with their length.
    public static func pattern(_ count: Int) -> LoopbackReply {
        LoopbackReply(
            fields: [.init("Content-Type", "application/octet-stream"), .init("Content-Length", "\(count)")],
            body: [.sendPattern(0..<max(0, count))])
    }

    /// The head as text, with the empty line.
    func head(extra: [ReceivedRequest.Field]) -> String {
        var text = "\(version) \(status) \(reason ?? Self.usualReason(status))\r\n"
        for field in extra + fields { text += "\(field.name): \(field.value)\r\n" }
        return text + "\r\n"
    }

    /// RFC 9110 section 15, the ones that a client meets.
    private static func usualReason(_ status: Int) -> String {
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
