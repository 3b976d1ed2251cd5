public import HTTPTypes
public import SockeyeTransfers
public import SockeyeURL

/// A transfer to hand to a worker: what to fetch or send, and how.
///
/// Everything in it is written to the folder's journal, credentials in the URL and in fields included.
public struct BackgroundJob: Sendable, Hashable {
    /// Fetches a file.
    public struct Download: Sendable, Hashable {
        /// How many segments at once.
        public var segments: SegmentCount
        /// The digest that the file must have.
        public var checksum: Checksum?
        /// Whether a file of that name is replaced, once the new one is complete; otherwise the job fails.
        public var replacesExisting: Bool

        /// By default one stream, which replaces nothing.
        public init(segments: SegmentCount = .one, checksum: Checksum? = nil, replacesExisting: Bool = false) {
            self.segments = segments
            self.checksum = checksum
            self.replacesExisting = replacesExisting
        }
    }

    /// Sends a file, which must stay unchanged until the job is done.
    public struct Upload: Sendable, Hashable {
        /// How the upload of a cut connection goes on.
        public enum Resumption: Sendable, Hashable {
            /// From the first byte.
            case never
            /// From where the server says, by this protocol; `nil` to ask the server for it.
            case from(ResumableProtocol?)
        }

        /// PUT, POST or another method with a body.
        public var method: HTTPRequest.Method
        /// How it goes on after a cut, a kill or a reboot.
        public var resumption: Resumption
        /// Whether the file is sent again if the worker ended while it was being sent, when nobody knows whether the server
        /// took it. By default only with PUT, which has the same effect twice (RFC 9110 section 9.2.2). Resumable uploads ask
        /// the server instead.
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
    /// The path of the file. A relative one is resolved where the job is handed over.
    public var path: String
    /// Fields to add to the request.
    public var fields: HTTPFields
    /// A name of the caller's, given back with the state.
    public var label: String?
    /// Retries in a row without a new byte, after 1, 2, 4 … seconds, at most ten minutes: 20 are about two hours.
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
        self.retries = min(max(0, retries), Self.mostRetries)
        self.bytesPerSecond = bytesPerSecond.map { max(1, $0) }
    }

    /// For ever: more than a thousand years of them.
    private static let mostRetries = 100_000_000

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
