internal import SockeyeBytes
internal import SockeyeFields

/// The dates of `-z`: day, month and year in any order, with an optional time of day and zone, as curl_getdate(3) reads
/// them; and `2004-11-06T10:11:12Z`, which curl doesn't read.
///
/// ```
/// Sun, 06 Nov 1994 08:49:37 GMT     6 Nov 1994     Nov 6 1994     20041106     1 Sep 2021 12:18 +0200     2021-Sep-01
/// ```
struct DateArgument {
    private var day: Int?
    private var month: Int?
    private var year: Int?
    private var time: Int64?
    /// Seconds that the zone is ahead of UTC.
    private var zone: Int64?
    private var hasWeekday = false

    /// The time; `nil` if the text isn't a date.
    static func parse(_ text: String) -> HTTPDate? {
        var date = DateArgument()
        guard date.read(Array(text.utf8)) else { return nil }
        return date.value
    }

    private mutating func read(_ bytes: [UInt8]) -> Bool {
        var rest = bytes.dropFirst(readStandardDate(bytes))
        // The byte before a number decides whether it can be a zone.
        var before: UInt8 = 0
        while let byte = rest.first {
            if byte.isLetter {
                let word = rest.prefix { $0.isLetter }
                rest = rest.dropFirst(word.count)
                guard take(word: String(decoding: word, as: UTF8.self).lowercased()) else { return false }
            } else if byte.isDecimalDigit {
                let number = rest.prefix { $0.isDecimalDigit || $0 == UInt8(ascii: ":") }
                rest = rest.dropFirst(number.count)
                guard take(number: number, after: before) else { return false }
            } else {
                rest = rest.dropFirst()
            }
            before = byte
        }
        return true
    }

    /// Reads `2004-11-06`, alone or before a space or a T. Returns how many bytes it consumes.
    private mutating func readStandardDate(_ bytes: [UInt8]) -> Int {
        guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes.count == 10 || bytes[10] == UInt8(ascii: " ")
                || bytes[10] == UInt8(ascii: "T") && bytes.count > 11 && bytes[11].isDecimalDigit,
            let year = Self.number(bytes[..<4]), let month = Self.number(bytes[5..<7]),
            let day = Self.number(bytes[8..<10])
        else { return 0 }
        (self.year, self.month, self.day) = (year, month, day)
        return min(11, bytes.count)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.allSatisfy(\.isDecimalDigit) ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }

    private mutating func take(word: String) -> Bool {
        let start = word.prefix(3)
        if word.count >= 3, !hasWeekday, let name = Self.weekdays.first(where: { $0.hasPrefix(start) }),
            word == start || word == name
        {
            hasWeekday = true
        } else if word.count >= 3, month == nil, let index = Self.months.firstIndex(where: { $0.hasPrefix(start) }),
            word == start || word == Self.months[index]
        {
            month = index + 1
        } else if zone == nil, let hours = Self.zones[word] {
            zone = Int64(hours) * 3600
        } else {
            return false
        }
        return true
    }

    private mutating func take(number: ArraySlice<UInt8>, after before: UInt8) -> Bool {
        let text = String(decoding: number, as: UTF8.self)
        if number.contains(UInt8(ascii: ":")) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) ?? -1 }
            guard time == nil, (2...3).contains(parts.count), (0...23).contains(parts[0]), (0...59).contains(parts[1]),
                parts.count == 2 || (0...60).contains(parts[2])
            else { return false }
            time = parts[0] * 3600 + parts[1] * 60 + (parts.count == 3 ? parts[2] : 0)
            return true
        }
        guard let value = Int(text) else { return false }
        let sign: Int64? = before == UInt8(ascii: "+") ? 1 : before == UInt8(ascii: "-") ? -1 : nil
        if let sign, number.count == 4, value <= 1400, time != nil, zone == nil {
            zone = sign * Int64(value / 100 * 3600 + value % 100 * 60)
        } else if number.count == 8, year == nil, month == nil, day == nil {
            (year, month, day) = (value / 10_000, value / 100 % 100, value % 100)
        } else if day == nil, (1...31).contains(value) {
            day = value
        } else if year == nil {
            // As in curl, two digits mean 1971 to 2070.
            year = value < 100 ? value + (value > 70 ? 1900 : 2000) : value
        } else {
            return false
        }
        return true
    }

    /// The time; as in curl, a day beyond the end of the month falls in the next one.
    private var value: HTTPDate? {
        guard let day, let month, let year, (1...12).contains(month), (1...31).contains(day),
            (1601...9999).contains(year),
            let first = HTTPDate(
                parsing: "Mon, 01 \(Self.months[month - 1].prefix(3).capitalized) "
                    + "\(ASCII.padded(year, to: 4)) 00:00:00 GMT")
        else { return nil }
        let seconds = first.secondsSinceEpoch + Int64(day - 1) * 86_400 + (time ?? 0) - (zone ?? 0)
        return HTTPDate(secondsSinceEpoch: seconds)
    }

    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
    private static let zones = [
        "gmt": 0, "utc": 0, "ut": 0, "z": 0, "wet": 0, "bst": 1, "cet": 1, "met": 1, "cest": 2, "mest": 2, "eet": 2,
        "jst": 9, "nzst": 12, "ast": -4, "adt": -3, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6,
        "pst": -8, "pdt": -7, "hst": -10,
    ]
}

extension StringProtocol {
    /// With the first letter in uppercase.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
