/// An entity of `length` pattern bytes that honours ranges and conditions (RFC 9110 sections 13 and 14).
struct RangeRoute {
    let length: Int
    /// Which file it is: a later one has other bytes, and other validators.
    var edition = 0

    private var lastModified: String {
        edition == 0 ? "Wed, 21 Oct 2015 07:28:00 GMT" : "Thu, 22 Oct 2015 07:28:00 GMT"
    }

    var entityTag: String { "\"sockeye-\(length)\(edition == 0 ? "" : "-\(edition)")\"" }

    /// What a Range field requests.
    private enum RequestedRange: Equatable {
        /// No range, or one that isn't understood and therefore ignored.
        case everything
        case part(Range<Int>)
        case unsatisfiable
    }

    func reply(to request: ReceivedRequest) -> LoopbackReply {
        if let condition = request["If-None-Match"], condition == "*" || condition == entityTag {
            return LoopbackReply(status: 304, fields: validators)
        }
        switch requestedRange(of: request) {
        case .everything:
            return entity(status: 200, 0..<length, extra: [])
        case .part(let range):
            let contentRange = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            return entity(status: 206, range, extra: [.init("Content-Range", contentRange)])
        case .unsatisfiable:
            var reply = LoopbackReply.text("the entity has \(length) bytes\n", status: 416)
            reply.fields.append(.init("Content-Range", "bytes */\(length)"))
            return reply
        }
    }

    private var validators: [ReceivedRequest.Field] {
        [.init("ETag", entityTag), .init("Last-Modified", lastModified)]
    }

    private func entity(status: Int, _ range: Range<Int>, extra: [ReceivedRequest.Field]) -> LoopbackReply {
        LoopbackReply(
            status: status,
            fields: [
                .init("Content-Type", "application/octet-stream"), .init("Content-Length", "\(range.count)"),
                .init("Accept-Ranges", "bytes"),
            ] + validators + extra,
            body: [.sendPattern(LoopbackFile.offsets(range, edition: edition))])
    }

    private func requestedRange(of request: ReceivedRequest) -> RequestedRange {
        // RFC 9110 section 14.2: Range applies to GET only.
        guard request.method == "GET", let field = request["Range"] else { return .everything }
        // RFC 9110 section 13.1.5: a non-matching validator makes this a plain GET.
        if let condition = request["If-Range"], condition != entityTag, condition != lastModified {
            return .everything
        }
        return parse(field)
    }

    /// RFC 9110 section 14.1.2: `bytes=first-last`, `bytes=first-` or `bytes=-suffix`; several ranges are ignored.
    private func parse(_ field: String) -> RequestedRange {
        let parts = field.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bytes", let dash = parts[1].firstIndex(of: "-") else {
            return .everything
        }
        let (first, last) = (parts[1][..<dash], parts[1][parts[1].index(after: dash)...])
        if first.isEmpty {
            guard let suffix = decimal(last) else { return .everything }
            return suffix == 0 || length == 0 ? .unsatisfiable : .part(max(0, length - suffix)..<length)
        }
        guard let start = decimal(first) else { return .everything }
        if last.isEmpty { return start < length ? .part(start..<length) : .unsatisfiable }
        guard let end = decimal(last), end >= start else { return .everything }
        return start < length ? .part(start..<(min(end, length - 1) + 1)) : .unsatisfiable
    }
}
