internal import SockeyeFields

/// The results of range requests, compared with the plain response.
struct RangesFacts: Sendable {
    /// A request for a part.
    struct Part: Sendable {
        /// The request's condition.
        enum Condition: Sendable, Hashable {
            case none
            /// If-Range with the response's validator: 206 is expected.
            case same
            /// If-Range with another validator: 200 is expected (RFC 9110 section 13.1.5).
            case other
        }

        var asked: ClosedRange<Int64>
        var condition = Condition.none
        var status = 0
        /// The Content-Range field as sent.
        var contentRange: String?
        /// Whether the bytes equal the plain response's; `nil` if nothing could be compared.
        var isEqual: Bool?
        var failure: String?
    }

    /// The Accept-Ranges field.
    var acceptRanges: String?
    var parts: [Part]
    /// The total length, if the plain response gave it.
    var length: Int64?
    /// Why no range was requested.
    var obstacle: String?

    private var advertises: Bool { acceptRanges?.lowercased().contains("bytes") ?? false }

    /// Whether every received part equals the plain response, so that the content is known to be stable.
    var isStable: Bool? {
        let known = parts.compactMap(\.isEqual)
        return known.isEmpty ? nil : known.allSatisfy { $0 }
    }

    func grade() -> [Finding] {
        let facts = [
            Fact("accept_ranges", acceptRanges ?? ""), Fact("statuses", parts.map { String($0.status) }),
            Fact("asked", parts.map { "\($0.asked.lowerBound)-\($0.asked.upperBound)" }),
        ]
        if let obstacle { return .one(.ranges, .notTried, obstacle, facts) }
        let plain = parts.filter { $0.condition == .none }
        if let broken = parts.first(where: { $0.failure != nil }) {
            return .one(
                .ranges, .fault,
                "a request for \(Self.words(broken)) failed: \(Wording.clipped(broken.failure ?? ""))",
                advice: "a request for a part must be answered with 206, 200 or 416; look into the server's log",
                facts)
        }
        if plain.allSatisfy({ $0.status == 200 }) { return [ignored(facts)] }
        var findings = plain.compactMap { fault(of: $0, facts) }
        if findings.isEmpty {
            let list = plain.map(Self.words).joined(separator: " and ")
            findings.add(.ranges, .ok, "\(list) match the whole, byte for byte", facts)
        }
        findings += parts.compactMap(grade)
        // Report once a part that is wrong both with and without a condition.
        var texts: Set<String> = []
        return findings.filter { texts.insert($0.text).inserted }
    }

    private func ignored(_ facts: [Fact]) -> Finding {
        if advertises {
            return Finding(
                .ranges, .fault, "Accept-Ranges promises parts, but every request gets the whole",
                advice: "honour Range, or don't send Accept-Ranges: bytes", facts)
        }
        return Finding(
            .ranges, .note, "requests for a part get the whole: a broken download starts over, and can't be split",
            advice: "fine for small or generated pages; for files, let the server honour Range", facts)
    }

    private func fault(of part: Part, _ facts: [Fact]) -> Finding? {
        if part.status != 206 {
            return Finding(
                .ranges, part.status == 200 ? .warning : .fault, "\(Self.words(part)) is answered with \(part.status)",
                advice: "answer requests for an existing part with 206", facts)
        }
        guard let text = part.contentRange else {
            return Finding(
                .ranges, .fault, "a 206 has no Content-Range, so its bytes can't be placed",
                advice: "send it (RFC 9110 section 14.4)", facts)
        }
        guard let positions = ContentRange(parsing: text)?.positions else {
            return Finding(.ranges, .fault, "the Content-Range is malformed: \(Wording.clipped(text))", facts)
        }
        if positions != part.asked {
            return Finding(
                .ranges, .fault,
                "asked for \(Self.words(part)), it sends \(positions.lowerBound)-\(positions.upperBound)",
                advice: "a client that trusts it corrupts the file; send the requested part", facts)
        }
        if let length, let total = ContentRange(parsing: text)?.completeLength, total != length {
            return Finding(
                .ranges, .fault,
                "the Content-Range of \(Self.words(part)) says \(total) bytes, but the whole has \(length)",
                advice: "a download in parts would end too early or never; send the correct length", facts)
        }
        if part.isEqual == false {
            return Finding(
                .ranges, .fault, "\(Self.words(part)) differ from the same bytes of the whole",
                advice: "correct the parts; if the content changes with each request, don't offer them", facts
            )
        }
        return nil
    }

    /// The verdict on If-Range.
    private func grade(_ part: Part) -> Finding? {
        switch (part.condition, part.status) {
        case (.none, _): return nil
        case (.same, 206):
            if part.isEqual == false { return fault(of: part, []) }
            return Finding(.ranges, .ok, "If-Range with the current validator gets the part")
        case (.same, _):
            return Finding(
                .ranges, .warning,
                "If-Range with the current validator gets \(part.status): a resumed download starts over",
                advice: "compare If-Range with the ETag that is sent (RFC 9110 section 13.1.5)")
        case (.other, 200): return Finding(.ranges, .ok, "If-Range with another validator gets the whole")
        case (.other, 206):
            return Finding(
                .ranges, .fault,
                "If-Range is ignored: if the file changes, a resumed download mixes two versions",
                advice: "send the whole when the validator doesn't match (RFC 9110 section 13.1.5)")
        case (.other, _):
            return Finding(.ranges, .warning, "If-Range with another validator gets \(part.status) instead of 200")
        }
    }

    private static func words(_ part: Part) -> String { "bytes \(part.asked.lowerBound)-\(part.asked.upperBound)" }
}
