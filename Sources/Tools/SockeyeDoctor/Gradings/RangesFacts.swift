internal import SockeyeFields

/// What came of asking for parts of the body, compared with the bytes that a plain request got.
struct RangesFacts: Sendable {
    /// A request for a part.
    struct Part: Sendable {
        /// The condition it was sent with.
        enum Condition: Sendable, Hashable {
            case none
            /// If-Range with the validator of the response: the part is due.
            case same
            /// If-Range with another validator: the whole is due (RFC 9110 section 13.1.5).
            case other
        }

        var asked: ClosedRange<Int64>
        var condition = Condition.none
        var status = 0
        /// The Content-Range field as sent.
        var contentRange: String?
        /// Whether what came is what the plain response has there; `nil` if nothing could be compared.
        var isEqual: Bool?
        var failure: String?
    }

    /// The Accept-Ranges field.
    var acceptRanges: String?
    var parts: [Part]
    /// The length of the whole, if the plain response told it.
    var length: Int64?
    /// Why no part was asked for.
    var obstacle: String?

    private var advertises: Bool { acceptRanges?.lowercased().contains("bytes") ?? false }

    /// Whether every part that came has the same bytes as the plain response: then it doesn't change by itself.
    var isStable: Bool? {
        let known = parts.compactMap(\.isEqual)
        return known.isEmpty ? nil : known.allSatisfy { $0 }
    }

    func grade() -> [Finding] {
        let facts = [
            Fact("accept_ranges", acceptRanges ?? ""), Fact("statuses", parts.map { String($0.status) }),
            Fact("asked", parts.map { "\($0.asked.lowerBound)-\($0.asked.upperBound)" }),
        ]
        if let obstacle { return [Finding(.ranges, .notTried, obstacle, facts)] }
        let plain = parts.filter { $0.condition == .none }
        if let broken = parts.first(where: { $0.failure != nil }) {
            return [
                Finding(
                    .ranges, .fault,
                    "a request for \(Self.words(broken)) failed: \(Wording.clipped(broken.failure ?? ""))",
                    advice: "a request for a part must be answered with 206, 200 or 416; look into the server's log",
                    facts)
            ]
        }
        if plain.allSatisfy({ $0.status == 200 }) { return [ignored(facts)] }
        var findings = plain.compactMap { fault(of: $0, facts) }
        if findings.isEmpty {
            let list = plain.map(Self.words).joined(separator: " and ")
            findings.append(Finding(.ranges, .ok, "\(list) are right, byte by byte", facts))
        }
        findings += parts.compactMap(grade)
        // The same part, asked for with and without a condition, may be wrong in the same way.
        var texts: Set<String> = []
        return findings.filter { texts.insert($0.text).inserted }
    }

    private func ignored(_ facts: [Fact]) -> Finding {
        if advertises {
            return Finding(
                .ranges, .fault, "Accept-Ranges promises parts, but the whole is sent whatever is asked for",
                advice: "honour Range, or don't send Accept-Ranges: bytes", facts)
        }
        return Finding(
            .ranges, .note, "requests for a part get the whole: a broken download begins anew, and can't be split",
            advice: "fine for small or made-up pages; for files, let the server honour Range", facts)
    }

    private func fault(of part: Part, _ facts: [Fact]) -> Finding? {
        if part.status != 206 {
            return Finding(
                .ranges, part.status == 200 ? .warning : .fault, "\(Self.words(part)) is answered with \(part.status)",
                advice: "answer a part that is there with 206", facts)
        }
        guard let text = part.contentRange else {
            return Finding(
                .ranges, .fault, "a 206 has no Content-Range, so nobody knows which bytes it holds",
                advice: "name them (RFC 9110 section 14.4)", facts)
        }
        guard let positions = ContentRange(parsing: text)?.positions else {
            return Finding(.ranges, .fault, "the Content-Range is malformed: \(Wording.clipped(text))", facts)
        }
        if positions != part.asked {
            return Finding(
                .ranges, .fault,
                "asked for \(Self.words(part)), it sends \(positions.lowerBound)-\(positions.upperBound)",
                advice: "a client that trusts it mixes bytes up; answer what is asked", facts)
        }
        if let length, let total = ContentRange(parsing: text)?.completeLength, total != length {
            return Finding(
                .ranges, .fault,
                "the Content-Range of \(Self.words(part)) says \(total) bytes, but the whole has \(length)",
                advice: "a download in parts would end too early or never; tell the right length", facts)
        }
        if part.isEqual == false {
            return Finding(
                .ranges, .fault, "\(Self.words(part)) differ from the same bytes of the whole",
                advice: "parts are wrong, or the content changes from request to request: then don't offer parts", facts
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
            return Finding(.ranges, .ok, "If-Range with the present validator gets the part")
        case (.same, _):
            return Finding(
                .ranges, .warning,
                "If-Range with the present validator gets \(part.status): a resumed download begins anew",
                advice: "compare If-Range with the ETag that is sent (RFC 9110 section 13.1.5)")
        case (.other, 200): return Finding(.ranges, .ok, "If-Range with another validator gets the whole")
        case (.other, 206):
            return Finding(
                .ranges, .fault,
                "If-Range is ignored: after a change of the file, a resumed download would mix two versions",
                advice: "send the whole when the validator doesn't match (RFC 9110 section 13.1.5)")
        case (.other, _):
            return Finding(.ranges, .warning, "If-Range with another validator gets \(part.status) instead of 200")
        }
    }

    private static func words(_ part: Part) -> String { "bytes \(part.asked.lowerBound)-\(part.asked.upperBound)" }
}
