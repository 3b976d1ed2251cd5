public import SockeyeClient
public import SockeyeDigest
public import SockeyeIO

/// Why a download failed. Unless a case says otherwise, what was fetched is kept as
/// `NAME.part`, and the same call resumes from there.
@nonexhaustive
public enum DownloadError: Error, Sendable {
    /// The request failed, and no retries are left.
    case client(HTTPClientError)
    /// A file operation failed.
    case file(FileError)
    /// The response was not used, for the reason given; with the status if that was the reason.
    case refused(String, status: Int?)
    /// The bytes don't have the digest. They are kept in the file named, and the same call fetches all of them again.
    case digestMismatch(Digest.Algorithm, expected: [UInt8], actual: [UInt8], keptIn: String)
    /// The file has another length than it must have. Its bytes are in the file named, and the same call fetches all of them again;
    /// the name is empty if nothing was fetched.
    case otherLength(expected: Int64, actual: Int64, keptIn: String)
    /// There is such a file already, and the options don't replace it.
    case fileExists(String)
    /// Another process, or another download in this one, is writing this file.
    case busy(String)
    /// The path names a folder.
    case isFolder(String)
    /// The path names neither a regular file nor nothing: a device, a pipe, a dangling link.
    case notAFile(String)
    /// Another user owns or may write a file that the download relies on, and could
    /// change it after it was verified. The file is unchanged.
    case notOurs(path: String, reason: String)
    /// Another program's file cannot be resumed: it has other bytes than the server's file, or more.
    /// It is unchanged.
    case existingKept(path: String, reason: String)
    /// Neither the server nor the URL suggests a name for the file.
    case noName(String)
    /// `NAME.sockeye` is unusable.
    case recordRefused(path: String, reason: String)
    /// The disk has no room for the file.
    case diskSpace(needed: Int64, free: Int64, folder: String)
    /// The file is longer than the limit.
    case tooLarge(limit: Int64)
    /// The task or the download was cancelled, or the download was paused.
    case cancelled
}

extension DownloadError: CustomStringConvertible {
    /// One line: the error, the file, and what to do.
    public var description: String {
        switch self {
        case .client(let error): error.description
        case .file(let error): error.description
        case .refused(let reason, _): reason
        case .digestMismatch(let algorithm, let expected, let actual, let path):
            "the \(algorithm.rawValue) digest is \(Hex.encode(actual)) instead of \(Hex.encode(expected)); "
                + "the bytes are kept in \(path), and the file was not touched"
        case .otherLength(let expected, let actual, let path):
            "the file has \(actual) bytes instead of \(expected), so it is another one; "
                + (path.isEmpty ? "nothing was fetched" : "the bytes are kept in \(path)")
                + ", and the file was not touched"
        case .fileExists(let path): "\(path) already exists; choose another name, or allow replacing it"
        case .busy(let path): "\(path) is being written by another transfer; wait for it or choose another name"
        case .isFolder(let path): "\(path) is a folder; give the name of a file in it"
        case .notAFile(let path):
            "\(path) is not a regular file (a device, a pipe or a dangling link); choose another name"
        case .notOurs(let path, let reason): "\(path) \(reason); nothing was changed: move it or choose another name"
        case .existingKept(let path, let reason):
            "cannot resume \(path): \(reason); it is unchanged: choose another name, or remove it to start over"
        case .noName(let url): "neither the server nor the URL suggests a name for \(url); give one"
        case .recordRefused(let path, let reason):
            "\(path) \(reason); nothing was changed: remove it, or start over without resuming"
        case .diskSpace(let needed, let free, let folder):
            "\(folder) has room for \(free) bytes, but \(needed) are needed; free some space and try again"
        case .tooLarge(let limit): "the file is longer than the allowed \(limit) bytes"
        case .cancelled: "cancelled"
        }
    }
}

extension DownloadError {
    /// The caller wants a digest that OpenSSL refuses to compute.
    static func uncheckable(_ algorithm: Digest.Algorithm, in path: String) -> DownloadError {
        .refused(
            "the file can't be verified, since OpenSSL refuses \(algorithm.rawValue) here; its bytes are kept in \(path)",
            status: nil)
    }
}
