internal import HTTPTypes
internal import SockeyeDigest
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeURL

/// An upload by tus 1.0 (tus.io/protocols/resumable-upload), as pure decisions: event → action.
///
/// ```
///          no place                   201, Location            204, Upload-Offset
///   begin ─────────→ creating (POST) ───────────────→ appending (PATCH) ─────────→ … at the end: finish
///     │ place known      ▲                             ▲      │ cut · 409 · 423 · 460 · 5xx
///     └──────────────────┼────────→ asking (HEAD) ─────┘      │
///                        │             │  ▲                   │
///                        └─────────────┘  └───────────────────┘
///               403 · 404 · 410, or the server's bytes cannot be ours: start over, once
/// ```
struct TusUpload: Sendable {
    /// The protocol's version.
    static let version = "1.0.0"
    /// The status for a body with the wrong checksum.
    static let checksumMismatch = 460
    /// With checksums each piece is read twice, and sent again if it arrived damaged, so it must not be too large.
    static let checkedPiece: Int64 = 16 << 20

    private enum Phase: Sendable {
        case creating, asking
        case appending(Range<Int64>)
    }

    var state: UploadState
    private var phase = Phase.creating
    /// The value of Upload-Metadata; empty for none.
    private let metadata: String
    private let checksum: Digest.Algorithm?

    /// - Parameters:
    ///   - metadata: names, such as `filename`, and values.
    ///   - checksum: the checksum of each request's bytes; `nil` for none.
    init(_ state: UploadState, metadata: [(String, String)] = [], checksum: Digest.Algorithm? = nil) {
        self.state = state
        self.metadata = Self.text(of: metadata)
        self.checksum = checksum
        if checksum != nil {
            self.state.perRequestLimit = min(self.state.perRequestLimit ?? .max, Self.checkedPiece)
        }
    }

    /// Names are nonempty ASCII without spaces and commas; others are omitted. Values are base64.
    private static func text(of metadata: [(String, String)]) -> String {
        metadata.filter { name, _ in
            !name.isEmpty && name.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") }
        }
        .map { name, value in value.isEmpty ? name : "\(name) \(Base64.encode(Array(value.utf8)))" }
        .joined(separator: ",")
    }

    // MARK: Steps

    /// The first step, or the first after an earlier run.
    mutating func begin() -> UploadAction {
        state.place == nil ? create() : ask()
    }

    /// Tells the server to forget the upload (the termination extension).
    static func cancel(_ place: HTTPURL) -> UploadStep {
        UploadStep(.cancel, .delete, place, fields: [.tusResumable: version])
    }

    private mutating func create(after delay: Duration = .zero) -> UploadAction {
        phase = .creating
        var fields: HTTPFields = [.tusResumable: Self.version, .uploadLength: "\(state.plan.length)"]
        if !metadata.isEmpty { fields[.uploadMetadata] = metadata }
        return .send(UploadStep(.create, .post, state.plan.target, fields: fields, body: 0..<0), after: delay)
    }

    private mutating func ask(after delay: Duration = .zero) -> UploadAction {
        guard let place = state.place else { return create(after: delay) }
        phase = .asking
        return .send(UploadStep(.findOffset, .head, place, fields: [.tusResumable: Self.version]), after: delay)
    }

    /// The next bytes, or the end.
    private mutating func append(after delay: Duration = .zero) -> UploadAction {
        guard let place = state.place else { return create(after: delay) }
        if state.acknowledged == state.plan.length {
            if case .appending = phase { return .finish(isAnswered: true) }
            return .finish(isAnswered: false)
        }
        let piece = state.piece(from: state.acknowledged)
        phase = .appending(piece)
        let fields: HTTPFields = [
            .tusResumable: Self.version, .uploadOffset: "\(piece.lowerBound)",
            .contentType: "application/offset+octet-stream",
        ]
        return .send(
            UploadStep(.append, .patch, place, fields: fields, body: piece, checksum: checksum.map { .tus($0) }),
            after: delay)
    }

    // MARK: Events

