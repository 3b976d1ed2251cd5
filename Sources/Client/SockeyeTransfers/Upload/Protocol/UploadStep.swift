internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeHTTP1
internal import SockeyeURL

/// One request of a resumable upload.
struct UploadStep: Sendable, Hashable {
    /// The purpose of a request.
    enum Purpose: Sendable, Hashable {
        /// Asks what the server supports (OPTIONS).
        case discover
        /// Creates the upload; the response names its URL.
        case create
        /// Asks for the server's offset (HEAD).
        case findOffset
        /// Sends bytes.
        case append
        /// Tells the server to forget the upload (DELETE).
        case cancel
    }

    /// A digest of the body to send along.
    enum Checksum: Sendable, Hashable {
        /// tus: `Upload-Checksum: sha1 …`
        case tus(Digest.Algorithm)
        /// RFC 9530: `Content-Digest: sha-256=:…:`
        case content(Digest.Algorithm)
    }

    var purpose: Purpose
    var method: HTTPRequest.Method
    var url: HTTPURL
    /// The protocol's fields.
    var fields: HTTPFields
    /// The bytes of the file to send; `nil` for no body and no Content-Length.
    var body: Range<Int64>?
    /// The digest to compute over the body before it is sent.
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

/// The parts of a response that the protocols depend on.
struct UploadAnswer: Sendable, Hashable {
    var status: Int
    var fields: HTTPFields
    /// The response's URL, after redirects: the base of a relative Location.
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

/// The outcome of a step.
enum UploadEvent: Sendable {
    /// A final response came.
    case answered(UploadAnswer)
    /// No response came. `mayPass` if a retry may help; `sentNothing` if the server cannot have acted on the request.
    case lost(UploadFailure, mayPass: Bool, sentNothing: Bool)
    /// The request was cut because `interim` said so.
    case stopped
}

extension UploadEvent {
    /// Why the next step waits, if it does.
    var trouble: String? {
        switch self {
        case .answered(let answer): "the server answered with status \(answer.status)"
        case .lost(let failure, _, _): failure.message
        case .stopped: nil
        }
    }
}

/// What to do next.
enum UploadAction: Sendable, Equatable {
    /// Send this step after a delay.
    case send(UploadStep, after: Duration)
    /// The server has all bytes. `isAnswered` if the last response was its response to them; otherwise that was lost.
    case finish(isAnswered: Bool)
    case fail(ResumableUploadError)

    static func send(_ step: UploadStep) -> UploadAction { .send(step, after: .zero) }
}

/// Why a step got no response, for the error message.
struct UploadFailure: Error, Sendable, Equatable {
    var message: String
    var cause: HTTPClientError?

    init(_ message: String, cause: HTTPClientError? = nil) {
        (self.message, self.cause) = (message, cause)
    }

    /// What the upload ends with.
    var asError: ResumableUploadError { .lost(message, cause: cause) }
}

/// What to do with a request after an interim response.
enum InterimVerdict: Sendable, Hashable {
    case goOn
    /// Cut it; the event is ``UploadEvent/stopped``.
    case stop
}
