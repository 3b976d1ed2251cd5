internal import HTTPTypes
public import SockeyeClient
public import SockeyeDigest
public import SockeyeHTTP1

/// Why an upload failed, or may have.
@nonexhaustive
public enum UploadError: Error, Sendable {
    /// The request failed; this includes missing and changed files, and bodies that cannot be sent
    /// twice.
    case client(HTTPClientError)
    /// The server answered with a status other than 2xx. Sending stopped if it had not ended.
    case refused(ResponseHead, body: [UInt8], bytesSent: Int64, total: Int64?)
    /// The server answered with success before it had the whole body, and took no more.
    case answeredEarly(ResponseHead, bytesSent: Int64, total: Int64?)
    /// A digest could not be computed.
    case digest(DigestError)
    /// The task or the upload was cancelled.
    case cancelled
}

extension UploadError: CustomStringConvertible {
    /// One line: the error, how much was sent, and what to do.
    public var description: String {
        switch self {
        case .client(let error): error.description
        case .refused(let head, _, let sent, let total):
            "the server answered \(head.status.code) after \(Self.words(sent, total)); \(Self.advice(head.status.code))"
        case .answeredEarly(let head, let sent, let total):
            "the server answered \(head.status.code) after \(Self.words(sent, total)) and accepted no more; "
                + "check what it has before sending it again"
        case .digest(let error): error.description
        case .cancelled: "cancelled"
        }
    }

    private static func words(_ sent: Int64, _ total: Int64?) -> String {
        total.map { "\(sent) of \($0) bytes" } ?? "\(sent) bytes"
    }

    private static func advice(_ status: Int) -> String {
        switch status {
        case 401, 403, 407: "use a user with permission"
        case 404, 409: "create the folder first, or correct the URL"
        case 405, 501: "it doesn't accept this method there"
        case 411: "it requires the length in advance: send from a file or from memory"
        case 412: "the condition doesn't hold"
        case 413: "it doesn't accept a body of that size"
        case 415: "it doesn't accept this media type"
        case 423: "it is locked"
        case 300...399: "send it to the redirect's URL"
        case 507: "it has no space left"
        case 500...: "try again later"
        default: "see its answer"
        }
    }
}
