public import SockeyeClient

/// Where a download goes. A `String` will do wherever one is wanted: it is the file of that path.
public enum DownloadDestination: Sendable, Hashable, ExpressibleByStringLiteral {
    /// This file.
    case file(String)
    /// A file in this folder, of the name that the server suggests (Content-Disposition), else of the URL's last
    /// segment, made safe (``FileName/sanitized(_:maximumBytes:)``).
    case folder(String)

    /// The file of this path.
    public init(stringLiteral path: String) {
        self = .file(path)
    }

    /// The paths that a download to this file writes: the file, its partial file and its record. Empty for a folder.
    public var writtenPaths: [String] {
        switch self {
        case .file(let path): [path, path + FileSuffix.partial, path + FileSuffix.record]
        case .folder: []
        }
    }
}

/// How a download behaves. The defaults: one stream, resumed if it was begun before, nothing replaced.
public struct DownloadOptions: Sendable {
    /// What becomes of bytes that an earlier run left behind.
    public enum Resume: Sendable, Hashable {
        /// Go on from `NAME.part` and its record, guarded; begin again, and say so, when the file is another one.
        case ifPossible
        /// The same, but a server that gives nothing to guard a resume with is refused.
        case required
        /// Drop them.
        case never
    }

    /// What becomes of a file that has the name already.
    public enum Existing: Sendable, Hashable {
        /// It stays, and the download fails before it begins.
        case refuse
        /// It stays until the new one is complete, and is then replaced in one step.
        case replace
        /// It is an unfinished download of another program: it is gone on from if the server has more, after comparing
        /// what can be compared. When it is another file, or longer, it stays as it is, and the download fails with
        /// ``DownloadError/existingKept(path:reason:)``.
        case continueFrom
    }

    /// How often and how patiently a request that failed is made again; what is there is gone on from.
    public struct Retry: Sendable, Hashable {
        /// So many times in a row without a new byte; 0 is never.
        public var count: Int
        /// The wait before the first one. It doubles with each further one, up to `longestDelay`.
        public var delay: Duration
        /// The longest wait between two; a server's Retry-After is obeyed up to this.
        public var longestDelay: Duration
        /// Whether a server that refuses the connection is asked again.
        public var includesRefusedConnections: Bool
        /// Whether every failed request counts as one that may go well later.
        public var includesAllErrors = false
        /// Whether each wait is twice the one before.
        public var doublesDelay = true
        /// No retry begins later than so long after the start; `nil` for no limit.
        public var period: Duration?

        /// 5 times, after 1, 2, 4 … seconds, ten minutes at most.
        public init(
            count: Int = 5, delay: Duration = .seconds(1), longestDelay: Duration = .seconds(600),
            includesRefusedConnections: Bool = true
        ) {
            self.count = count
            self.delay = delay
            self.longestDelay = longestDelay
            self.includesRefusedConnections = includesRefusedConnections
        }

        /// No second try.
        public static let never = Retry(count: 0)
    }

    /// In how many parts at once.
    public var segments: SegmentCount
    /// The most connections to one host that `segments` may ask for: 16 unless told.
    public var maximumSegments: Int
    /// The shortest part that is worth a request of its own: 256 KiB unless told.
    public var minimumSegmentBytes: Int64
    /// What to do with earlier bytes.
    public var resume: Resume
    /// What to do with a file of that name.
    public var existing: Existing
    /// The digest that the file must have; checked before the file gets its name.
    public var checksum: Checksum?
    /// Whether to ask the server for a digest (`Want-Repr-Digest`, RFC 9530). One that it gives is checked anyway.
    public var asksForDigest: Bool
    /// How failures are retried.
    public var retry: Retry
    /// At most so many bytes a second, over all segments together; `nil` for no limit.
    public var bytesPerSecond: Int64?
    /// Whether the file gets the time that the server says it was last changed.
    public var keepsModificationTime: Bool
    /// Whether files are synced to the disk before they get their names. Without it a power cut may leave an empty file.
    public var isDurable: Bool
    /// The permissions of a file that is made, less the umask: 0666 unless told. One that is replaced keeps its own.
    public var fileMode: UInt32
    /// Whether what was fetched stays as `NAME.part` after a failure, to be gone on from.
    public var keepsPartial: Bool
    /// A longer file is an error (``DownloadError/tooLarge(limit:)``), announced or not; `nil` for any length.
    public var maximumBytes: Int64?
    /// Everything together may take so long.
    public var totalTime: Duration?
    /// At least so many bytes a second over all segments together; `nil` is what the request's or the client's timeouts
    /// say. A stream that is slower ends as by ``Timeouts/Clock/minimumSpeed``, and is asked for again as `retry` says.
    public var minimumSpeed: Timeouts.MinimumSpeed?
    /// Whether to ask for the head alone (HEAD) before anything else: the name, the length and the room for it, the
    /// validator and whether there are parts are then known before a body comes, and segments begin at once. A server
    /// that refuses to tell is asked as without.
    public var asksHeadFirst: Bool
    /// Further places of the same file. They are used for segments once they are known to have the same one; a place
    /// without TLS in place of one with it only where there is a digest to check the whole with.
    public var mirrors: [String]
    /// Whether a response of any status to a request without a range is the file, as for curl without `-f`.
    public var acceptsAnyStatus = false

    /// The defaults, with what is most often changed.
    public init(
        segments: SegmentCount = .one, checksum: Checksum? = nil, resume: Resume = .ifPossible,
        existing: Existing = .refuse
    ) {
        self.segments = segments
        self.checksum = checksum
        self.resume = resume
        self.existing = existing
        maximumSegments = SegmentCount.maximumPerHost
        minimumSegmentBytes = 256 * 1024
        asksForDigest = true
        retry = Retry()
        bytesPerSecond = nil
        keepsModificationTime = false
        isDurable = true
        fileMode = 0o666
        keepsPartial = true
        maximumBytes = nil
        totalTime = nil
        minimumSpeed = nil
        asksHeadFirst = false
        mirrors = []
    }
}
