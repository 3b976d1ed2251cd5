package import HTTPTypes
package import SockeyeDigest
package import SockeyeHTTP1

/// One request of a resumable upload, as its protocol wants it.
package struct UploadStep: Sendable, Hashable {
    /// What it is for.
    package enum Purpose: Sendable, Hashable {
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
    package enum Checksum: Sendable, Hashable {
        /// tus: `Upload-Checksum: sha1 …`
        case tus(Digest.Algorithm)
        /// RFC 9530: `Content-Digest: sha-256=:…:`
        case content(Digest.Algorithm)
    }

    package var purpose: Purpose
    package var method: HTTPRequest.Method
    package var url: HTTPURL
    /// The protocol's own fields.
    package var fields: HTTPFields
    /// Which bytes of the file are the body; `nil` for none and no Content-Length.
    package var body: Range<Int64>?
    /// What to compute over the body before it is sent.
    package var checksum: Checksum?

    package init(
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
package struct UploadAnswer: Sendable, Hashable {
    package var status: Int
    package var fields: HTTPFields
    /// Who answered, after redirects: what a relative Location is relative to.
    package var url: HTTPURL
    /// The beginning of the body, for problem details and messages.
    package var text: String

    package init(status: Int, fields: HTTPFields = [:], url: HTTPURL, text: String = "") {
        self.status = status
        self.fields = fields
        self.url = url
        self.text = text
    }
}

/// What happened to a step.
package enum UploadEvent: Sendable {
    /// There is a final answer.
    case answered(UploadAnswer)
    /// There is none. `mayPass` when trying again may help; `sentNothing` when the server cannot have acted on it.
    case lost(UploadFailure, mayPass: Bool, sentNothing: Bool)
    /// It was cut off because `interim` said so.
    case stopped
}

/// What comes next.
package enum UploadAction: Sendable, Equatable {
    /// Send this, after a wait.
    case send(UploadStep, after: Duration)
    /// All bytes are at the server. Whether the last answer was its answer to them; otherwise that got lost, and the
    /// server was asked.
    case finish(isAnswered: Bool)
    case fail(ResumableUploadError)

    package static func send(_ step: UploadStep) -> UploadAction { .send(step, after: .zero) }
}

/// Why a step got no answer, for the message when that is the end.
package struct UploadFailure: Error, Sendable, Hashable {
    package var message: String

    package init(_ message: String) {
        self.message = message
    }
}

/// What is to become of a request while it is under way.
package enum InterimVerdict: Sendable, Hashable {
    case goOn
    /// Cut it off, and tell ``UploadEvent/stopped``.
    case stop
}
