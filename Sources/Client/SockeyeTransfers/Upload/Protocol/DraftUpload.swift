internal import HTTPTypes
internal import SockeyeDigest
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeURL

/// An upload by draft-ietf-httpbis-resumable-upload, interop version 8, as pure decisions: event → action.
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
///                     └ 404 · 410, or the server's bytes cannot be ours: start over, once
/// ```
///
/// The first request carries the whole file, so that a server without the draft just takes it; such an
/// upload cannot be resumed. Only a server known to speak the draft is ever sent a part of the file: any
/// other one would take the part for the whole.
struct DraftUpload: Sendable {
    /// The version of the draft's wire format, in Upload-Draft-Interop-Version.
    static let interopVersion = "8"
    static let partialUpload = "application/partial-upload"

    private enum Phase: Sendable {
        case asking
        case creating(Range<Int64>)
        case appending(Range<Int64>)
    }

    var state: UploadState
    private var phase = Phase.asking
    private let method: HTTPRequest.Method
    private let checksum: Digest.Algorithm?
    /// Whether the server is known to speak the draft.
    private(set) var isSpoken: Bool
    var limits = UploadLimits()
    /// How often the server's limits made a request smaller.
    private var limitStops = 0
    /// A server announces its limit once or twice; one that keeps changing it must not keep us forever.
    private static let stopLimit = 8
    /// The action that follows once the request has been stopped.
    private var pending: UploadAction?
    /// The upload URL named by an interim response to the current request.
    private var interimPlace: HTTPURL?

    /// - Parameters:
    ///   - method: the method of the first request.
    ///   - isSpoken: whether the server is known to support the draft.
    ///   - limits: the server's limits, if known.
    init(
        _ state: UploadState, method: HTTPRequest.Method, isSpoken: Bool = false, limits: UploadLimits? = nil,
        checksum: Digest.Algorithm? = nil
    ) {
        self.state = state
        self.method = method
        self.isSpoken = isSpoken || state.place != nil
        self.checksum = checksum
        self.state.perRequestLimit = ownMaximum
        if let limits { take(limits) }
    }

    // MARK: Steps

    /// The first step, or the first after an earlier run.
    mutating func begin() -> UploadAction {
        if let most = limits.maxSize, most < state.plan.length { return .fail(tooLarge) }
        return state.place == nil ? create() : ask()
    }

    /// Tells the server to forget the upload.
    static func cancel(_ place: HTTPURL) -> UploadStep {
        UploadStep(.cancel, .delete, place, fields: [.uploadDraftInteropVersion: interopVersion])
    }

    private mutating func create(after delay: Duration = .zero) -> UploadAction {
        // Unless the server is known to support the draft, send all or nothing.
        let piece = isSpoken ? state.piece(from: 0) : 0..<state.plan.length
        phase = .creating(piece)
        interimPlace = nil
        var fields = fields(complete: piece.upperBound == state.plan.length)
        fields[.uploadLength] = "\(state.plan.length)"
        return .send(
            UploadStep(.create, method, state.plan.target, fields: fields, body: piece, checksum: contentDigest),
            after: delay)
    }

    mutating func ask(after delay: Duration = .zero) -> UploadAction {
        guard let place = state.place else { return create(after: delay) }
        phase = .asking
        let fields: HTTPFields = [.uploadDraftInteropVersion: Self.interopVersion]
        return .send(UploadStep(.findOffset, .head, place, fields: fields), after: delay)
    }

