internal import SockeyeDigest
internal import SockeyeFields

/// Decides what a download does with each response: pure, facts in, action out.
enum ResumePolicy {
    /// What to do with a response.
    enum Action: Sendable, Hashable {
        /// The body is the requested range: write it.
        case goOn(Range<Int64>?, total: Int64?)
        /// The body is the whole file: write it from zero. Earlier bytes are dropped for the reason given.
        case writeWhole(total: Int64?, dropping: Reason?)
        /// The body is the whole file, provably the same: skip this many bytes of it, then write.
        case skip(Int64)
        /// Request the range again, without If-Range.
        case askPlainly
        /// Request the whole file.
        case startOver(Reason)
        /// There is nothing more to fetch.
        case complete
        /// Retry later: the server is busy or broken.
        case later(status: Int)
        /// Give up; earlier bytes stay.
        case refuse(Reason)
    }

    /// Why bytes cannot be resumed, or a response not be used.
    enum Reason: Sendable, Hashable {
        /// The server's validator is a different one, or missing.
        case changed
        /// The length of the whole file changed.
        case otherLength(was: Int64, now: Int64)
        /// The server sent the whole file instead of the range, and nothing proves that it is unchanged.
        case rangeIgnored
        /// Content-Range is missing or malformed, or the length of the body contradicts it.
        case badContentRange
        /// Content-Range isn't the requested range.
        case shifted(from: Int64, to: Int64)
        /// 416, although more bytes are expected.
        case unsatisfiable
        /// The bytes at the seam differ from those on the disk.
        case seamDiffers(at: Int64)
        /// With bytes of an earlier run, the file has another digest than it must.
        case otherDigest(Digest.Algorithm)
        /// There is no validator, but a resumable transfer is required.
        case noValidator
        /// A web page where a file was expected.
        case page
        /// Neither 200 nor 206.
        case status(Int)
        /// Ranges get this status, though the first response promised them.
        case partsRefused(Int)
        /// A part, or a difference from another version, though the whole was asked for.
        case unasked(status: Int, ContentRange?)

        /// Whether the fault is in how the server serves ranges, so that one stream may still work.
        var isAboutRanges: Bool {
            switch self {
            case .rangeIgnored, .badContentRange, .shifted, .unsatisfiable, .partsRefused: true
            default: false
            }
        }
    }

    /// Statuses after which the same request may succeed later (RFC 9110 sections 15.5.9 and 15.6, RFC 6585).
    static let temporaryStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    /// 1. Nothing to lose and the status accepted, or 200 with nothing known about the file: the response is the file, whatever
    ///    else it says.
    static func takesAny(_ status: Int, to question: ResumeQuestion, knowing known: ResumeKnowledge) -> Bool {
        !question.isRanged && (known.accepted.include(status) || status == 200 && known.isBlank)
    }

    /// What to do with the `answer` to `question`, given `known`.
    static func action(
        for answer: ResumeAnswer, to question: ResumeQuestion, knowing known: ResumeKnowledge
    ) -> Action {
        if takesAny(answer.status, to: question, knowing: known) {
            return .writeWhole(total: answer.bodyLength, dropping: nil)
        }
        // 2. A temporary failure: earlier bytes stay.
        if temporaryStatuses.contains(answer.status) { return .later(status: answer.status) }
        return switch answer.status {
        case 206 where question.isRanged: part(answer, question, known)
        case 206, 226: unasked(answer, question, known)
        case 200: whole(answer, question, known)
        case 416 where question.isRanged: unsatisfied(answer, known)
        // 3. An error page, a login or an unfollowed redirect never reaches the file.
        default: .refuse(.status(answer.status))
        }
    }

    /// 4. 206: continues only if it is the range asked for, of the same file.
    private static func part(
        _ answer: ResumeAnswer, _ question: ResumeQuestion, _ known: ResumeKnowledge
    ) -> Action {
        // 4a. The range is well-formed, starts as requested, is no longer than requested, and as long as the body.
        guard case .part(let first, let last, let total) = answer.contentRange, last < .max else {
            return .startOver(.badContentRange)
        }
        if first != question.first { return .startOver(.shifted(from: question.first, to: first)) }
        if let end = question.end, last >= end { return .startOver(.shifted(from: end - 1, to: last)) }
        if let length = answer.bodyLength, length != last - first + 1 { return .startOver(.badContentRange) }
        // 4b. The whole file has the length it had.
        if let was = known.total, let now = total, was != now { return .startOver(.otherLength(was: was, now: now)) }
        if known.isOneRow, let now = total, now < known.prefixLength {
            return .startOver(.otherLength(was: known.prefixLength, now: now))
        }
        // 4c. It is the same version.
        if !agrees(answer, known) { return .startOver(.changed) }
        if known.requiresResumable, (known.validator ?? answer.validator) == nil { return .refuse(.noValidator) }
        if !known.hasBytes, known.expectsNoPage, answer.isPage { return .refuse(.page) }
        return .goOn(first..<last + 1, total: total ?? known.total)
    }

    /// 4d. A part that wasn't asked for is the file only if it covers all of it.
    private static func unasked(
        _ answer: ResumeAnswer, _ question: ResumeQuestion, _ known: ResumeKnowledge
    ) -> Action {
        if answer.isPart { return .refuse(.unasked(status: answer.status, answer.contentRange)) }
        var answer = answer
        answer.bodyLength = answer.contentRange?.completeLength ?? answer.bodyLength
        return whole(answer, question, known)
    }

