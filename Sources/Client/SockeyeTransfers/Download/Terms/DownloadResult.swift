public import SockeyeHTTP1

/// A complete download.
public struct DownloadResult: Sendable {
    /// How it is known that the file is complete.
    @nonexhaustive
    public enum Completeness: Sendable, Hashable {
        /// It has this digest.
        case verified(Checksum)
        /// It has the length that the server announced.
        case byLength
        /// The server announced neither length nor digest: the connection was closed in order, and that is all there is.
        case unknowable
    }

    /// The path of the file.
    public var path: String
    /// Its length.
    public var byteCount: Int64
    /// How certain it is that this is the whole file.
    public var completeness: Completeness
    /// Bytes of earlier runs that were kept.
    public var resumedBytes: Int64
    /// Bytes received in this run.
    public var receivedBytes: Int64
    /// What went wrong on the way, such as a start from zero or fewer segments, each in one sentence.
    public var notices: [String]
    /// The head of the last response that bytes were taken from; `nil` if none was needed.
    public var head: ResponseHead?
}

/// The progress of a download.
public struct DownloadProgress: Sendable, Hashable {
    /// A segment under way.
    public struct Segment: Sendable, Hashable {
        /// Its bytes.
        public var range: Range<Int64>
        /// The first byte not yet received.
        public var position: Int64

        /// A segment by its range and position.
        package init(range: Range<Int64>, position: Int64) {
            self.range = range
            self.position = position
        }
    }

    /// Bytes that are there, including those of earlier runs.
    public var byteCount: Int64
    /// How many of them earlier runs left.
    public var resumedBytes: Int64
    /// The length of the whole; `nil` while unknown.
    public var total: Int64?
    /// Bytes per second, over the last few seconds.
    public var bytesPerSecond: Double
    /// The segments under way, in file order.
    public var segments: [Segment]

    /// Progress by its values.
    package init(
        byteCount: Int64, resumedBytes: Int64 = 0, total: Int64?, bytesPerSecond: Double, segments: [Segment]
    ) {
        self.byteCount = byteCount
        self.resumedBytes = resumedBytes
        self.total = total
        self.bytesPerSecond = bytesPerSecond
        self.segments = segments
    }

    /// The end of a download that took `time`: all bytes, at the mean speed.
    init(of result: DownloadResult, after time: Duration) {
        let seconds = time / .seconds(1)
        self.init(
            byteCount: result.byteCount, resumedBytes: result.resumedBytes, total: result.byteCount,
            bytesPerSecond: seconds > 0 ? Double(result.receivedBytes) / seconds : 0, segments: [])
    }

    /// The time left at the present speed; `nil` while unknown.
    public var timeLeft: Duration? {
        guard let total, bytesPerSecond > 0 else { return nil }
        // More than a billion seconds is as good as forever.
        return .seconds(min(1e9, Double(max(0, total - byteCount)) / bytesPerSecond))
    }
}