    /// The next bytes; none if all are there but the server doesn't know that they are all.
    mutating func append(after delay: Duration = .zero) -> UploadAction {
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

    /// Continues with smaller requests.
    mutating func askWithinLimits() -> UploadAction {
        limitStops += 1
        return limitStops > Self.stopLimit ? .fail(.malformed("it keeps changing its limits")) : ask()
    }

    var tooLarge: ResumableUploadError { .tooLarge(length: state.plan.length, limit: limits.maxSize) }

    // MARK: Interim answers

    /// Handles an interim response while the request's body is still being sent (section 5 of the draft).
    mutating func interim(_ answer: UploadAnswer) -> InterimVerdict {
        // Appendix A: other versions of the draft are ignored.
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
            let locations = answer.fields[octets: .location]
            if !locations.isEmpty, let failure = notePlace(locations, answer.url) {
                return .fail(failure)
            }
        }
        if case .appending(let piece) = phase { size = Int64(piece.count) }
        if let limits = answer.fields[.uploadLimit].flatMap({ UploadLimits(parsing: $0) }) { take(limits) }
        if let most = limits.maxSize, most < state.plan.length { return .fail(tooLarge) }
        // Known limits must be kept; the bytes under way are not lost.
        if let most = state.perRequestLimit, most < size, state.place != nil { return askWithinLimits() }
        if let offset = answer.fields[.uploadOffset].flatMap({ UploadFieldText.integer($0) }),
            let wrong = state.acknowledge(offset)
        {
            return restart(because: wrong, deletes: true)
        }
        return nil
    }

    /// Stores the upload URL; all responses to one request must name the same one.
    mutating func notePlace(_ locations: [[UInt8]], _ url: HTTPURL) -> ResumableUploadError? {
        switch state.place(named: locations, by: url) {
        case .failure(let error): return error
        case .success(let place):
            if let interimPlace, interimPlace.href != place.href {
                return .malformed("it names two URLs for one upload")
            }
            interimPlace = place
            state.place = place
            return nil
        }
    }

    /// The most bytes in one request, whatever the server allows.
    private var ownMaximum: Int64? {
        [state.plan.perRequestLimit, checksum == nil ? nil : TusUpload.checkedPiece].compactMap(\.self).min()
    }

    private mutating func take(_ new: UploadLimits) {
        limits.maxSize = new.maxSize ?? limits.maxSize
        if let most = new.maxAppendSize, most > 0 {
            state.perRequestLimit = min(ownMaximum ?? .max, most)
        }
        // Pieces below the server's minimum would be refused.
        if let least = new.minAppendSize, let most = state.perRequestLimit, most < least {
            state.perRequestLimit = least <= (new.maxAppendSize ?? .max) ? least : most
        }
    }

    // MARK: Events

    /// Decides what to do next.
    mutating func handle(_ event: UploadEvent, now: HTTPDate) -> UploadAction {
        if let action = pending {
            pending = nil
            return action
        }
        switch event {
        case .answered(let answer):
            if let limits = answer.fields[.uploadLimit].flatMap({ UploadLimits(parsing: $0) }) {
                isSpoken = true
                take(limits)
                // Seconds have at most 15 digits; a time beyond the calendar is ignored.
                if let age = limits.maxAge { state.expires = HTTPDate(secondsSinceEpoch: now.secondsSinceEpoch + age) }
            }
            switch phase {
            case .creating(let piece): return created(piece, answer, now: now)
            case .asking: return found(answer, now: now)
            case .appending(let piece): return appended(piece, answer, now: now)
            }
        case .lost(let failure, let mayPass, let sentNothing):
            guard mayPass, canRepeat(sentNothing: sentNothing), let next = again() else {
                return .fail(failure.asError)
            }
            return next
        case .stopped:
            return again() ?? .fail(.lost("the request was stopped"))
        }
    }

    /// A first request without a known upload URL may already have taken effect: only idempotent methods may be
    /// repeated then (RFC 9110 section 9.2.2).
    func canRepeat(sentNothing: Bool) -> Bool {
        guard case .creating = phase, state.place == nil else { return true }
        return sentNothing || method == .put
    }

    mutating func again(after retryAfter: Duration? = nil) -> UploadAction? {
        guard let delay = state.patience(retryAfter: retryAfter) else { return nil }
        return ask(after: delay)
    }

    mutating func restart(because reason: String, deletes: Bool = false) -> UploadAction {
        if let failure = state.restart(because: reason, deletes: deletes) { return .fail(failure) }
        return create()
    }
}
