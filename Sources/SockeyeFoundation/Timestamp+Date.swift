public import FoundationEssentials
public import SockeyeParsers

extension Timestamp {
    /// The moment of a `Date`; one beyond what a timestamp holds becomes the nearest that it does.
    public init(_ date: Date) {
        let bound = 9e16
        let seconds = min(max(date.timeIntervalSince1970, -bound), bound)
        self = Timestamp(secondsSince1970: seconds) ?? Timestamp(seconds: 0)
    }

    /// The moment as a `Date`, exact to about a tenth of a microsecond in our days.
    public var date: Date { Date(timeIntervalSince1970: secondsSince1970) }
}
