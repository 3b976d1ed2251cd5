internal import HTTPTypes
public import SockeyeClient
public import SockeyeDigest
public import SockeyeHTTP1

/// Why an upload failed, or may have.
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
    /// One line: what, how much was sent, and what to do.
    public var description: String {
        switch self {
        case .client(let error): error.description
        case .refused(let head, _, let sent, let total):
            "the server answered \(head.status.code) after \(Self.words(sent, total)); \(Self.advice(head.status.code))"
        case .answeredEarly(let head, let sent, let total):
            "the server answered \(head.status.code) after \(Self.words(sent, total)) and took no more; "
                + "look at what it has before sending it again"
        case .digest(let error): error.description
        case .cancelled: "cancelled"
        }
    }

    private static func words(_ sent: Int64, _ total: Int64?) -> String {
        total.map { "\(sent) of \($0) bytes" } ?? "\(sent) bytes"
    }

    private static func advice(_ status: Int) -> String {
        switch status {
        case 401, 403, 407: "give it a user who may do this"
        case 404, 409: "make the folder first, or correct the URL"
        case 405, 501: "it takes no such method there"
        case 411: "it wants the length beforehand: send from a file or from memory"
        case 412: "what is there is not what the condition says"
        case 413: "it takes no body of that size"
        case 415: "it takes no such media type"
        case 423: "it is locked"
        case 300...399: "it is to be sent elsewhere"
        case 507: "it has no room"
        case 500...: "try again later"
        default: "its answer says more"
        }
    }
}
