package import HTTPTypes
package import SockeyeDigest
package import SockeyeHTTP1

/// An upload by draft-ietf-httpbis-resumable-upload, interop version 8, as decisions: what happened → what comes next.
///
/// ```
///          no place                         2xx after all bytes
///   begin ─────────→ creating ───────────────────────────────────────→ finish
///     │             (PUT or POST, Upload-Complete: ?1)
///     │               │  104 with Location: the place, while the body is still sent
///     │               │ cut · 5xx · too much for one request        Upload-Complete: ?1
///     │ place known   ▼                                           ┌────────────────────→ finish
///     └──────────→ asking (HEAD) ── Upload-Offset ──→ appending (PATCH) ── 2xx ?0 ──→ appending …
///                     │      ▲                            │ cut · 5xx · 409 without an offset
///                     │      └────────────────────────────┘
///                     └ 404 · 410, or what the server has cannot be ours: begin again, once
/// ```
///
/// The first request carries the whole file, so that a server which knows nothing of the draft just takes it; such an
/// upload cannot be gone on from. Only a server that is known to speak the draft is ever sent a part of the file: any
/// other one would take the part for the whole.
package struct DraftUpload: Sendable {
    /// The version of the draft's wire format, in Upload-Draft-Interop-Version.
    static let interopVersion = "8"
    static let partialUpload = "application/partial-upload"

    private enum Phase: Sendable {
        case asking
        case creating(Range<Int64>)
        case appending(Range<Int64>)
    }

    package var state: UploadState
    private var phase = Phase.asking
    private let method: HTTPRequest.Method
    private let checksum: Digest.Algorithm?
    /// Whether the server said something that only one which speaks the draft says.
    package private(set) var isSpoken: Bool
    private var limits = UploadLimits()
    /// How often a request had to be made smaller because of what the server said.
    private var limitStops = 0
    /// A server tells its limit once or twice; one that changes it for ever would keep us for ever.
    private static let mostLimitStops = 8
    /// Why a request is being stopped: what follows.
    private var pending: UploadAction?
    /// The place named by an interim answer to the request under way.
    private var interimPlace: HTTPURL?

    /// - Parameters:
    ///   - method: of the first request.
    ///   - isSpoken: whether the server is known to speak the draft, and what it said of its limits.
    package init(
        _ state: UploadState, method: HTTPRequest.Method, isSpoken: Bool = false, limits: UploadLimits? = nil,
        checksum: Digest.Algorithm? = nil
    ) {
        self.state = state
        self.method = method
        self.isSpoken = isSpoken || state.place != nil
        self.checksum = checksum
        if checksum != nil {
            self.state.mostPerRequest = min(self.state.mostPerRequest ?? .max, TusUpload.checkedPiece)
        }
        if let limits { take(limits) }
    }

    // MARK: Steps

    /// The first step, or the first after an earlier run.
    package mutating func begin() -> UploadAction {
        if let most = limits.maxSize, most < state.plan.length { return .fail(tooLarge) }
        return state.place == nil ? create() : ask()
    }

    /// Tells the server to forget the upload.
    package static func cancel(_ place: HTTPURL) -> UploadStep {
        UploadStep(.cancel, .delete, place, fields: [.uploadDraftInteropVersion: interopVersion])
    }

    private mutating func create(after delay: Duration = .zero) -> UploadAction {
        // Without knowing that the server speaks the draft, all or nothing.
        let piece = isSpoken ? state.piece(from: 0) : 0..<state.plan.length
        phase = .creating(piece)
        interimPlace = nil
        var fields = fields(complete: piece.upperBound == state.plan.length)
        fields[.uploadLength] = "\(state.plan.length)"
        return .send(
            UploadStep(.create, method, state.plan.target, fields: fields, body: piece, checksum: contentDigest),
            after: delay)
    }

    private mutating func ask(after delay: Duration = .zero) -> UploadAction {
        guard let place = state.place else { return create(after: delay) }
        phase = .asking
        let fields: HTTPFields = [.uploadDraftInteropVersion: Self.interopVersion]
        return .send(UploadStep(.findOffset, .head, place, fields: fields), after: delay)
    }

    /// The next bytes. None when all are there but the server was not told that these are all.
    private mutating func append(after delay: Duration = .zero) -> UploadAction {
        guard let place = state.place else { return create(after: delay) }
        let piece = state.piece(from: state.acknowledged)
        phase = .appending(piece)
        var fields = fields(complete: piece.upperBound == state.plan.length)
        fields[.uploadOffset] = "\(piece.lowerBound)"
        fields[.contentType] = Self.partialUpload
        return .send(
            UploadStep(.append, .patch, place, fields: fields, body: piece, checksum: contentDigest), after: delay)
    }

    private func fields(complete: Bool) -> HTTPFields {
        [.uploadDraftInteropVersion: Self.interopVersion, .uploadComplete: complete ? "?1" : "?0"]
    }

    private var contentDigest: UploadStep.Checksum? { checksum.map { .content($0) } }

    /// Goes on with smaller requests.
    private mutating func askWithinLimits() -> UploadAction {
        limitStops += 1
        return limitStops > Self.mostLimitStops ? .fail(.malformed("it changes its limits again and again")) : ask()
    }

    private var tooLarge: ResumableUploadError { .tooLarge(length: state.plan.length, limit: limits.maxSize) }

    // MARK: Interim answers

    /// Takes an interim answer while the request's body is still being sent (section 5 of the draft).
    package mutating func interim(_ answer: UploadAnswer) -> InterimVerdict {
        // Appendix A: what speaks another version of the draft is not understood, and ignored.
        guard pending == nil, answer.status == 104,
            answer.fields[.uploadDraftInteropVersion] == Self.interopVersion
        else { return .goOn }
        isSpoken = true
        if let action = reasonToStop(answer) {
            pending = action
            return .stop
        }
        return .goOn
    }

    private mutating func reasonToStop(_ answer: UploadAnswer) -> UploadAction? {
        var size: Int64 = 0
        if case .creating(let piece) = phase {
            size = Int64(piece.count)
            if let location = answer.fields[.location], let failure = notePlace(location, answer.url) {
                return .fail(failure)
            }
        }
        if case .appending(let piece) = phase { size = Int64(piece.count) }
        if let limits = answer.fields[.uploadLimit].flatMap({ UploadLimits(parsing: $0) }) { take(limits) }
        if let most = limits.maxSize, most < state.plan.length { return .fail(tooLarge) }
        // Known limits must be kept to; the bytes that are on their way are not lost.
        if let most = state.mostPerRequest, most < size, state.place != nil { return askWithinLimits() }
        if let offset = answer.fields[.uploadOffset].flatMap({ UploadFieldText.integer($0) }),
            let wrong = state.acknowledge(offset)
        {
            return restart(because: wrong, deletes: true)
        }
        return nil
    }

    /// Notes the place; all answers to one request must name the same one.
    private mutating func notePlace(_ location: String, _ url: HTTPURL) -> ResumableUploadError? {
        switch state.place(named: location, by: url) {
        case .failure(let error): return error
        case .success(let place):
            if let interimPlace, interimPlace.href != place.href {
                return .malformed("it names two places for one upload")
            }
            interimPlace = place
            state.place = place
            return nil
        }
    }

    private mutating func take(_ new: UploadLimits) {
        limits.maxSize = new.maxSize ?? limits.maxSize
        if let most = new.maxAppendSize, most > 0 {
            state.mostPerRequest = min(state.plan.mostPerRequest ?? .max, most)
            if checksum != nil { state.mostPerRequest = min(most, TusUpload.checkedPiece) }
        }
        // Pieces smaller than the server wants would be refused.
        if let least = new.minAppendSize, let most = state.mostPerRequest, most < least {
            state.mostPerRequest = least <= (new.maxAppendSize ?? .max) ? least : most
        }
    }

    // MARK: Events

    /// Decides what follows.
    package mutating func handle(_ event: UploadEvent, now: HTTPDate) -> UploadAction {
        if let action = pending {
            pending = nil
            return action
        }
        switch event {
        case .answered(let answer):
            if let limits = answer.fields[.uploadLimit].flatMap({ UploadLimits(parsing: $0) }) {
                isSpoken = true
                take(limits)
                // Seconds are at most 15 digits; a time beyond the calendar is no time.
                if let age = limits.maxAge { state.expires = HTTPDate(secondsSinceEpoch: now.secondsSinceEpoch + age) }
            }
            switch phase {
            case .creating(let piece): return created(piece, answer, now: now)
            case .asking: return found(answer, now: now)
            case .appending(let piece): return appended(piece, answer, now: now)
            }
        case .lost(let failure, let mayPass, let sentNothing):
            guard mayPass, canRepeat(sentNothing: sentNothing), let next = again(now: now) else {
                return .fail(.lost(failure.message))
            }
            return next
        case .stopped:
            return again(now: now) ?? .fail(.lost("the request was stopped"))
        }
    }

    /// A first request whose place is unknown may have done its work already: only some methods may be repeated then
    /// (RFC 9110 section 9.2.2).
    private func canRepeat(sentNothing: Bool) -> Bool {
        guard case .creating = phase, state.place == nil else { return true }
        return sentNothing || method == .put
    }

    private static func passes(_ status: Int) -> Bool {
        status == 408 || status == 423 || status == 429 || (500...599).contains(status) && status != 501
    }

    private mutating func again(after retryAfter: String? = nil, now: HTTPDate) -> UploadAction? {
        guard let delay = state.patience(retryAfter: retryAfter, now: now) else { return nil }
        return ask(after: delay)
    }

    private mutating func restart(because reason: String, deletes: Bool = false) -> UploadAction {
        if let failure = state.restart(because: reason, deletes: deletes) { return .fail(failure) }
        return create()
    }

    private mutating func created(_ piece: Range<Int64>, _ answer: UploadAnswer, now: HTTPDate) -> UploadAction {
        let isWhole = piece.upperBound == state.plan.length
        let says = answer.fields[.uploadComplete].flatMap { UploadFieldText.boolean($0) }
        switch answer.status {
        case 200...299:
            // To a request with all bytes, this is what the target answers to the whole file.
            if isWhole, says != false { return .finish(isAnswered: true) }
            guard let location = answer.fields[.location] else {
                return state.place != nil ? ask() : .fail(tookPartForWhole)
            }
            if let failure = notePlace(location, answer.url) { return .fail(failure) }
            return isWhole ? ask() : advance(to: answer.offset ?? piece.upperBound, piece, now: now)
        case 413:
            return tooLarge(piece, answer)
        case 400...499 where says == true || !Self.passes(answer.status), 501:
            return .fail(.refused(status: answer.status, answer.text))
        default:
            guard Self.passes(answer.status), canRepeat(sentNothing: false),
                let next = again(after: answer.fields[.retryAfter], now: now)
            else { return .fail(.refused(status: answer.status, answer.text)) }
            return next
        }
    }

    private var tookPartForWhole: ResumableUploadError {
        .malformed("it answers to a part of the file as if that were all, and names no place for the rest")
    }

    /// A request was too large. It is made smaller only for a server that speaks the draft.
    private mutating func tooLarge(_ piece: Range<Int64>, _ answer: UploadAnswer) -> UploadAction {
        if let most = limits.maxSize, most < state.plan.length { return .fail(tooLarge) }
        let size = Int64(piece.count)
        let isLimited = state.mostPerRequest.map { $0 < size } ?? false
        guard isSpoken, isLimited || state.shrink(from: size) else {
            return .fail(.tooLarge(length: state.plan.length, limit: limits.maxSize))
        }
        return isLimited ? askWithinLimits() : ask()
    }

    private mutating func found(_ answer: UploadAnswer, now: HTTPDate) -> UploadAction {
        switch answer.status {
        case 200...299: break
        case 404, 410: return restart(because: state.goneWords)
        case let status where Self.passes(status):
            return again(after: answer.fields[.retryAfter], now: now) ?? .fail(.refused(status: status, answer.text))
        default: return .fail(.refused(status: answer.status, answer.text))
        }
        guard let offset = answer.offset else {
            return .fail(.malformed("it does not say how many bytes it has"))
        }
        let isComplete = answer.fields[.uploadComplete].flatMap { UploadFieldText.boolean($0) } ?? false
        var wrong = state.disagreement(onLength: answer.fields[.uploadLength]) ?? state.acknowledge(offset)
        if wrong == nil, isComplete, offset != state.plan.length {
            wrong = "the server calls \(offset) bytes of \(state.plan.length) complete"
        }
        if let wrong { return restart(because: wrong) }
        return isComplete ? .finish(isAnswered: false) : append()
    }

    private mutating func appended(_ piece: Range<Int64>, _ answer: UploadAnswer, now: HTTPDate) -> UploadAction {
        let isLast = piece.upperBound == state.plan.length
        // Whatever the status: all bytes are there, and this is what their target says to them.
        if isLast, answer.fields[.uploadComplete].flatMap({ UploadFieldText.boolean($0) }) == true {
            return (200...299).contains(answer.status)
                ? .finish(isAnswered: true) : .fail(.refused(status: answer.status, answer.text))
        }
        switch answer.status {
        case 200...299:
            // To the last bytes the server must say that they were the last; else it is asked.
            if isLast { return again(now: now) ?? .fail(.malformed("it does not say that the upload is complete")) }
            return advance(to: answer.offset ?? piece.upperBound, piece, now: now)
        case 404, 410: return restart(because: state.goneWords)
        case 409:
            if answer.problem == .inconsistentLength { return restart(because: Self.otherLength, deletes: true) }
            guard let offset = answer.offset else {
                return again(now: now) ?? .fail(.refused(status: 409, answer.text))
            }
            if let wrong = state.acknowledge(offset) { return restart(because: wrong, deletes: true) }
            guard let delay = state.patience(now: now) else { return .fail(.refused(status: 409, answer.text)) }
            return append(after: delay)
        case 413: return tooLarge(piece, answer)
        case let status where Self.passes(status) || answer.problem == .completed:
            return again(after: answer.fields[.retryAfter], now: now) ?? .fail(.refused(status: status, answer.text))
        default:
            if answer.problem == .inconsistentLength { return restart(because: Self.otherLength, deletes: true) }
            return .fail(.refused(status: answer.status, answer.text))
        }
    }

    private static let otherLength = "the server expects an upload of another length"

    /// Goes on behind the bytes that the server took of a piece.
    private mutating func advance(to offset: Int64, _ piece: Range<Int64>, now: HTTPDate) -> UploadAction {
        if offset > piece.upperBound {
            return restart(because: "the server says that it has \(offset) bytes, more than it was sent", deletes: true)
        }
        if let wrong = state.acknowledge(offset) { return restart(because: wrong, deletes: true) }
        if offset == piece.lowerBound, !piece.isEmpty {
            return again(now: now) ?? .fail(.malformed("it takes bytes and has none of them"))
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

    /// What the problem details (RFC 9457) say. The type is a URI with a fixed end, so it need not be taken apart.
    var problem: Problem? {
        guard let type = fields[.contentType], MediaType(parsing: type)?.subtype == "problem+json" else { return nil }
        if text.contains("#completed-upload\"") { return .completed }
        if text.contains("#inconsistent-upload-length\"") { return .inconsistentLength }
        return text.contains("#mismatching-upload-offset\"") ? .mismatchingOffset : nil
    }
}
