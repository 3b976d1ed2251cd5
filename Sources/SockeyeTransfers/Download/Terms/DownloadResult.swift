public import SockeyeHTTP1

/// A download that is complete, and how sure that is.
public struct DownloadResult: Sendable {
    /// How it is known that the file is whole.
    public enum Completeness: Sendable, Hashable {
        /// It has this digest.
        case verified(Checksum)
        /// It has the length that the server told.
        case byLength
        /// The server told neither length nor digest: the connection ended in order, and nobody knows more.
        case unknowable
    }

    /// Where the file is.
    public var path: String
    /// Its length.
    public var byteCount: Int64
    /// How sure it is that this is all.
    public var completeness: Completeness
    /// Bytes that earlier runs had brought and that were gone on from.
    public var resumedBytes: Int64
    /// Bytes that came over the network in this run.
    public var receivedBytes: Int64
    /// What did not go straight: a start from zero, a lower number of segments, each in one sentence.
    public var notices: [String]
    /// The head of the last answer that bytes were taken from; `nil` when none was needed.
    public var head: ResponseHead?
}

/// How far a download has come.
public struct DownloadProgress: Sendable, Hashable {
    /// A part that is on its way.
    public struct Segment: Sendable, Hashable {
        /// Its bytes.
        public var range: Range<Int64>
        /// The first one that has not come.
        public var position: Int64

        /// A part by its range and position.
        public init(range: Range<Int64>, position: Int64) {
            self.range = range
            self.position = position
        }
    }

    /// Bytes that are there, those of earlier runs included.
    public var byteCount: Int64
    /// How many of these were there before this run.
    public var resumedBytes: Int64
    /// Bytes there will be; `nil` while nobody knows.
    public var total: Int64?
    /// Bytes a second, over the last few seconds.
    public var bytesPerSecond: Double
    /// The parts that are on their way, in their order in the file.
    public var segments: [Segment]

    /// Progress by its figures.
    public init(
        byteCount: Int64, resumedBytes: Int64 = 0, total: Int64?, bytesPerSecond: Double, segments: [Segment]
    ) {
        self.byteCount = byteCount
        self.resumedBytes = resumedBytes
        self.total = total
        self.bytesPerSecond = bytesPerSecond
        self.segments = segments
    }

    /// The time left at the present speed; `nil` while it cannot be told.
    public var timeLeft: Duration? {
        guard let total, bytesPerSecond > 0 else { return nil }
        // More than a billion seconds is "for ever" to anybody.
        return .seconds(min(1e9, Double(max(0, total - byteCount)) / bytesPerSecond))
    }
}
