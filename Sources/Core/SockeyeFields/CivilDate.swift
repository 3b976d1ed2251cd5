/// A day and a time of day in UTC, converted to and from seconds by the arithmetic of the Gregorian calendar.
///
/// Years start in March here, so that a leap day ends its year, and are grouped in eras of 400 years with 146,097 days each; the
/// era containing 1970 began 719,468 days before it.
package struct CivilDate: Sendable, Hashable {
    /// 1601...9999 in an ``HTTPDate``.
    package var year: Int
    /// 1...12
    package var month: Int
    /// 1...31
    package var day: Int
    /// 0...23
    package var hour: Int
    /// 0...59
    package var minute: Int
    /// 0...60; 60 is a leap second, and counts as the next second.
    package var second: Int

    private static let secondsInDay: Int64 = 86_400
    private static let yearsInEra: Int64 = 400
    private static let daysInEra: Int64 = 146_097
    private static let daysToEpoch: Int64 = 719_468

    static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether each part is in its range and the day in its month, whatever the year.
    package var isValid: Bool {
        (1...12).contains(month) && (1...CivilDate.days(inMonth: month, of: year)).contains(day)
            && (0...23).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
    }

    /// Seconds since 1970-01-01 00:00:00 UTC; meaningful for a valid date only.
    package var secondsSinceEpoch: Int64 {
        let shifted = Int64(month <= 2 ? year - 1 : year)
        let (era, yearOfEra) = CivilDate.floored(shifted, CivilDate.yearsInEra)
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * CivilDate.daysInEra + dayOfEra - CivilDate.daysToEpoch
        return days * CivilDate.secondsInDay + Int64(hour * 3600 + minute * 60 + second)
    }

    /// 0 for Sunday; 1970-01-01 was a Thursday.
    static func weekday(secondsSinceEpoch: Int64) -> Int {
        Int(floored(floored(secondsSinceEpoch, secondsInDay).quotient + 4, 7).remainder)
    }

    /// The date at that second.
    package init(secondsSinceEpoch: Int64) {
        let (days, time) = CivilDate.floored(secondsSinceEpoch, CivilDate.secondsInDay)
        let (era, dayOfEra) = CivilDate.floored(days + CivilDate.daysToEpoch, CivilDate.daysInEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * CivilDate.yearsInEra + (month <= 2 ? 1 : 0)
        self.init(
            year: Int(year), month: Int(month), day: Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1),
            hour: Int(time / 3600), minute: Int(time / 60 % 60), second: Int(time % 60))
    }

    /// A date of these parts, which are not checked before it becomes an ``HTTPDate``.
    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Division whose remainder is never negative.
    private static func floored(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
