public import SockeyeClient
package import SockeyeIO

/// Where a download goes. A string literal is the file of that path.
@nonexhaustive
public enum DownloadDestination: Sendable, Hashable, ExpressibleByStringLiteral {
    /// This file.
    case file(String)
    /// A file in this folder, named by the server (Content-Disposition), else by the URL's last
    /// segment, made safe: one name, without control characters, not hidden, of at most 255 bytes.
    case folder(String)

    /// The file at this path.
    public init(stringLiteral path: String) {
        self = .file(path)
    }

    /// The paths written by a download to this file: the file, its partial file and its record. Empty for a folder.
    package var writtenPaths: [String] {
        switch self {
        case .file(let path): [path, FileSuffix.partial.path(beside: path), FileSuffix.record.path(beside: path)]
        case .folder: []
        }
    }
}

/// How a download behaves. By default it is one stream, is resumed if it was begun before, and replaces nothing.
public struct DownloadOptions: Sendable {
    /// What happens to the bytes of an earlier run.
    @nonexhaustive
    public enum Resume: Sendable, Hashable {
        /// Resume from `NAME.part` and its record, guarded by validators; start over, with a notice, if the file changed.
        case ifPossible
        /// The same, but refuse a server that offers no validator.
        case required
        /// Drop them.
        case never
    }

    /// What happens to a file of the same name.
    @nonexhaustive
    public enum Existing: Sendable, Hashable {
        /// Keep it: the download fails before it begins.
        case refuse
        /// Replace it in one step once the new one is complete.
        case replace
        /// Resume it as an unfinished download of another program, after comparing
        /// what can be compared. If it is another file, or longer, it stays unchanged, and the download fails with
        /// ``DownloadError/existingKept(path:reason:)``.
        case continueFrom
    }

    /// How failed requests are retried; each retry resumes from what is there.
    public struct Retry: Sendable, Hashable {
        /// Retries in a row without a new byte; 0 for none.
        public var count: Int
        /// The wait before the first retry. It doubles with each further one, up to `delayLimit`.
        public var delay: Duration
        /// The longest wait; a server's Retry-After is obeyed up to this, and shortens no wait.
        public var delayLimit: Duration
        /// Whether refused connections are retried.
        public var includesRefusedConnections: Bool
        /// Whether every failure is retried, not only those that may pass.
        public var includesAllErrors = false
        /// Whether the wait doubles.
        public var doublesDelay = true
        /// No retry begins later than this after the start; `nil` for no limit.
        public var period: Duration?

        /// By default 5 times, after 1, 2, 4 … seconds, at most ten minutes.
        public init(
            count: Int = 5, delay: Duration = .seconds(1), delayLimit: Duration = .seconds(600),
            includesRefusedConnections: Bool = true
        ) {
            self.count = count
            self.delay = delay
            self.delayLimit = delayLimit
            self.includesRefusedConnections = includesRefusedConnections
        }

        /// No retries.
        public static let never = Retry(count: 0)
    }

    /// How many segments at once.
    public var segments: SegmentCount
    /// The most segments that `segments` may ask of one host; by default 16.
    package var segmentLimit = SegmentCount.perHostLimit
    /// The shortest segment worth its own request; by default 256 KiB.
    public var minimumSegmentBytes: Int64 = 256 * 1024
    /// What to do with the bytes of an earlier run.
    public var resume: Resume
    /// What to do with an existing file.
    public var existing: Existing
    /// Whether a symbolic link at the file's path is followed; otherwise it counts as the file.
    package var followsLink = true
    /// The digest that the file must have, checked before the file gets its name.
    public var checksum: Checksum?
    /// The digests that the file's pieces must have, checked there too.
    public var pieces: PieceDigests?
    /// The length that the file must have; another is an error (``DownloadError/otherLength(expected:actual:keptIn:)``).
    public var expectedBytes: Int64?
    /// Whether to ask the server for a digest (`Want-Repr-Digest`, RFC 9530). A digest that it sends is always
    /// checked: Content-Digest and Content-MD5 against what each response has, Repr-Digest and Digest against the whole file.
    public var asksForDigest = true
    /// How failures are retried.
    public var retry = Retry()
    /// The most bytes per second, over all segments together; `nil` for no limit.
    public var bytesPerSecond: Int64?
    /// Whether the file gets the server's Last-Modified as its modification time.
    public var keepsModificationTime = false
    /// Whether files are synced to the disk before they get their names. Otherwise a power cut may leave an empty file.
    public var isDurable = true
    /// The files that get to the disk together with this one; `nil` for none. No-op unless `isDurable`.
    ///
    /// ```swift
    /// options.batch = FileBatch()
    /// // many client.download(…, options: options) at once, each of which ends when its file is on the disk
    /// ```
    package var batch: FileBatch?
    /// Called once all bytes are here and verified, when the file only waits for its batch: another download may begin
    /// meanwhile.
    package var onReceived: (@Sendable () -> Void)?
    /// The permissions of a new file, before the umask; by default 0666. A file that is replaced passes on its own.
    package var fileMode: UInt32 = 0o666
    /// Whether `NAME.part` stays after a failure, to be resumed.
    public var keepsPartial = true
    /// Whether an incomplete file gets its name too, as in curl, and replaces an existing one. Its record stays
    /// beside it, for ``Existing/continueFrom``.
    package var namesUnfinished = false
    /// A longer file is an error (``DownloadError/tooLarge(limit:)``), whether announced or not; `nil` for no limit.
    public var byteLimit: Int64?
    /// The limit for everything together; `nil` for none.
    public var totalTime: Duration?
    /// The minimum over all segments together; `nil` for that of the request's or the client's timeouts.
    /// A slower stream ends with ``SockeyeClient/Timeouts/Clock/minimumSpeed`` and is retried according to `retry`.
    public var minimumSpeed: Timeouts.MinimumSpeed?
    /// Whether to begin with HEAD: the name, the length and the room for it, the
    /// validator and range support are then known before a body comes, and segments begin at once. If the server
    /// refuses HEAD, the download goes on without it.
    public var asksHeadFirst = false
    /// Further URLs of the same file. They serve segments once they are known to have the same file; a URL
    /// without TLS replaces one with it only if there is a digest to check the whole file against.
    public var mirrors: [String] = []
    /// The statuses whose response to a request without a range is the file; default only 200. curl's are 200...399 with `-f`,
    /// and 200...999 without it, which takes error pages too. 304 never is one, as there is nothing new, and a part (206)
    /// only if the request has its own Range field, or if it covers the whole file.
    public var acceptedStatuses = 200...200
    /// Called when a server has agreed to go on with the bytes of an earlier run: with the offset of the first byte it sends,
    /// and the length of the whole if known. Not called when the download starts over.
    public var onResume: (@Sendable (_ offset: Int64, _ total: Int64?) -> Void)?

    /// The defaults, with the most common changes.
    public init(
        segments: SegmentCount = .one, checksum: Checksum? = nil, resume: Resume = .ifPossible,
        existing: Existing = .refuse
    ) {
        self.segments = segments
        self.checksum = checksum
        self.resume = resume
        self.existing = existing
    }
}
