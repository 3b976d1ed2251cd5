internal import SockeyeBytes

/// A time in HTTP: whole seconds in UTC, in the years 1601 to 9999 (RFC 9110 section 5.6.7).
public struct HTTPDate: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01 00:00:00 UTC without leap seconds, as in POSIX `time_t`.
    public let secondsSinceEpoch: Int64

    /// 1601-01-01 00:00:00 to 9999-12-31 23:59:59.
    static let representable: ClosedRange<Int64> = -11_644_473_600...253_402_300_799

    /// The time at that second; `nil` outside the years 1601 to 9999.
    public init?(secondsSinceEpoch: Int64) {
        guard HTTPDate.representable.contains(secondsSinceEpoch) else { return nil }
        self.secondsSinceEpoch = secondsSinceEpoch
    }

    /// The time at that second, or the nearest one that HTTP can express.
    package init(clamping secondsSinceEpoch: Int64) {
        let range = HTTPDate.representable
        self.secondsSinceEpoch = min(max(secondsSinceEpoch, range.lowerBound), range.upperBound)
    }

    /// Parses a field value in any of the three forms that a recipient must accept (RFC 9110 section 5.6.7):
    /// ```
    /// Sun, 06 Nov 1994 08:49:37 GMT     IMF-fixdate, the one to send
    /// Sunday, 06-Nov-94 08:49:37 GMT    RFC 850
    /// Sun Nov  6 08:49:37 1994          asctime
    /// ```
    /// The day name must be valid, but need not match the date: the date decides.
    ///
    /// - Parameters:
    ///   - text: the value, case-sensitive.
    ///   - now: the present, for two-digit years: one that would be more than 50 years ahead is in the past. Without it,
    ///     70 to 99 are in the 1900s and 00 to 69 in the 2000s.
    public init?(parsing text: String, now: HTTPDate? = nil) {
        var reader = HTTPDateReader(scanner: FieldScanner(text), now: now)
        guard let date = reader.date() else { return nil }
        self.init(date)
    }

    /// Whether `left` is earlier.
    public static func < (left: HTTPDate, right: HTTPDate) -> Bool {
        left.secondsSinceEpoch < right.secondsSinceEpoch
    }

    static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    static let longDayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

extension HTTPDate: CustomStringConvertible {
    /// The IMF-fixdate form, the only one to send: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String {
        let date = civil
        let day = HTTPDate.dayNames[CivilDate.weekday(secondsSinceEpoch: secondsSinceEpoch)]
        let month = HTTPDate.monthNames[date.month - 1]
        let time = [date.hour, date.minute, date.second].map { ASCII.padded($0) }.joined(separator: ":")
        return "\(day), \(ASCII.padded(date.day)) \(month) \(date.year) \(time) GMT"
    }
}

extension HTTPDate {
    /// The time on that day; `nil` if there is no such day or time.
    package init?(_ date: CivilDate) {
        guard (1601...9999).contains(date.year), date.isValid else { return nil }
        self.init(secondsSinceEpoch: date.secondsSinceEpoch)
    }

    /// The day and the time of day, in UTC.
    package var civil: CivilDate { CivilDate(secondsSinceEpoch: secondsSinceEpoch) }
}