    /// 5. 200: the whole file, this version or another.
    private static func whole(
        _ answer: ResumeAnswer, _ question: ResumeQuestion, _ known: ResumeKnowledge
    ) -> Action {
        // 5a. A page instead of a file: a captive portal or a login.
        let wasPage = known.mediaType.isEmpty ? !known.expectsNoPage : known.mediaType == "text/html"
        if answer.isPage, !wasPage { return .refuse(.page) }
        // 5b. Nothing to resume: this is what was asked for.
        guard known.hasBytes else {
            if known.requiresResumable, answer.validator == nil { return .refuse(.noValidator) }
            return .writeWhole(total: answer.bodyLength, dropping: nil)
        }
        // 5c. Provably the same file: ask once more without the condition, which the server may not understand; if it
        //     sends the whole even then, skip what is there.
        if isProvablySame(answer, known) {
            if question.isConditional { return .askPlainly }
            if known.isOneRow, !answer.isCoded { return .skip(known.prefixLength) }
        }
        // 5d. Another program's bytes, as many as the server has: they may be the whole file, and are compared with it.
        if known.mayNotDrop, known.isOneRow, !answer.isCoded, answer.bodyLength == known.prefixLength {
            if known.requiresResumable, answer.validator == nil { return .refuse(.noValidator) }
            return .skip(known.prefixLength)
        }
        // 5e. Another file, or unknown: start over with the body that is already coming.
        let reason = agrees(answer, known) ? Reason.rangeIgnored : .changed
        if known.refusesToDrop { return .refuse(reason) }
        return .writeWhole(total: answer.bodyLength, dropping: reason)
    }

    /// 6. 416: complete if exactly the server's bytes are there, else start over.
    private static func unsatisfied(_ answer: ResumeAnswer, _ known: ResumeKnowledge) -> Action {
        if case .unsatisfied(let length) = answer.contentRange, known.isOneRow, length == known.prefixLength,
            known.total ?? length == length, known.validator != nil,
            answer.entityTag == nil && answer.lastModified == nil || agrees(answer, known)
        {
            return .complete
        }
        guard known.refusesToDrop, known.hasBytes else { return .startOver(.unsatisfiable) }
        if case .unsatisfied(let length) = answer.contentRange, known.isOneRow, length < known.prefixLength {
            return .refuse(.otherLength(was: known.prefixLength, now: length))
        }
        return .refuse(.unsatisfiable)
    }

    /// Whether the response contradicts nothing that is known, and repeats the ETag, if any.
    private static func agrees(_ answer: ResumeAnswer, _ known: ResumeKnowledge) -> Bool {
        switch known.validator {
        // RFC 9110 section 15.3.7: a 206 repeats the ETag of the 200, so a missing one is a mismatch.
        case .entityTag(let tag): answer.entityTag.map { $0.stronglyMatches(tag) } ?? false
        // The response to If-Range may omit the date.
        case .lastModified: !contradicts(answer, known)
        case nil: !contradicts(answer, known) && !(known.isTold && answer.isOfOtherType(than: known.mediaType))
        }
    }

    /// Whether the response names another version than an earlier one did. Weak ETags that don't match do (RFC 9110 section 8.8.3.2), and so
    /// does an ETag or a date that wasn't there before.
    private static func contradicts(_ answer: ResumeAnswer, _ known: ResumeKnowledge) -> Bool {
        if let now = answer.entityTag {
            guard let was = known.entityTag else { return known.isTold }
            if !was.weaklyMatches(now) { return true }
        }
        guard let now = answer.lastModified else { return false }
        return known.lastModified.map { $0 != now } ?? known.isTold
    }

    /// Whether the response is certainly the same version: same strong ETag, or same date and length.
    private static func isProvablySame(_ answer: ResumeAnswer, _ known: ResumeKnowledge) -> Bool {
        switch known.validator {
        case .entityTag(let tag): answer.entityTag.map { $0.stronglyMatches(tag) } ?? false
        case .lastModified(let date):
            answer.lastModified == date && answer.bodyLength != nil && answer.bodyLength == known.total
        case nil: false
        }
    }
}

extension ResumePolicy.Reason: CustomStringConvertible {
    /// Completes "because …".
    var description: String {
        switch self {
        case .changed: "the file on the server has changed since the download began"
        case .otherLength(let was, let now): "the file on the server now has \(now) bytes instead of \(was)"
        case .rangeIgnored: "the server sent the whole file instead of the requested part"
        case .badContentRange: "the server's Content-Range is missing, malformed or doesn't match the body's length"
        case .shifted(let asked, let given): "the server sent byte \(given) instead of byte \(asked)"
        case .unsatisfiable: "the server has no bytes where more were expected"
        case .seamDiffers(0): "the server's first bytes differ from those on the disk"
        case .seamDiffers(let offset): "the server's bytes before byte \(offset) differ from those on the disk"
        case .otherDigest(let algorithm):
            "with the bytes that were there, the file has another \(algorithm.rawValue) digest"
        case .noValidator: "the server sends neither a strong ETag nor a usable Last-Modified to check a resume with"
        case .page: "the server sent a web page instead of the file, perhaps a login or a captive portal"
        case .status(let code): "the server answered \(code)"
        case .partsRefused(let code): "the server answers \(code) to requests for a part"
        case .unasked(226, _): "the server sent a difference from another version (226), which wasn't asked for"
        case .unasked(let code, let range):
            "the server sent only a part of the file (\(code), \(range.map { "\($0)" } ?? "without a valid Content-Range")), "
                + "which wasn't asked for"
        }
    }
}
