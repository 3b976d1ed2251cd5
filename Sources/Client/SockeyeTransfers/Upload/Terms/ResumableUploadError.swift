public import SockeyeClient
public import SockeyeIO

/// Why a resumable upload did not end with the whole file at the server. Unless a case says otherwise, the saved state
/// stays, and the same call resumes from it.
@nonexhaustive
public enum ResumableUploadError: Error, Sendable, Equatable {
    /// No response came, and no retries are left; with the last failure's message, and the failure if it was one of the
    /// connection.
    case lost(String, cause: HTTPClientError? = nil)
    /// The server refused with this status, and a retry would not help; with the beginning of its message.
    case refused(status: Int, String)
    /// The server does not speak the requested protocol.
    case notSupported(String)
    /// The server violates the protocol.
    case malformed(String)
    /// The file is larger than the server accepts; with its limit, if known.
    case tooLarge(length: Int64, limit: Int64?)
    /// The server names a URL for the upload that is not safe to use.
    case unsafePlace(String, String)
    /// The server's part cannot be resumed, even after starting over. The state is removed.
    case unusable(String)
    /// The file changed since the earlier run, and the options don't allow starting over.
    case fileChanged(path: String)
    /// The file changed while it was sent, and the upload was abandoned. The state is removed.
    case fileChangedMeanwhile(path: String)
    /// Another process is uploading this file or holds its lock.
    case busy(String)
    /// Not a regular file, so the upload could not be resumed.
    case notAFile(String)
    /// Another user owns or may write the saved state, and so could lead the file elsewhere; or a newer version wrote it.
    /// Nothing was sent.
    case notOurs(path: String, reason: String)
    /// A file operation failed.
    case file(FileError)
    /// The request is invalid, or the server cannot be reached.
    case client(HTTPClientError)
    /// The task was cancelled.
    case cancelled
}

extension ResumableUploadError: CustomStringConvertible {
    /// One line: the error and what to do.
    public var description: String {
        switch self {
        case .lost(let words, _): "\(words); run it again to go on from what the server has"
        case .refused(let status, let text):
            "the server refused the upload with status \(status)" + Self.words(from: text)
        case .notSupported(let words): "\(words); upload without resuming, or use the other protocol"
        case .malformed(let words): "the server violates the upload protocol: \(words)"
        case .tooLarge(let length, let limit):
            "the file has \(length) bytes, more than the server accepts" + (limit.map { " (\($0))" } ?? "")
        case .unsafePlace(let place, let reason):
            "the server wants the file at \(place), but \(reason); nothing was sent there"
        case .unusable(let words): "\(words), even after starting over; the upload was abandoned"
        case .fileChanged(let path):
            "\(path) is not the file that was being uploaded; allow starting over, or restore it"
        case .fileChangedMeanwhile(let path):
            "\(path) changed while it was sent, so the server may have parts of two versions, which aren't resumed; run it again "
                + "when the file no longer changes"
        case .busy(let path): "\(path) is being uploaded by another process, or locked by one; wait for it"
        case .notAFile(let path): "\(path) is not a regular file, so its upload can't be resumed"
        case .notOurs(let path, let reason): "\(path) \(reason); nothing was sent: remove it to start over"
        case .file(let error): error.description
        case .client(let error): error.description
        case .cancelled: "cancelled; run it again to go on from what the server has"
        }
    }

    /// The first line of the response.
    private static func words(from text: String) -> String {
        let line = text.prefix { !$0.isNewline }.prefix(200)
        return line.isEmpty ? "" : ": \(line)"
    }
}
