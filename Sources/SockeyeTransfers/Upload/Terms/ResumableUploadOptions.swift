public import SockeyeClient

/// How a resumable upload behaves. The defaults: the protocol is found out, an earlier run is gone on from, failures are
/// retried.
public struct ResumableUploadOptions: Sendable {
    /// What becomes of an upload whose file changed since.
    public enum ChangedFile: Sendable, Hashable {
        /// It is given up, and the new file starts from its first byte.
        case startAgain
        /// The call fails, and nothing is sent.
        case refuse
    }

    /// Which protocol to speak; `nil` asks the server (OPTIONS), and tries the draft when it does not say.
    public var spoken: ResumableProtocol?
    /// What to do when the file is not the one of the earlier run. Its bytes and the old ones are never mixed.
    public var changedFile: ChangedFile
    /// Whether each request carries a digest of its bytes: Upload-Checksum where a tus server offers it,
    /// Content-Digest (RFC 9530) with the draft. Requests then hold 16 MiB at most.
    public var sendsChecksums: Bool
    /// The most bytes in one request; `nil` for all that are left. A server's own limit holds anyway.
    public var maximumPerRequest: Int64?
    /// How failures are retried; each retry goes on from what the server has.
    public var retry: DownloadOptions.Retry
    /// What a tus server is told of the file (Upload-Metadata): `filename` and `filetype` by custom.
    public var metadata: [(name: String, value: String)]
    /// At most so many bytes a second; `nil` for no limit.
    public var bytesPerSecond: Int64?
    /// Everything together may take so long.
    public var totalTime: Duration?
    /// Where the state is kept; `nil` is beside the file, as `NAME.sockeye-upload`.
    public var statePath: String?

    /// Options.
    public init(_ spoken: ResumableProtocol? = nil, changedFile: ChangedFile = .startAgain) {
        self.spoken = spoken
        self.changedFile = changedFile
        sendsChecksums = false
        maximumPerRequest = nil
        retry = DownloadOptions.Retry()
        metadata = []
        bytesPerSecond = nil
        totalTime = nil
        statePath = nil
    }
}

/// What a resumable upload tells while it goes on.
public enum ResumableUploadReport: Sendable {
    /// How far it is.
    case progress(ResumableUploadProgress)
    /// Something that the user should know, one line.
    case notice(String)
}

/// How far a resumable upload is.
public struct ResumableUploadProgress: Sendable, Hashable {
    /// Bytes that were handed to the kernel, those of earlier runs included.
    public var sent: Int64
    /// Bytes that the server said it has; they never need to be sent again.
    public var acknowledged: Int64
    /// The file's length.
    public var total: Int64
}

/// How a resumable upload ended: all bytes are at the server.
public struct ResumableUploadResult: Sendable {
    /// The server's answer to the file; `nil` when that got lost, and the server said afterwards that it has all.
    public var response: BufferedResponse?
    /// The file's length.
    public var byteCount: Int64
    /// So many bytes were there from an earlier run.
    public var resumedBytes: Int64
    /// What was spoken; `nil` when the server just took the file, and a cut would have meant to begin again.
    public var spoken: ResumableProtocol?
}
