internal import HTTPTypes
internal import SockeyeDigest
internal import SockeyeHTTP1
internal import SockeyeURL

/// One request of a resumable upload, as its protocol wants it.
struct UploadStep: Sendable, Hashable {
    /// What it is for.
    enum Purpose: Sendable, Hashable {
        /// Asks what the server can do (OPTIONS).
        case discover
        /// Begins the upload; the answer tells its place.
        case create
        /// Asks how much the server has (HEAD).
        case findOffset
        /// Sends bytes.
        case append
        /// Tells the server to forget the upload (DELETE).
        case cancel
    }

    /// A digest of the body that is to be sent along.
    enum Checksum: Sendable, Hashable {
        /// tus: `Upload-Checksum: sha1 …`
        case tus(Digest.Algorithm)
        /// RFC 9530: `Content-Digest: sha-256=:…:`
        case content(Digest.Algorithm)
    }

    var purpose: Purpose
    var method: HTTPRequest.Method
    var url: HTTPURL
    /// The protocol's own fields.
    var fields: HTTPFields
    /// Which bytes of the file are the body; `nil` for none and no Content-Length.
    var body: Range<Int64>?
    /// What to compute over the body before it is sent.
    var checksum: Checksum?

    init(
        _ purpose: Purpose, _ method: HTTPRequest.Method, _ url: HTTPURL, fields: HTTPFields = [:],
        body: Range<Int64>? = nil, checksum: Checksum? = nil
    ) {
        self.purpose = purpose
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.checksum = checksum
    }
}

/// What a protocol's decisions depend on in an answer.
struct UploadAnswer: Sendable, Hashable {
    var status: Int
    var fields: HTTPFields
    /// Who answered, after redirects: what a relative Location is relative to.
    var url: HTTPURL
    /// The beginning of the body, for problem details and messages.
    var text: String

    init(status: Int, fields: HTTPFields = [:], url: HTTPURL, text: String = "") {
        self.status = status
        self.fields = fields
        self.url = url
        self.text = text
    }
}

/// What happened to a step.
enum UploadEvent: Sendable {
    /// There is a final answer.
    case answered(UploadAnswer)
    /// There is none. `mayPass` when trying again may help; `sentNothing` when the server cannot have acted on it.
    case lost(UploadFailure, mayPass: Bool, sentNothing: Bool)
    /// It was cut off because `interim` said so.
    case stopped
}

/// What comes next.
enum UploadAction: Sendable, Equatable {
    /// Send this, after a wait.
    case send(UploadStep, after: Duration)
    /// All bytes are at the server. Whether the last answer was its answer to them; otherwise that got lost, and the
    /// server was asked.
    case finish(isAnswered: Bool)
    case fail(ResumableUploadError)

    static func send(_ step: UploadStep) -> UploadAction { .send(step, after: .zero) }
}

/// Why a step got no answer, for the message when that is the end.
struct UploadFailure: Error, Sendable, Hashable {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}

/// What is to become of a request while it is under way.
enum InterimVerdict: Sendable, Hashable {
    case goOn
    /// Cut it off, and tell ``UploadEvent/stopped``.
    case stop
}
