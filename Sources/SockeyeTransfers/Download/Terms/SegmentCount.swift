/// How many segments a download is fetched in.
public enum SegmentCount: Sendable, Hashable {
    /// This many at once, where the server honours ranges.
    case fixed(Int)
    /// One at first; more as long as more are measurably faster, at most 16.
    case automatic

    /// One stream.
    public static let one = SegmentCount.fixed(1)
    /// The default limit per host: 16.
    public static let maximumPerHost = 16
}

extension SegmentCount: ExpressibleByIntegerLiteral {
    /// A fixed number.
    public init(integerLiteral count: Int) {
        self = .fixed(count)
    }
}
