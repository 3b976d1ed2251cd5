/// A moment in time: a date in JSON or a property list, for programs without Foundation.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Whole seconds since 1970-01-01T00:00:00Z, without leap seconds; negative before.
    public var seconds: Int64
    /// Nanoseconds after `seconds`, 0 to 999,999,999.
    public var nanoseconds: Int32

    /// Makes a moment, normalizing `nanoseconds`.
    public init(seconds: Int64, nanoseconds: Int32 = 0) {
        let (carry, rest) = Int64(nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
        let isBelow = rest < 0
        // The last second and the first stay where they are.
        let (sum, overflow) = seconds.addingReportingOverflow(carry - (isBelow ? 1 : 0))
        self.seconds = overflow ? seconds : sum
        self.nanoseconds = Int32(truncatingIfNeeded: isBelow ? rest + 1_000_000_000 : rest)
    }

    /// The moment `seconds` after 1970; `nil` if it isn't finite or is too far away.
    public init?(secondsSince1970 seconds: Double) {
        guard seconds.isFinite, abs(seconds) < 1e17 else { return nil }
        let whole = seconds.rounded(.down)
        self.init(seconds: Int64(whole), nanoseconds: Int32((seconds - whole) * 1e9))
    }

    /// The moment so many milliseconds after 1970.
    init(millisecondsSince1970 milliseconds: Int64) {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        self.init(seconds: seconds, nanoseconds: Int32(truncatingIfNeeded: rest) * 1_000_000)
    }

    /// The moment that `text` is in the given format; `nil` if it isn't one.
    init?(_ text: String, _ format: TimestampFormat) {
        switch format {
        case .iso8601: self.init(text)
        case .secondsSince1970:
            guard let seconds = Self.double(text) else { return nil }
            self.init(secondsSince1970: seconds)
        case .millisecondsSince1970:
            // A whole number is exact, its thousandth as a Double isn't.
            if let whole = Int64(text) {
                self.init(millisecondsSince1970: whole)
            } else {
                guard let milliseconds = Self.double(text) else { return nil }
                self.init(secondsSince1970: milliseconds / 1000)
            }
        case .secondsSince2001:
            guard let seconds = Self.double(text) else { return nil }
            self.init(secondsSince1970: seconds + Double(Self.from1970To2001))
        }
    }

    private static func double(_ text: String) -> Double? { DecimalText.isFloatingPoint(text) ? Double(text) : nil }

    /// Seconds since 1970 with their fraction; for present dates, a `Double` is exact to about a microsecond.
    public var secondsSince1970: Double { Double(seconds) + Double(nanoseconds) / 1e9 }

    /// Seconds from 1970-01-01 to 2001-01-01.
    static let from1970To2001: Int64 = 978_307_200

    /// Whether `left` is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension Timestamp: CustomStringConvertible {
    /// The moment in RFC 3339 format, in UTC, with 3, 6 or 9 decimals if needed: `2026-01-31T12:00:00.250Z`.
    public var description: String {
        var (days, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
        if time < 0 { (days, time) = (days - 1, time + 86_400) }
        let (year, month, day) = civilDate(daysSince1970: days)
        var text = year < 0 ? "-" : ""
        text += padded(abs(year), 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
        text += "T" + padded(time / 3600, 2) + ":" + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2)
        if nanoseconds > 0 {
            let digits = padded(Int64(nanoseconds), 9)
            let length = nanoseconds % 1_000_000 == 0 ? 3 : nanoseconds % 1_000 == 0 ? 6 : 9
            text += "." + digits.prefix(length)
        }
        return text + "Z"
    }

    /// Parses a date and time of RFC 3339 section 5.6: `2026-01-31T12:00:00.25+01:00`. `T` may be a space or lowercase,
    /// `Z` lowercase; a leap second counts as the following second. `nil` for anything else.
    public init?(_ text: String) {
        var reader = DigitReader(bytes: Array(text.utf8))
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("Tt "), let hour = reader.number(2), reader.skip(":"),
            let minute = reader.number(2), reader.skip(":"), let second = reader.number(2)
        else { return nil }
        guard (1...12).contains(month), day >= 1, day <= daysIn(month, of: year), hour < 24, minute < 60, second <= 60
        else { return nil }
        var nanoseconds: Int64 = 0
        if reader.skip(".") {
            guard let fraction = reader.fraction() else { return nil }
            nanoseconds = fraction
        }
        var offset: Int64 = 0
        if !reader.skip("Zz") {
            guard let sign = reader.take("+-"), let hours = reader.number(2), reader.skip(":"),
                let minutes = reader.number(2), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
        }
        guard reader.isAtEnd else { return nil }
        let days = daysSince1970(year, month, day)
        self.init(
            seconds: days * 86_400 + hour * 3600 + minute * 60 + second - offset,
            nanoseconds: Int32(truncatingIfNeeded: nanoseconds))
    }
}

/// Reads fixed-width numbers in order.
private struct DigitReader {
    let bytes: [UInt8]
    var index = 0

    var isAtEnd: Bool { index == bytes.count }

    mutating func number(_ width: Int) -> Int64? {
        guard index + width <= bytes.count else { return nil }
        var value: Int64 = 0
        for byte in bytes[index..<index + width] {
            guard ByteWindow.isDigit(byte) else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        index += width
        return value
    }

    /// Digits after a decimal point, as nanoseconds; digits after the ninth are dropped.
    mutating func fraction() -> Int64? {
        var value: Int64 = 0
        var place: Int64 = 100_000_000
        let start = index
        while index < bytes.count, ByteWindow.isDigit(bytes[index]) {
            value += Int64(bytes[index] - 0x30) * place
            place /= 10
            index += 1
        }
        return index > start ? value : nil
    }

    mutating func take(_ choices: StaticString) -> UInt8? {
        guard index < bytes.count else { return nil }
        let byte = bytes[index]
        guard choices.withUTF8Buffer({ $0.contains(byte) }) else { return nil }
        index += 1
        return byte
    }

    mutating func skip(_ choices: StaticString) -> Bool { take(choices) != nil }
}

private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

private func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

private func daysIn(_ month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

/// Days in the proleptic Gregorian calendar. Years start in March, so that a leap day ends its year, and are grouped in
/// eras of 400 years with 146,097 days each; the era containing 1970 began 719,468 days before it.
private func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
}

private func civilDate(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
}
