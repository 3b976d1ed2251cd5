internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeURL

/// The state machine of the protocol in use.
enum UploadMachine: Sendable {
    case tus(TusUpload)
    case draft(DraftUpload)

    var state: UploadState {
        get {
            switch self {
            case .tus(let upload): upload.state
            case .draft(let upload): upload.state
            }
        }
        set {
            change {
                $0.state = newValue
            } draft: {
                $0.state = newValue
            }
        }
    }

    /// The protocol.
    var spoken: ResumableProtocol {
        if case .tus = self { .tus } else { .ietf }
    }

    /// Whether the server is known to support it.
    var isSpoken: Bool {
        switch self {
        case .tus(let upload): upload.state.place != nil
        case .draft(let upload): upload.isSpoken
        }
    }

    mutating func begin() -> UploadAction {
        change {
            $0.begin()
        } draft: {
            $0.begin()
        }
    }

    mutating func handle(_ event: UploadEvent, now: HTTPDate) -> UploadAction {
        change {
            $0.handle(event, now: now)
        } draft: {
            $0.handle(event, now: now)
        }
    }

    /// Handles an interim response; tus has none.
    mutating func interim(_ answer: UploadAnswer) -> InterimVerdict {
        change { _ in
            .goOn
        } draft: {
            $0.interim(answer)
        }
    }

    /// Tells the server to forget an upload.
    static func cancel(_ place: HTTPURL, by spoken: ResumableProtocol) -> UploadStep {
        spoken == .tus ? TusUpload.cancel(place) : DraftUpload.cancel(place)
    }

    private mutating func change<Value>(
        tus: (inout TusUpload) -> Value, draft: (inout DraftUpload) -> Value
    ) -> Value {
        switch self {
        case .tus(var upload):
            defer { self = .tus(upload) }
            return tus(&upload)
        case .draft(var upload):
            defer { self = .draft(upload) }
            return draft(&upload)
        }
    }
}
