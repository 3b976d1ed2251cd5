/// The number of segments of a download.
@nonexhaustive
public enum SegmentCount: Sendable, Hashable {
    /// This many in parallel, if the server supports ranges.
    case fixed(Int)
    /// One at first, then four times as many as long as that is measurably faster, at most 16.
    case automatic

    /// One stream.
    public static let one = SegmentCount.fixed(1)
    /// The default limit per host: 16.
    public static let perHostLimit = 16
}

extension SegmentCount: ExpressibleByIntegerLiteral {
    /// A fixed number.
    public init(integerLiteral count: Int) {
        self = .fixed(count)
    }
}
