internal import SockeyeBytes
internal import SockeyeFields

/// Cookie dates, which are parsed more leniently than other dates (RFC 6265bis section 5.1.1).
enum CookieDate {
    /// Parses a time, a day, a month and a year in any order, ignoring other tokens; `nil` if one is missing or
    /// impossible.
    static func parse(_ text: String) -> HTTPDate? {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            let token = Array(token)
            if time == nil, let found = timeOfDay(token) {
                time = found
            } else if day == nil, let found = number(token, 1...2) {
                day = found
            } else if month == nil, let found = monthNumber(token) {
                month = found
            } else if year == nil, let found = number(token, 2...4) {
                // Step 3 of section 5.1.1: two digits mean the years around 2000.
                year = (70...99).contains(found) ? found + 1900 : (0...69).contains(found) ? found + 2000 : found
            }
        }
        guard let time, let day, let month, let year, time.second <= 59 else { return nil }
        return HTTPDate(
            CivilDate(
                year: year, month: month + 1, day: day, hour: time.hour, minute: time.minute, second: time.second))
    }

    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// RFC 6265bis section 5.1.1: everything but digits, letters, colons and bytes outside ASCII.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { ASCII.decimalDigit(byte) != nil }

    /// The number at the start of a token, with a digit count in `digits`; text may follow it, further digits not.
    private static func number(_ token: [UInt8], _ digits: ClosedRange<Int>) -> Int? {
        let leading = token.prefix(while: isDigit)
        guard digits.contains(leading.count) else { return nil }
        return leading.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func timeOfDay(_ token: [UInt8]) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].allSatisfy(isDigit), parts[1].allSatisfy(isDigit),
            let hour = number(Array(parts[0]), 1...2), let minute = number(Array(parts[1]), 1...2),
            let second = number(Array(parts[2]), 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func monthNumber(_ token: [UInt8]) -> Int? {
        let name = String(decoding: token.prefix(3), as: UTF8.self).lowercased()
        return monthNames.firstIndex { $0.lowercased() == name }
    }
}
