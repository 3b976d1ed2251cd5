public import HTTPTypes
public import SockeyeTransfers
public import SockeyeURL

/// A transfer for a worker: what to fetch or send, and how.
///
/// Everything in it is written to the folder's journal, credentials in the URL and in fields included.
public struct BackgroundJob: Sendable, Hashable {
    /// Fetches a file.
    public struct Download: Sendable, Hashable {
        /// How many segments at once.
        public var segments: SegmentCount
        /// The digest that the file must have.
        public var checksum: Checksum?
        /// Whether an existing file is replaced once the download is complete; otherwise the job fails.
        public var replacesExisting: Bool

        /// By default a single stream that replaces no file.
        public init(segments: SegmentCount = .one, checksum: Checksum? = nil, replacesExisting: Bool = false) {
            self.segments = segments
            self.checksum = checksum
            self.replacesExisting = replacesExisting
        }
    }

    /// Sends a file, which must stay unchanged until the job is done.
    public struct Upload: Sendable, Hashable {
        /// How an upload continues after a lost connection.
        @nonexhaustive
        public enum Resumption: Sendable, Hashable {
            /// From the first byte.
            case never
            /// From where the server says, by this protocol; `nil` to ask the server for it.
            case from(ResumableProtocol?)
        }

        /// PUT, POST or another method with a body.
        public var method: HTTPRequest.Method
        /// How it continues after a lost connection, a kill or a reboot.
        public var resumption: Resumption
        /// Whether the file may be sent again after the worker died mid-upload, when the outcome is unknown. By default only
        /// for PUT, which is idempotent (RFC 9110 section 9.2.2). Resumable uploads ask the server instead.
        public var isRepeatable: Bool

        /// By default PUT, from the first byte.
        public init(
            method: HTTPRequest.Method = .put, resumption: Resumption = .never, isRepeatable: Bool? = nil
        ) {
            self.method = method
            self.resumption = resumption
            self.isRepeatable = isRepeatable ?? (method == .put)
        }
    }

    /// What to do.
    @nonexhaustive
    public enum Work: Sendable, Hashable {
        /// Fetch the URL into the file.
        case download(Download)
        /// Send the file to the URL.
        case upload(Upload)
    }

    /// What to do.
    public var work: Work
    /// The URL.
    public var url: HTTPURL
    /// The path of the file. A relative path is resolved when the job is added.
    public var path: String
    /// Extra request fields.
    public var fields: HTTPFields
    /// The caller's name for the job, returned with its state.
    public var label: String?
    /// Consecutive retries without progress, after 1, 2, 4 … seconds, at most ten minutes: 20 retries take about two hours.
    public var retries: Int
    /// The most bytes per second; `nil` for no limit.
    public var bytesPerSecond: Int64?

    /// A job.
    public init(
        _ work: Work, url: HTTPURL, path: String, fields: HTTPFields = [:], label: String? = nil, retries: Int = 20,
        bytesPerSecond: Int64? = nil
    ) {
        self.work = work
        self.url = url
        self.path = path
        self.fields = fields
        self.label = label
        self.retries = min(max(0, retries), Self.retryLimit)
        self.bytesPerSecond = bytesPerSecond.map { max(1, $0) }
    }

    /// Effectively for ever: more than a thousand years of retries.
    private static let retryLimit = 100_000_000

    /// A download of `url` to the file `path`.
    public static func download(
        _ url: HTTPURL, to path: String, _ options: Download = Download(), fields: HTTPFields = [:],
        label: String? = nil
    ) -> BackgroundJob {
        BackgroundJob(.download(options), url: url, path: path, fields: fields, label: label)
    }

    /// An upload of the file `path` to `url`.
    public static func upload(
        _ path: String, to url: HTTPURL, _ options: Upload = Upload(), fields: HTTPFields = [:], label: String? = nil
    ) -> BackgroundJob {
        BackgroundJob(.upload(options), url: url, path: path, fields: fields, label: label)
    }
}
