internal import HTTPTypes
internal import SockeyeFields

// Decisions after final responses, by kind of request.
extension DraftUpload {
    mutating func created(_ piece: Range<Int64>, _ answer: UploadAnswer, now: HTTPDate) -> UploadAction {
        let isWhole = piece.upperBound == state.plan.length
        let says = answer.fields[.uploadComplete].flatMap { UploadFieldText.boolean($0) }
        switch answer.status {
        case 200...299:
            // After all bytes, this is the target's response to the whole file.
            if isWhole, says != false { return .finish(isAnswered: true) }
            let locations = answer.fields[octets: .location]
            if locations.isEmpty {
                return state.place != nil ? ask() : .fail(tookPartForWhole)
            }
            if let failure = notePlace(locations, answer.url) { return .fail(failure) }
            return isWhole ? ask() : advance(to: answer.offset ?? piece.upperBound, piece)
        case 413:
            return tooLarge(piece, answer)
        case 400...499 where says == true || !UploadState.passes(answer.status), 501, 507:
            return .fail(.refused(status: answer.status, answer.text))
        default:
            guard UploadState.passes(answer.status), canRepeat(sentNothing: false),
                let next = again(after: answer.fields.retryDelay(now: now))
            else { return .fail(.refused(status: answer.status, answer.text)) }
            return next
        }
    }

    private var tookPartForWhole: ResumableUploadError {
        .malformed("it answers a part of the file as if it were complete, without a URL for the rest")
    }

    /// A request was too large. Smaller ones are sent only to a server that supports the draft.
    private mutating func tooLarge(_ piece: Range<Int64>, _ answer: UploadAnswer) -> UploadAction {
        if let most = limits.maxSize, most < state.plan.length { return .fail(tooLarge) }
        let size = Int64(piece.count)
        let isLimited = state.perRequestLimit.map { $0 < size } ?? false
        guard isSpoken, isLimited || state.shrink(from: size) else {
            return .fail(.tooLarge(length: state.plan.length, limit: limits.maxSize))
        }
        return isLimited ? askWithinLimits() : ask()
    }

    mutating func found(_ answer: UploadAnswer, now: HTTPDate) -> UploadAction {
        switch answer.status {
        case 200...299: break
        case 404, 410: return restart(because: state.goneWords)
        case let status where UploadState.passes(status):
            return again(after: answer.fields.retryDelay(now: now)) ?? .fail(.refused(status: status, answer.text))
        default: return .fail(.refused(status: answer.status, answer.text))
        }
        guard let offset = answer.offset else {
            return .fail(.malformed("it doesn't report its offset"))
        }
        let isComplete = answer.fields[.uploadComplete].flatMap { UploadFieldText.boolean($0) } ?? false
        var wrong = state.disagreement(onLength: answer.fields[.uploadLength]) ?? state.acknowledge(offset)
        if wrong == nil, isComplete, offset != state.plan.length {
            wrong = "the server calls \(offset) bytes of \(state.plan.length) complete"
        }
        if let wrong { return restart(because: wrong) }
        return isComplete ? .finish(isAnswered: false) : append()
    }

    mutating func appended(_ piece: Range<Int64>, _ answer: UploadAnswer, now: HTTPDate) -> UploadAction {
        let isLast = piece.upperBound == state.plan.length
        // Whatever the status: all bytes are there, and this is the target's response to them.
        if isLast, answer.fields[.uploadComplete].flatMap({ UploadFieldText.boolean($0) }) == true {
            return (200...299).contains(answer.status)
                ? .finish(isAnswered: true) : .fail(.refused(status: answer.status, answer.text))
        }
        switch answer.status {
        case 200...299:
            // After the last bytes the server must say that they were the last; else it is asked.
            if isLast { return again() ?? .fail(.malformed("it doesn't confirm that the upload is complete")) }
            return advance(to: answer.offset ?? piece.upperBound, piece)
        case 404, 410: return restart(because: state.goneWords)
        case 409:
            if answer.problem == .inconsistentLength { return restart(because: Self.otherLength, deletes: true) }
            guard let offset = answer.offset else {
                return again() ?? .fail(.refused(status: 409, answer.text))
            }
            if let wrong = state.acknowledge(offset) { return restart(because: wrong, deletes: true) }
            guard let delay = state.patience() else { return .fail(.refused(status: 409, answer.text)) }
            return append(after: delay)
        case 413: return tooLarge(piece, answer)
        case let status where UploadState.passes(status) || answer.problem == .completed:
            return again(after: answer.fields.retryDelay(now: now)) ?? .fail(.refused(status: status, answer.text))
        default:
            if answer.problem == .inconsistentLength { return restart(because: Self.otherLength, deletes: true) }
            return .fail(.refused(status: answer.status, answer.text))
        }
    }

    private static let otherLength = "the server expects an upload of another length"

    /// Continues behind the bytes of a piece that the server took.
    private mutating func advance(to offset: Int64, _ piece: Range<Int64>) -> UploadAction {
        if offset > piece.upperBound {
            return restart(because: "the server claims to have \(offset) bytes, more than were sent", deletes: true)
        }
        if let wrong = state.acknowledge(offset) { return restart(because: wrong, deletes: true) }
        if offset == piece.lowerBound, !piece.isEmpty {
            return again() ?? .fail(.malformed("it accepts bytes but has none of them"))
        }
        return append()
    }
}

extension UploadAnswer {
    /// Upload-Offset.
    var offset: Int64? { fields[.uploadOffset].flatMap { UploadFieldText.integer($0) } }

    /// The problem types of section 7 of the draft.
    enum Problem {
        case mismatchingOffset, completed, inconsistentLength
    }

    /// The problem in the problem details (RFC 9457). The type is a URI with a fixed end, so the JSON need not be
    /// parsed.
    var problem: Problem? {
        guard let type = fields[.contentType], MediaType(essenceOf: type)?.subtype == "problem+json" else { return nil }
        if text.contains("#completed-upload\"") { return .completed }
        if text.contains("#inconsistent-upload-length\"") { return .inconsistentLength }
        return text.contains("#mismatching-upload-offset\"") ? .mismatchingOffset : nil
    }
}
