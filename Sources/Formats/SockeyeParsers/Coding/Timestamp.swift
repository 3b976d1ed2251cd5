internal import SockeyeBytes
internal import SockeyeFields

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
        // To the nearest: 1.001 as a `Double` is a little less, and would be another moment than the one it was written for.
        self.init(seconds: Int64(whole), nanoseconds: Int32(((seconds - whole) * 1e9).rounded()))
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

    /// The seconds of the years 0 to 9999, which are all that RFC 3339 section 5.6 can write.
    static let writable: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// Seconds from 1970-01-01 to 2001-01-01.
    static let from1970To2001: Int64 = 978_307_200

    /// Whether `left` is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}

extension Timestamp: CustomStringConvertible {
    /// The moment in RFC 3339 format, in UTC, with 3, 6 or 9 decimals if needed: `2026-01-31T12:00:00.250Z`. A year
    /// outside 0 to 9999, which RFC 3339 can't write, has a sign or more digits.
    public var description: String {
        let date = CivilDate(secondsSinceEpoch: seconds)
        var text = date.year < 0 ? "-" : ""
        text += ASCII.padded(abs(date.year), to: 4)
        for part in [date.month, date.day] { text += "-" + ASCII.padded(part) }
        text += "T" + [date.hour, date.minute, date.second].map { ASCII.padded($0) }.joined(separator: ":")
        if nanoseconds > 0 {
            let digits = ASCII.padded(nanoseconds, to: 9)
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
        let date = CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        guard date.isValid else { return nil }
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
            offset = Int64(hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
        }
        guard reader.isAtEnd else { return nil }
        self.init(seconds: date.secondsSinceEpoch - offset, nanoseconds: Int32(truncatingIfNeeded: nanoseconds))
    }
}

/// Reads fixed-width numbers in order.
private struct DigitReader {
    let bytes: [UInt8]
    var index = 0

    var isAtEnd: Bool { index == bytes.count }

    mutating func number(_ width: Int) -> Int? {
        guard index + width <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[index..<index + width] {
            guard ByteWindow.isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
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
