/// A day and a time of day in UTC, converted to and from seconds by the arithmetic of the Gregorian calendar.
///
/// Days are counted from 1601-01-01, where a cycle of 400 years (146,097 days) begins, so that the cycle's four kinds of
/// steps (400, 100, 4 and 1 years) need no offset.
public struct CivilDate: Sendable, Hashable {
    static let years = 1601...9999

    /// 1601...9999
    public var year: Int
    /// 1...12
    public var month: Int
    /// 1...31
    public var day: Int
    /// 0...23
    public var hour: Int
    /// 0...59
    public var minute: Int
    /// 0...60; 60 is a leap second, and counts as the next second.
    public var second: Int

    /// Days from 1601-01-01 to 1970-01-01.
    private static let daysToEpoch: Int64 = 134_774
    private static let secondsInDay: Int64 = 86_400

    static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether each part is in its range and the day in its month.
    var isValid: Bool {
        CivilDate.years.contains(year) && (1...12).contains(month)
            && (1...CivilDate.days(inMonth: month, of: year)).contains(day)
            && (0...23).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
    }

    /// Seconds since 1970-01-01 00:00:00 UTC; meaningful for a valid date only.
    var secondsSinceEpoch: Int64 {
        let past = year - CivilDate.years.lowerBound
        var days = past * 365 + past / 4 - past / 100 + past / 400
        for earlier in 1..<max(month, 1) {
            days += CivilDate.days(inMonth: earlier, of: year)
        }
        days += day - 1
        let time = Int64(hour * 3600 + minute * 60 + second)
        return (Int64(days) - CivilDate.daysToEpoch) * CivilDate.secondsInDay + time
    }

    /// 0 for Sunday; 1601-01-01 was a Monday.
    static func weekday(secondsSinceEpoch: Int64) -> Int {
        Int((daysSince1601(secondsSinceEpoch) + 1) % 7)
    }

    /// The date at that second, which must be in the years 1601 to 9999.
    init(secondsSinceEpoch: Int64) {
        var days = Int(CivilDate.daysSince1601(secondsSinceEpoch))
        let time = Int(secondsSinceEpoch - (Int64(days) - CivilDate.daysToEpoch) * CivilDate.secondsInDay)
        var year = CivilDate.years.lowerBound
        // The last day of a leap cycle would make a fourth step of 100 years or of 1 year: hence the bound of three.
        for (step, length, most) in [(400, 146_097, Int.max), (100, 36_524, 3), (4, 1461, Int.max), (1, 365, 3)] {
            let count = min(days / length, most)
            year += count * step
            days -= count * length
        }
        var month = 1
        while month < 12, days >= CivilDate.days(inMonth: month, of: year) {
            days -= CivilDate.days(inMonth: month, of: year)
            month += 1
        }
        self.init(
            year: year, month: month, day: days + 1, hour: time / 3600, minute: time / 60 % 60, second: time % 60)
    }

    /// A date of these parts, which are not checked before it becomes an ``HTTPDate``.
    public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    private static func daysSince1601(_ secondsSinceEpoch: Int64) -> Int64 {
        (secondsSinceEpoch + daysToEpoch * secondsInDay) / secondsInDay
    }
}
