public import SockeyeClient

/// How a resumable upload behaves. By default the protocol is detected, an earlier run resumed, and failures are
/// retried.
public struct ResumableUploadOptions: Sendable {
    /// What happens if the file changed since the earlier run.
    @nonexhaustive
    public enum ChangedFile: Sendable, Hashable {
        /// Abandon the upload and start from the first byte of the new file.
        case startAgain
        /// Fail without sending anything.
        case refuse
    }

    /// The protocol; `nil` to ask the server (OPTIONS), and to try the draft if it does not say.
    public var spoken: ResumableProtocol?
    /// What to do if the file changed since the earlier run. Bytes of two versions are never mixed.
    public var changedFile: ChangedFile
    /// Whether each request carries a digest of its bytes: Upload-Checksum if a tus server offers it, Content-Digest
    /// (RFC 9530) with the draft. Requests then contain at most 16 MiB.
    public var sendsChecksums: Bool
    /// The most bytes in one request; `nil` for no limit. The server's own limit always holds.
    public var perRequestLimit: Int64?
    /// How failures are retried; each retry resumes from what the server has.
    public var retry: DownloadOptions.Retry
    /// Upload-Metadata for a tus server: by convention `filename` and `filetype`, without which some servers resume nothing.
    public var metadata: KeyValuePairs<String, String>
    /// The most bytes per second; `nil` for no limit.
    public var bytesPerSecond: Int64?
    /// The limit for everything together; `nil` for none.
    public var totalTime: Duration?
    /// The path of the state; `nil` for `NAME.sockeye-upload` beside the file.
    public var statePath: String?

    /// Creates options.
    public init(_ spoken: ResumableProtocol? = nil, changedFile: ChangedFile = .startAgain) {
        self.spoken = spoken
        self.changedFile = changedFile
        sendsChecksums = false
        perRequestLimit = nil
        retry = DownloadOptions.Retry()
        metadata = [:]
        bytesPerSecond = nil
        totalTime = nil
        statePath = nil
    }
}

/// What a resumable upload reports while it runs.
@nonexhaustive
public enum ResumableUploadReport: Sendable {
    /// The progress.
    case progress(ResumableUploadProgress)
    /// One line that the user should know.
    case notice(String)
}

/// How far a resumable upload has come.
public struct ResumableUploadProgress: Sendable, Hashable {
    /// Bytes handed to the kernel, including those of earlier runs.
    public var sent: Int64
    /// Bytes that the server has acknowledged; they are never sent again.
    public var acknowledged: Int64
    /// The file's length.
    public var total: Int64
}

/// The result of a complete resumable upload.
public struct ResumableUploadResult: Sendable {
    /// The server's response to the file; `nil` if it was lost and the server then confirmed that it has everything.
    public var response: BufferedResponse?
    /// The file's length.
    public var byteCount: Int64
    /// Bytes that the server had from an earlier run.
    public var resumedBytes: Int64
    /// The protocol; `nil` if the server just took the file, without being able to resume.
    public var spoken: ResumableProtocol?
}
