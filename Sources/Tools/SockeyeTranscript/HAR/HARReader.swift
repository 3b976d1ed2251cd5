internal import HTTPTypes
internal import SockeyeDigest
internal import SockeyeParsers
internal import SockeyeURL

/// Reads the requests of an HTTP archive incrementally. Responses are skipped, so the file may be of any size.
package struct HARReader {
    /// A request to send again.
    package struct Request: Sendable {
        /// The method.
        package var method: String
        /// The URL.
        package var url: String
        /// The fields in order, without those that belong to the connection or derive from the body.
        package var fields: [(name: String, value: String)]
        /// The body; `nil` if there was none.
        package var body: [UInt8]?
        /// The names of the fields with values that the archive omits.
        package var missingFields: [String] = []
        /// The names of the parameters of the query with values that the archive omits. They aren't in the URL.
        package var missingParameters: [String] = []
    }

    /// The most requests; more look like a mistake.
    package static let requestLimit = 10_000
    /// The most bytes of all bodies, which are held in memory: 256 MiB.
    package static let bodyByteLimit = 256 << 20

    /// Fields that the client makes itself: those of the connection, those that frame the body, and Host.
    private static let droppedFields: Set<String> = [
        "connection", "content-length", "host", "http2-settings", "keep-alive", "proxy-authorization",
        "proxy-connection", "sec-websocket-accept", "sec-websocket-extensions", "sec-websocket-key",
        "sec-websocket-version", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// How many entries were skipped because their URLs aren't fetched over HTTP, such as `data:` or a browser's own pages.
    package private(set) var foreignCount = 0

    private var parser: JSONSelectionParser?
    private var count = 0
    private var bodyBytes = 0

    /// A reader at the start of a file.
    package init() {
        // The path is well-formed and has no negative index.
        parser = (try? JSONPath("log.entries[*].request")).flatMap { try? JSONSelectionParser(path: $0) }
    }

    /// Reads further bytes, and returns the requests that are now complete.
    package mutating func read(_ bytes: [UInt8]) throws(HARError) -> [Request] {
        try requests { parser, values throws(JSONError) in try parser?.parse(bytes, into: &values) }
    }

    /// Ends the file, and returns the requests that are now complete.
    package mutating func finish() throws(HARError) -> [Request] {
        let requests = try requests { parser, values throws(JSONError) in try parser?.finish(into: &values) }
        if count == 0 { throw .empty }
        return requests
    }

    private mutating func requests(
        _ step: (inout JSONSelectionParser?, inout [JSONValue]) throws(JSONError) -> Void
    ) throws(HARError) -> [Request] {
        var values: [JSONValue] = []
        do throws(JSONError) {
            try step(&parser, &values)
        } catch {
            throw .malformed("\(error)")
        }
        var requests: [Request] = []
        for value in values {
            guard count < Self.requestLimit else { throw .tooMany(limit: Self.requestLimit) }
            count += 1
            guard let request = try request(value) else {
                foreignCount += 1
                continue
            }
            bodyBytes += request.body?.count ?? 0
            guard bodyBytes <= Self.bodyByteLimit else { throw .tooLarge(limit: Self.bodyByteLimit) }
            requests.append(request)
        }
        return requests
    }

    /// The request of an entry; `nil` if its URL isn't one of HTTP.
    private func request(_ value: JSONValue) throws(HARError) -> Request? {
        guard let method = value["method"]?.string, let url = value["url"]?.string, !method.isEmpty, !url.isEmpty else {
            throw .entry(count, "its request has no method or no URL")
        }
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard ["http", "https", "ws", "wss"].contains(scheme) else { return nil }
        guard HTTPRequest.Method(method) != nil else {
            throw .entry(count, "its method '\(Self.clipped(method))' is not a word (RFC 9110 section 5.6.2)")
        }
        guard !Self.hasControl(url) else { throw .entry(count, "its URL contains a control character") }
        if value["_truncated"]?.bool == true { throw .entry(count, "only a part of its head was kept") }
        let secret = (value["queryString"]?.array ?? []).filter { $0["comment"]?.string == HARWriter.maskComment }
        let missing = secret.compactMap { $0["name"]?.string }
        var request = Request(method: method, url: ArchivedURL.removing(Set(missing), from: url), fields: [])
        request.missingParameters = missing
        var hasEmptyBody = false
        for field in value["headers"]?.array ?? [] {
            guard let name = field["name"]?.string, let value = field["value"]?.string else {
                throw .entry(count, "a header has no name or no value")
            }
            // The pseudo-fields of HTTP/2 are already in method and URL.
            if name.hasPrefix(":") { continue }
            guard HTTPField.Name(name) != nil else {
                throw .entry(count, "'\(Self.clipped(name))' is not the name of a header (RFC 9110 section 5.1)")
            }
            if name.lowercased() == "content-length", value == "0" { hasEmptyBody = true }
            if Self.droppedFields.contains(name.lowercased()) { continue }
            if field["comment"]?.string == HARWriter.maskComment {
                request.missingFields.append(name)
                continue
            }
            guard !Self.hasControl(value) else {
                throw .entry(count, "a header contains a line break or another control character")
            }
            request.fields.append((name, value))
        }
        // An empty body is announced (RFC 9110 section 8.6), unlike a missing one.
        request.body = try body(value["postData"]) ?? (hasEmptyBody ? [] : nil)
        // Some archives give the type only with the body.
        if request.body != nil, let type = value["postData"]?["mimeType"]?.string, !type.isEmpty,
            !Self.hasControl(type),
            !request.fields.contains(where: { $0.name.lowercased() == "content-type" })
        {
            request.fields.append(("Content-Type", type))
        }
        return request
    }

    private static func hasControl(_ text: String) -> Bool {
        text.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
    }

    private static func clipped(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }

    private func body(_ data: JSONValue?) throws(HARError) -> [UInt8]? {
        guard let data, !data.isNull else { return nil }
        if data["_truncated"]?.bool == true { throw .entry(count, "only a part of its body was kept") }
        if let text = data["text"]?.string, !text.isEmpty || data["params"] == nil {
            guard data["_encoding"]?.string == "base64" else { return Array(text.utf8) }
            do throws(Base64Error) {
                return try Base64.decode(text)
            } catch {
                throw .entry(count, "\(error)")
            }
        }
        let pairs = data["params"]?.array ?? []
        if pairs.isEmpty { return nil }
        guard data["mimeType"]?.string?.lowercased().hasPrefix(FormEncoding.mediaType) == true else {
            throw .entry(count, "its body is given as parts rather than as text, so its bytes are not known")
        }
        return Array(
            FormEncoding.serialize(pairs.map { ($0["name"]?.string ?? "", $0["value"]?.string ?? "") }).utf8)
    }
}

/// Why an HTTP archive can't be sent again.
@nonexhaustive
package enum HARError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It is not JSON.
    case malformed(String)
    /// It has no requests, or is some other JSON.
    case empty
    /// All its URLs are of other schemes, such as `data:`.
    case foreign
    /// An entry, counted from 1, can't be sent.
    case entry(Int, String)
    /// It has too many requests.
    case tooMany(limit: Int)
    /// Its bodies are too large.
    case tooLarge(limit: Int)

    /// One clause, to print after the file's name.
    package var description: String {
        switch self {
        case .malformed(let reason): "not an HTTP archive: \(reason)"
        case .empty: "no requests in it: an HTTP archive has them in log.entries"
        case .foreign: "none of its URLs is http, https, ws or wss"
        case .entry(let number, let reason): "entry \(number) cannot be sent: \(reason)"
        case .tooMany(let limit): "more than \(limit) requests"
        case .tooLarge(let limit): "request bodies of more than \(limit >> 20) MiB"
        }
    }
}
