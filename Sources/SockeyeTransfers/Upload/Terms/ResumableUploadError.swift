public import SockeyeClient
public import SockeyeIO

/// Why a resumable upload did not end with the whole file at the server. Unless a case says otherwise, the saved state
/// stays, and the same call goes on from it.
public enum ResumableUploadError: Error, Sendable, Equatable {
    /// No answer came, and the retries allowed for are used up; the last failure's words.
    case lost(String)
    /// The server answered with this status, which retrying does not change; the beginning of what it said.
    case refused(status: Int, String)
    /// The server does not speak the protocol that was asked for.
    case notSupported(String)
    /// What the server says contradicts its protocol.
    case malformed(String)
    /// The file is larger than the server takes; its limit when it told one.
    case tooLarge(length: Int64, limit: Int64?)
    /// The server names a place for the upload where it must not go.
    case unsafePlace(String, String)
    /// What the server has cannot be gone on from, and beginning again led there once more. The state is removed.
    case unusable(String)
    /// The file is no longer the one whose bytes are at the server, and beginning again was not asked for.
    case fileChanged(path: String)
    /// The file changed while it was sent; what the server has of it was given up. The state is removed.
    case fileChangedMeanwhile(path: String)
    /// Another process sends this file, or holds its lock.
    case busy(String)
    /// Not a regular file: what has no fixed length and offsets cannot be gone on from.
    case notAFile(String)
    /// A call on a file failed.
    case file(FileError)
    /// The request itself is at fault, or the way to the server.
    case client(HTTPClientError)
    /// The task was cancelled.
    case cancelled
}

extension ResumableUploadError: CustomStringConvertible {
    /// One line: what, and what to do.
    public var description: String {
        switch self {
        case .lost(let words): "\(words); run it again to go on from what the server has"
        case .refused(let status, let text):
            "the server refused the upload with status \(status)" + Self.words(from: text)
        case .notSupported(let words): "\(words); upload without resuming, or choose the other protocol"
        case .malformed(let words): "the server breaks the upload's protocol: \(words)"
        case .tooLarge(let length, let limit):
            "the file has \(length) bytes, more than the server takes" + (limit.map { " (\($0))" } ?? "")
        case .unsafePlace(let place, let reason):
            "the server wants the file at \(place), but \(reason); nothing was sent there"
        case .unusable(let words): "\(words), again after a new start; the upload was given up"
        case .fileChanged(let path):
            "\(path) is not the file that was being uploaded; ask to start again, or restore it"
        case .fileChangedMeanwhile(let path):
            "\(path) changed while it was sent, so that the server has parts of two files; it was told to drop them: run "
                + "it again when the file is at rest"
        case .busy(let path): "\(path) is being uploaded by another process, or locked by one; wait for it"
        case .notAFile(let path): "\(path) is no regular file, so an upload of it cannot be gone on from"
        case .file(let error): error.description
        case .client(let error): error.description
        case .cancelled: "cancelled; run it again to go on from what the server has"
        }
    }

    /// The first line of what the server said.
    private static func words(from text: String) -> String {
        let line = text.prefix { !$0.isNewline }.prefix(200)
        return line.isEmpty ? "" : ": \(line)"
    }
}
