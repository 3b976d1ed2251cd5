internal import HTTPTypes
internal import SockeyeBytes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeTesting
internal import SockeyeURL

/// A program's request as it is forwarded: unchanged except for what RFC 9110 section 7.6 requires of a proxy. Pure.
struct InspectedRequest {
    /// The proxy's name in Via.
    static let pseudonym = "sockeye"

    /// The request to send, at first without its body.
    var request: Request
    /// The changes, in words.
    private(set) var notes: [String] = []
    /// The protocols offered in Upgrade.
    private(set) var protocols: [String] = []

    struct Refusal: Error {
        let status: Int
        let reason: String
    }

    /// - Parameters:
    ///   - head: its head after the rules.
    ///   - origin: the URL's scheme and authority; `path` is its path and query as received.
    ///   - hasBody: whether a body follows.
    init(
        _ received: ReceivedRequest, head: [UInt8], origin: String, path: [UInt8], hasBody: Bool
    ) throws(Refusal) {
        var lines = HeadLines(head)
        if lines.elements("connection").contains("upgrade") {
            // RFC 9110 section 7.8: an HTTP/1.0 client can't upgrade.
            protocols = received.version == "HTTP/1.1" ? lines.elements("upgrade") : []
        }
        let removed = lines.removeHopByHop()
        if !removed.isEmpty {
            notes.append(
                "not forwarded, hop-by-hop: \(removed.joined(separator: ", ")) (RFC 9110 section 7.6.1)")
        }
        try Self.countForwards(&lines, received.method)
        if Self.hasComeBefore(lines) { throw Refusal(status: 508, reason: Self.loop) }
        // RFC 9112 section 3.2.2: the target's host overrides Host.
        if let host = lines.value("host"), let authority = Self.authority(origin),
            host.lowercased() != authority.lowercased()
        {
            notes.append("Host was \(host); the target's replaces it (RFC 9112 section 3.2.2)")
        }
        lines.remove("host")
        lines.mergeContentLengths()
        if !hasBody, !["POST", "PUT", "PATCH"].contains(received.method) { lines.remove("content-length") }
        if received.version == "HTTP/1.0", lines.elements("expect").contains("100-continue") {
            // The forwarded request is HTTP/1.1, so the server would believe that the program waits for 100.
            lines.remove("expect")
            notes.append("not forwarded, unknown to HTTP/1.0: expect (RFC 9110 section 10.1.1)")
        }
        lines.append("Via: \(received.version.dropFirst(5)) \(Self.pseudonym)-inspect")
        request = try Self.request(received, origin: origin, path: path, lines)
        request.expectsContinue = received.wantsContinue && hasBody
    }

    /// The reason to refuse a request that loops.
    static let loop = "this request has come through this proxy before"

    /// Whether a request has already passed through this proxy (RFC 9110 section 7.6.3).
    static func hasComeBefore(_ lines: HeadLines) -> Bool {
        lines.fields.contains { $0.name == "via" && $0.text.contains("\(pseudonym)-inspect") }
    }

    private static func request(
        _ received: ReceivedRequest, origin: String, path: [UInt8], _ lines: HeadLines
    ) throws(Refusal) -> Request {
        guard let method = HTTPRequest.Method(rawValue: received.method) else {
            throw Refusal(status: 400, reason: "malformed method")
        }
        let parsed: HTTPURL
        do throws(HTTPURLError) {
            parsed = try HTTPURL(origin).withoutCredentials
        } catch {
            throw Refusal(status: 400, reason: "the URL is malformed: \(error)")
        }
        var (fields, spellings) = (HTTPFields(), [RequestLayout.Spelling]())
        for line in lines.fields {
            do throws(HTTP1Error) {
                let field = try HTTPField(
                    checkedName: String(decoding: line.bytes.prefix { $0 != 58 }, as: UTF8.self), octets: line.value)
                fields.append(field)
                spellings.append(.init(field, line: line.bytes))
            } catch {
                throw Refusal(status: 400, reason: "a field can't be forwarded: \(error)")
            }
        }
        var request = Request(method: method, url: parsed, fields: fields)
        request.usesCookies = false
        var layout = RequestLayout(spellings: spellings, omitsEmptyLength: !fields.contains(.contentLength))
        if path == Array("*".utf8) {
            request.target = .asterisk
        } else {
            layout.target = path
        }
        request.layout = layout
        return request
    }

    /// RFC 9110 section 7.6.2.
    private static func countForwards(_ lines: inout HeadLines, _ method: String) throws(Refusal) {
        guard method == "TRACE" || method == "OPTIONS", let text = lines.value("max-forwards") else { return }
        guard let count = ASCII.decimalNumber(text.utf8) else { return }
        if count == 0 { throw Refusal(status: 200, reason: "the request ends at this proxy (RFC 9110 section 7.6.2)") }
        lines.remove("max-forwards")
        lines.append("Max-Forwards: \(count - 1)")
    }

    private static func authority(_ origin: String) -> String? {
        guard let slashes = origin.firstRange(of: "://") else { return nil }
        let authority = origin[slashes.upperBound...]
        return authority.lastIndex(of: "@").map { String(authority[authority.index(after: $0)...]) }
            ?? String(authority)
    }
}

extension ReceivedRequest {
    /// Whether the program waits for 100 (Continue), which HTTP/1.0 doesn't have (RFC 9110 sections 10.1.1 and 15.2).
    var wantsContinue: Bool { version == "HTTP/1.1" && has("100-continue", in: "Expect") }
}
