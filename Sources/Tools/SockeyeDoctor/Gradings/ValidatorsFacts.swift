internal import HTTPTypes
internal import SockeyeFields
internal import SockeyeHTTP1

/// The response's validators, and whether the server evaluates them.
struct ValidatorsFacts: Sendable {
    /// The result of a conditional request.
    enum Condition: Sendable, Hashable {
        case notModified
        /// Another status.
        case answered(Int)
        case failed(String)
    }

    /// The ETag field as sent.
    var tag: String?
    /// The ETag of the second response.
    var laterTag: String?
    /// The Last-Modified field as sent.
    var modified: String?
    var date: HTTPDate?
    /// `nil` without a validator.
    var condition: Condition?
    /// Whether storing is forbidden anyway.
    var isNeverStored = false

    func grade() -> [Finding] {
        let parsed = tag.flatMap { EntityTag(parsing: $0) }
        let moment = modified.flatMap { HTTPDate(parsing: $0) }
        var facts = [Fact("etag", tag ?? ""), Fact("last_modified", modified ?? "")]
        facts.append(Fact("strong", isStrong(parsed, moment)))
        var findings: [Finding] = []
        if let tag, parsed == nil {
            findings.add(
                .validators, .fault, "the ETag is malformed: \(Wording.clipped(tag))",
                advice: "it needs double quotes (RFC 9110 section 8.8.3)", facts)
        }
        if let modified, moment == nil {
            findings.add(.validators, .fault, "Last-Modified is malformed: \(Wording.clipped(modified))", facts)
        }
        if let moment, let date, moment > date {
            findings.add(
                .validators, .warning, "Last-Modified is in the future: \(moment)",
                advice: "correct the time of the file, or the server's clock", facts)
        }
        let isUnusable = tag != nil && parsed == nil || modified != nil && moment == nil
        if parsed != nil || moment != nil || !isUnusable { findings.append(strength(parsed, moment, facts)) }
        if let tag, let laterTag, tag != laterTag {
            findings.add(
                .validators, .warning,
                "the ETag changed from \(Wording.clipped(tag)) to \(Wording.clipped(laterTag))",
                advice: "if the content is the same, several servers generate different tags: make them agree",
                facts)
        }
        findings += condition.map { [grade($0)] } ?? []
        return findings
    }

    /// RFC 9110 section 8.8.2.2: a Last-Modified is strong only if it lies a second before the Date.
    private func isStrong(_ tag: EntityTag?, _ moment: HTTPDate?) -> Bool {
        if let tag { return !tag.isWeak }
        guard let moment, let date else { return false }
        return date.secondsSinceEpoch - moment.secondsSinceEpoch >= 1
    }

    private func strength(_ tag: EntityTag?, _ moment: HTTPDate?, _ facts: [Fact]) -> Finding {
        let advice = "send a strong ETag: only that guarantees that parts belong together"
        if let tag, !tag.isWeak {
            return Finding(.validators, .ok, "a strong ETag, \(Wording.clipped("\(tag)"))", facts)
        }
        if let tag {
            return Finding(
                .validators, .note,
                "a weak ETag, \(Wording.clipped("\(tag)")): good for caches, but not for resuming a download",
                advice: advice, facts)
        }
        if let moment, isStrong(nil, moment) {
            return Finding(
                .validators, .ok, "no ETag, but a Last-Modified that is old enough to rely on: \(moment)", facts)
        }
        if let moment {
            return Finding(
                .validators, .note, "no ETag, and Last-Modified (\(moment)) is too recent to rely on", advice: advice,
                facts)
        }
        if isNeverStored {
            return Finding(.validators, .ok, "neither ETag nor Last-Modified, but nothing may be stored anyway", facts)
        }
        return Finding(
            .validators, .warning,
            "neither ETag nor Last-Modified: caches always fetch it again, and no download can be resumed safely",
            advice: advice, facts)
    }

    private func grade(_ condition: Condition) -> Finding {
        switch condition {
        case .notModified:
            return Finding(.validators, .ok, "a conditional request is answered with 304", [Fact("status", 304)])
        case .answered(let status) where status == 405 || status == 501:
            return Finding(
                .validators, .note, "HEAD is answered with \(status), so a conditional request was not tried",
                advice: "fine if intended; caches and link checkers use HEAD", [Fact("status", status)])
        case .answered(let status):
            return Finding(
                .validators, .warning, "a conditional request is answered with \(status) instead of 304",
                advice: "let the server compare If-None-Match and If-Modified-Since: the body needn't be resent",
                [Fact("status", status)])
        case .failed(let reason):
            return Finding(.validators, .warning, "a conditional request failed: \(Wording.clipped(reason))")
        }
    }
}

extension ValidatorsFacts {
    /// The validators of a response.
    init(_ head: ResponseHead) {
        self.init(
            tag: head.fields[.eTag], modified: head.fields[.lastModified],
            date: head.fields[.date].flatMap { HTTPDate(parsing: $0) })
    }

    /// The field that If-Range may carry: a strong one (RFC 9110 section 13.1.5).
    var strongField: String? {
        let parsed = tag.flatMap { EntityTag(parsing: $0) }
        guard isStrong(parsed, modified.flatMap { HTTPDate(parsing: $0) }) else { return nil }
        return parsed == nil ? modified : tag
    }
}