    /// Decides what to do next.
    mutating func handle(_ event: UploadEvent, now: HTTPDate) -> UploadAction {
        switch event {
        case .answered(let answer):
            if let failure = refusal(answer) { return .fail(failure) }
            if UploadState.passes(answer.status) {
                return again(after: answer.fields.retryDelay(now: now))
                    ?? .fail(.refused(status: answer.status, answer.text))
            }
            switch phase {
            case .creating: return created(answer)
            case .asking: return found(answer)
            case .appending(let piece): return appended(piece, answer)
            }
        case .lost(let failure, let mayPass, _):
            // The server drops an upload that it created without our learning of it.
            return mayPass ? again() ?? .fail(failure.asError) : .fail(failure.asError)
        case .stopped:
            return again() ?? .fail(.lost("the request was stopped"))
        }
    }

    /// The step after a failure: before more bytes the server is asked how many it has.
    private mutating func again(after retryAfter: Duration? = nil) -> UploadAction? {
        guard let delay = state.patience(retryAfter: retryAfter) else { return nil }
        if case .creating = phase { return create(after: delay) }
        return ask(after: delay)
    }

    /// Responses that end the upload in any phase.
    private func refusal(_ answer: UploadAnswer) -> ResumableUploadError? {
        switch answer.status {
        case 412:
            let versions = answer.fields[.tusVersion].map { " (it supports \($0))" } ?? ""
            return .notSupported("the server doesn't support tus \(Self.version)\(versions)")
        case 200...299:
            if answer.fields[.tusResumable] == Self.version { return nil }
            return .notSupported("the server doesn't support tus: its answer doesn't name version \(Self.version)")
        default: return nil
        }
    }

    private mutating func restart(because reason: String, deletes: Bool = false) -> UploadAction {
        if let failure = state.restart(because: reason, deletes: deletes) { return .fail(failure) }
        return create()
    }

    private mutating func created(_ answer: UploadAnswer) -> UploadAction {
        switch answer.status {
        case 200...299: break
        case 413:
            let limit = answer.fields[.tusMaxSize].flatMap { UploadFieldText.integer($0) }
            return .fail(.tooLarge(length: state.plan.length, limit: limit))
        default: return .fail(.refused(status: answer.status, answer.text))
        }
        switch state.place(named: answer.fields[octets: .location], by: answer.url) {
        case .failure(let error): return .fail(error)
        case .success(let place):
            state.place = place
            noteExpiry(answer)
            // An empty file is complete with its creation.
            return state.plan.length == 0 ? .finish(isAnswered: true) : append()
        }
    }

    private mutating func found(_ answer: UploadAnswer) -> UploadAction {
        switch answer.status {
        case 200...299: break
        // An upload that does not exist, or no longer, has one of these.
        case 403, 404, 410: return restart(because: state.goneWords)
        default: return .fail(.refused(status: answer.status, answer.text))
        }
        guard let offset = answer.fields[.uploadOffset].flatMap({ UploadFieldText.integer($0) }) else {
            return .fail(.malformed("it doesn't report its offset"))
        }
        if let wrong = state.disagreement(onLength: answer.fields[.uploadLength]) ?? state.acknowledge(offset) {
            return restart(because: wrong)
        }
        noteExpiry(answer)
        return append()
    }

    private mutating func appended(_ piece: Range<Int64>, _ answer: UploadAnswer) -> UploadAction {
        switch answer.status {
        case 200...299: break
        case 409, Self.checksumMismatch:
            let words = answer.status == 409 ? "another offset" : "a body that arrived damaged"
            return again() ?? .fail(.refused(status: answer.status, "the server reports \(words)"))
        case 404, 410: return restart(because: state.goneWords)
        case 413:
            // A proxy in front of it may accept small bodies only.
            guard state.shrink(from: Int64(piece.count)) else {
                return .fail(.tooLarge(length: state.plan.length, limit: nil))
            }
            return ask()
        default: return .fail(.refused(status: answer.status, answer.text))
        }
        noteExpiry(answer)
        guard let offset = answer.fields[.uploadOffset].flatMap({ UploadFieldText.integer($0) }) else {
            return again() ?? .fail(.malformed("it doesn't report its offset"))
        }
        if offset > piece.upperBound {
            return restart(because: "the server claims to have \(offset) bytes, more than were sent", deletes: true)
        }
        if let wrong = state.acknowledge(offset) { return restart(because: wrong, deletes: true) }
        if offset == piece.lowerBound {
            return again() ?? .fail(.malformed("it accepts bytes but has none of them"))
        }
        return append()
    }

    /// The expiration extension.
    private mutating func noteExpiry(_ answer: UploadAnswer) {
        if let date = answer.fields[.uploadExpires].flatMap({ HTTPDate(parsing: $0) }) { state.expires = date }
    }
}
