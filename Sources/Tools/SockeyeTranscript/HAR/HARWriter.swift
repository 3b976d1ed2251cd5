internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeFields
internal import SockeyeParsers
internal import SockeyeURL

/// Writes a transcript as an HTTP archive (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/), with an entry for each attempt.
///
/// As in browsers' archives, bodies have no framing and codings, and an attempt without a response has the status 0. Bodies that
/// aren't UTF-8 are in base64. Responses from the cache are left out, since they had no request.
package enum HARWriter {
    /// The comment on a field or a parameter with an omitted value; `HARReader` sends neither.
    static let maskComment = "the secret was left out"

    /// The archive.
    ///
    /// - Parameters:
    ///   - record: what happened.
    ///   - version: the program's version, for `creator`.
    package static func bytes(of record: Transcript.Record, version: String = "0.1.0") -> [UInt8] {
        var bytes = Array("{\"log\":{\"version\":\"1.2\",\"creator\":".utf8)
        bytes += JSONValue.members(["name": "sockeye", "version": .string(version)]).bytes()
        bytes += ",\"entries\":[".utf8
        var isFirst = true
        for attempt in record.attempts where attempt.kind == .exchange {
            bytes += (isFirst ? "\n" : ",\n").utf8
            isFirst = false
            bytes += entry(attempt, in: record).bytes()
        }
        var end = "\n]"
        let dropped = record.droppedAttempts
        if dropped > 0 { end += ",\"comment\":\"\(dropped) more attempts were not kept\"" }
        return bytes + (end + "}}\n").utf8
    }

    /// An archive of requests only, to be sent later.
    package static func bytes(of requests: [HARReader.Request]) -> [UInt8] {
        let entries = requests.map { request -> JSONValue in
            func missing(_ names: [String]) -> [JSONValue] { names.map { pair($0, "", isLeftOut: true) } }
            let fields = request.fields.map { pair($0, $1) }
            return .members([
                "request": .members([
                    "method": .string(request.method), "url": .string(request.url),
                    "headers": .array(fields + missing(request.missingFields)),
                    "queryString": .array(missing(request.missingParameters)),
                    "postData": request.body.map { postData($0, "", isWhole: true) },
                ])
            ])
        }
        return JSONValue.members(["log": .members(["version": "1.2", "entries": .array(entries)])]).bytes()
    }

    private static func entry(_ attempt: Transcript.AttemptRecord, in record: Transcript.Record) -> JSONValue {
        let exchange = RecordedExchange(attempt)
        let connection = attempt.outcome.connection.flatMap { id in
            // The identifier is usually the index.
            record.connections.indices.contains(id) && record.connections[id].id == id
                ? record.connections[id] : record.connections.first { $0.id == id }
        }
        let timings = timings(of: attempt)
        let call = attempt.call.flatMap { record.calls.indices.contains($0) ? record.calls[$0] : nil }
        let failure = attempt.outcome.failure ?? call?.failure
        // What a rule of --inspect changed is not as the program or the server had it.
        let comments = (failure.map { [$0] } ?? []) + attempt.events.filter { $0.name == "rule" }.map(\.text)
        return .members([
            "startedDateTime": .string(record.started.advanced(byMicroseconds: attempt.time.start).description),
            "time": .milliseconds(timings.total),
            "request": request(attempt, exchange, isMasked: record.isMasked),
            "response": response(attempt, exchange, isMasked: record.isMasked),
            "cache": .members([:]),
            "timings": timings.json,
            "serverIPAddress": connection?.peer.flatMap(address).map { .string($0) },
            "connection": connection.map { .string("\($0.id)") },
            "comment": comments.isEmpty ? nil : .string(comments.joined(separator: "; ")),
        ])
    }

    /// The address of `127.0.0.1:80` or `[::1]:80`; `nil` for a path.
    private static func address(_ text: String) -> String? {
        if text.hasPrefix("/") || text.hasPrefix("@") { return nil }
        let host = text.prefix(upTo: text.lastIndex(of: ":") ?? text.endIndex)
        return host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : String(host)
    }

    // MARK: Request and response

    private static func request(
        _ attempt: Transcript.AttemptRecord, _ exchange: RecordedExchange, isMasked: Bool
    ) -> JSONValue {
        let head = exchange.request
        // A WebSocket is opened by an HTTP request (RFC 6455 section 4.1), but browsers write the scheme `ws`.
        let isWebSocket = head?.list("upgrade").contains { $0.lowercased() == "websocket" } == true
        let scheme = isWebSocket && attempt.url.hasPrefix("http") ? "ws" : nil
        let plain = withPath(of: head, isMasked ? withoutUser(attempt.url) : attempt.url)
        let url = ArchivedURL((scheme ?? "") + plain.dropFirst(scheme == nil ? 0 : 4), isMasked: isMasked)
        let isWhole = attempt.wire.hasWholeRequestBody
        let type = head?.values("content-type").first
        return .members([
            "method": .string(attempt.method), "url": .string(url.text),
            "httpVersion": .string(head?.words.last ?? "HTTP/1.1"),
            "cookies": .array((head?.values("cookie") ?? []).flatMap { cookies($0, isMasked) }),
            "headers": .array(headers(head, isMasked)),
            "queryString": .array(url.parameters.map { pair($0.name, $0.value, isLeftOut: $0.isLeftOut) }),
            "postData": exchange.bodyBytes.sent == 0
                ? nil : postData(exchange.sentBody, type ?? "", isWhole: isWhole),
            "headersSize": .integer(head?.byteCount ?? -1), "bodySize": .integer(exchange.bodyBytes.sent),
            "_truncated": exchange.isWholeHead.sent ? nil : true,
            "comment": exchange.isWholeHead.sent ? nil : .string(cutHeadComment(head)),
        ])
    }

    private static func cutHeadComment(_ head: RawHead?) -> String {
        "only the first \(head?.byteCount ?? 0) bytes of the head were kept"
    }

    /// A masked part of a URL would otherwise be sent as it stands.
    private static func withoutUser(_ url: String) -> String {
        guard let parsed = try? HTTPURL(url), parsed.hasCredentials else { return url }
        return parsed.withoutCredentials.href
    }

    /// The URL that was asked for, without a fragment: with the path and query of the request line, which `--path-as-is` and
    /// `--request-target` choose (RFC 9112 section 3.3).
    private static func withPath(of head: RawHead?, _ url: String) -> String {
        let plain = url.prefix { $0 != "#" }
        guard let words = head?.words, words.count == 3, words[2].hasPrefix("HTTP/"),
            let start = plain.firstRange(of: "://")?.upperBound
        else { return String(plain) }
        let place = plain[start...].prefix { $0 != "/" && $0 != "?" }
        // A proxy is sent the whole URL, without a user (RFC 9112 section 3.2.2).
        let origin = plain[..<start] + (place.split(separator: "@").last ?? "")
        let path = words[1].hasPrefix(origin) ? words[1].dropFirst(origin.count) : words[1][...]
        return String(path.hasPrefix("/") ? plain[..<start] + place + path : plain)
    }

    private static func postData(_ body: [UInt8], _ type: String, isWhole: Bool) -> JSONValue {
        let text = String(validating: body, as: UTF8.self)
        // HAR has no encoding for request bodies; custom members start with an underscore.
        return .members([
            "mimeType": .string(type), "text": .string(text ?? Base64.encode(body)),
            "_encoding": text == nil ? "base64" : nil,
            "_truncated": isWhole ? nil : true,
            "comment": isWhole ? nil : .string("only the first \(body.count) bytes were kept"),
        ])
    }

    private static func response(
        _ attempt: Transcript.AttemptRecord, _ exchange: RecordedExchange, isMasked: Bool
    ) -> JSONValue {
        let head = exchange.response
        let words = head?.words ?? []
        return .members([
            "status": .integer(head == nil ? 0 : attempt.outcome.status ?? 0),
            "statusText": .string(words.count > 2 ? words[2] : ""), "httpVersion": .string(words.first ?? ""),
            "cookies": .array((head?.values("set-cookie") ?? []).map { setCookie($0, isMasked) }),
            "headers": .array(headers(head, isMasked)),
            "content": content(exchange, head),
            "redirectURL": .string(head?.values("location").first ?? ""),
            "headersSize": .integer(head?.byteCount ?? -1),
            "bodySize": .integer(head == nil ? -1 : exchange.bodyBytes.received),
            "_truncated": exchange.isWholeHead.received ? nil : true,
            "comment": exchange.isWholeHead.received ? nil : .string(cutHeadComment(head)),
        ])
    }

    private static func content(_ exchange: RecordedExchange, _ head: RawHead?) -> JSONValue {
        let content = exchange.content
        let text = String(validating: content.bytes, as: UTF8.self)
        // For a truncated body, only the length on the wire is known.
        let size = content.isWhole ? Int64(content.bytes.count) : exchange.bodyBytes.received
        let comment = [
            content.isWhole ? nil : "only the first \(content.bytes.count) bytes were kept or could be decoded",
            content.coding.map { "still coded with \($0)" },
        ].compactMap(\.self).joined(separator: "; ")
        return .members([
            "size": .integer(size),
            "compression": content.isWhole ? .integer(size - exchange.bodyBytes.received) : nil,
            "mimeType": .string(head?.values("content-type").first ?? "x-unknown"),
            "text": content.bytes.isEmpty ? nil : .string(text ?? Base64.encode(content.bytes)),
            "encoding": content.bytes.isEmpty || text != nil ? nil : "base64",
            "comment": comment.isEmpty ? nil : .string(comment),
        ])
    }

    // MARK: Parts

    private static func headers(_ head: RawHead?, _ isMasked: Bool) -> [JSONValue] {
        (head?.fields ?? []).map { name, value in
            // A masked part would otherwise be sent as it stands.
            let isLeftOut = isMasked && (SecretMask().hides(name) || SecretMask().hidesPart(of: value, in: name))
            return pair(name, value, isLeftOut: isLeftOut)
        }
    }

    /// A field or a parameter, without the value that is left out.
    private static func pair(_ name: String, _ value: String, isLeftOut: Bool = false) -> JSONValue {
        .members([
            "name": .string(name), "value": .string(isLeftOut ? "" : value),
            "comment": isLeftOut ? .string(maskComment) : nil,
        ])
    }

    private static func cookies(_ value: String, _ isMasked: Bool) -> [JSONValue] {
        value.split(separator: ";").map { pair in
            let (name, value) = Self.pair(pair)
            return .members(["name": .string(name), "value": .string(isMasked ? "" : value)])
        }
    }

    private static func setCookie(_ line: String, _ isMasked: Bool) -> JSONValue {
        let parts = line.split(separator: ";", omittingEmptySubsequences: false)
        let (name, value) = pair(parts.first ?? "")
        var attributes: [String: String] = [:]
        for part in parts.dropFirst() {
            let (name, value) = pair(part)
            // An attribute may lack its value.
            attributes[(name.isEmpty ? value : name).lowercased()] = name.isEmpty ? "" : value
        }
        let expires = attributes["expires"].flatMap { HTTPDate(parsing: $0) }
        return .members([
            "name": .string(name), "value": .string(isMasked ? "" : value),
            "path": attributes["path"].map { .string($0) }, "domain": attributes["domain"].map { .string($0) },
            "expires": expires.map { .string(Timestamp(seconds: $0.secondsSinceEpoch).description) },
            "httpOnly": .bool(attributes["httponly"] != nil), "secure": .bool(attributes["secure"] != nil),
        ])
    }

    private static func pair(_ text: Substring) -> (name: String, value: String) {
        let trimmed = text.drop { $0 == " " }
        // A cookie without a name is a value (RFC 6265bis section 5.6).
        guard let equals = trimmed.firstIndex(of: "=") else { return ("", String(trimmed)) }
        return (String(trimmed[..<equals]), String(trimmed[trimmed.index(after: equals)...]))
    }

    // MARK: Times

    private static func timings(of attempt: Transcript.AttemptRecord) -> (total: Int, json: JSONValue) {
        func sum(_ names: String...) -> Int? {
            let phases = attempt.time.phases.filter { names.contains($0.name) }
            return phases.isEmpty ? nil : phases.reduce(0) { $0 + $1.end - $1.start }
        }
        let (blocked, dns) = (sum("waiting"), sum("resolving"))
        // The specification counts the TLS handshake in `connect` too.
        let (connect, tls) = (sum("connecting", "tunnelling", "securing"), sum("securing"))
        let (send, wait, receive) = (sum("sending") ?? 0, sum("awaiting") ?? 0, sum("receiving") ?? 0)
        func optional(_ time: Int?) -> JSONValue { time.map { .milliseconds($0) } ?? -1 }
        return (
            total: (blocked ?? 0) + (dns ?? 0) + (connect ?? 0) + send + wait + receive,
            json: .members([
                "blocked": optional(blocked), "dns": optional(dns), "connect": optional(connect),
                "send": .milliseconds(send), "wait": .milliseconds(wait), "receive": .milliseconds(receive),
                "ssl": optional(tls),
            ])
        )
    }
}

extension Timestamp {
    /// A later moment in whole milliseconds, since some readers don't accept finer times.
    fileprivate func advanced(byMicroseconds count: Int) -> Timestamp {
        let nanoseconds = Int64(nanoseconds) + Int64(count % 1_000_000) * 1_000
        return Timestamp(
            seconds: seconds + Int64(count / 1_000_000) + nanoseconds / 1_000_000_000,
            nanoseconds: Int32(nanoseconds % 1_000_000_000 / 1_000_000 * 1_000_000))
    }
}

extension Transcript {
    /// What has been recorded, as an HTTP archive (HAR 1.2), with an entry for each attempt.
    public func archive() -> [UInt8] { HARWriter.bytes(of: record) }
}
