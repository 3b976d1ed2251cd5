public import FoundationEssentials
public import SockeyeParsers

extension Timestamp {
    /// The moment of a `Date`, clamped to the range of a timestamp.
    public init(_ date: Date) {
        let bound = 9e16
        let seconds = min(max(date.timeIntervalSince1970, -bound), bound)
        self = Timestamp(secondsSince1970: seconds) ?? Timestamp(seconds: 0)
    }

    /// The moment as a `Date`; for present dates, exact to about a tenth of a microsecond.
    public var date: Date { Date(timeIntervalSince1970: secondsSince1970) }
}
