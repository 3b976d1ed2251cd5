internal import SockeyeBytes

/// The grammars of HTTP-date (RFC 9110 section 5.6.7), which diverge after the day name:
/// ```
/// day-name ─┬ ", " 06 Nov 1994 ─ time ─ " GMT"     IMF-fixdate
///           └ " " Nov  6 ─ time ─ " 1994"          asctime
/// long name ─ ", " 06-Nov-94 ─ time ─ " GMT"       RFC 850
/// ```
/// Senders write them in this letter case; a cache matches them in any (RFC 9111 section 4.2), and so does everything else,
/// so that a date means the same everywhere.
struct HTTPDateReader {
    var scanner: FieldScanner
    let now: HTTPDate?

    /// The date, its parts not yet checked against their ranges; `nil` if the text has none of the forms.
    mutating func date() -> CivilDate? {
        var date: CivilDate?
        if index(in: HTTPDate.longDayNames) != nil {
            date = rfc850()
        } else if index(in: HTTPDate.dayNames) != nil {
            date = scanner.next == UInt8(ascii: ",") ? fixedDate() : asctime()
        }
        return scanner.isAtEnd ? date : nil
    }

    private mutating func fixedDate() -> CivilDate? {
        guard literal(", "), let day = digits(2), literal(" "), let month = month(), literal(" "),
            let year = digits(4), literal(" "), let time = time(), literal(" GMT")
        else { return nil }
        return civil(year, month, day, time)
    }

    private mutating func rfc850() -> CivilDate? {
        guard literal(", "), let day = digits(2), literal("-"), let month = month(), literal("-"),
            let year = digits(2), literal(" "), let time = time(), literal(" GMT")
        else { return nil }
        return placedInCentury(civil(year, month, day, time))
    }

    private mutating func asctime() -> CivilDate? {
        guard literal(" "), let month = month(), literal(" "),
            let day = literal(" ") ? digits(1) : digits(2), literal(" "),
            let time = time(), literal(" "), let year = digits(4)
        else { return nil }
        return civil(year, month, day, time)
    }

    /// The date with its full year: at most 50 years ahead of now, else the latest such year in the past.
    private func placedInCentury(_ date: CivilDate) -> CivilDate {
        var date = date
        guard let now else {
            date.year += date.year < 70 ? 2000 : 1900
            return date
        }
        let present = CivilDate(secondsSinceEpoch: now.secondsSinceEpoch)
        var limit = present
        limit.year += 50
        // Latest candidate first, compared with the limit part by part, because the limit may not be a real day.
        date.year += limit.year / 100 * 100
        if (date.year, date.month, date.day) > (limit.year, limit.month, limit.day)
            || (date.year, date.month, date.day) == (limit.year, limit.month, limit.day)
                && (date.hour, date.minute, date.second) > (limit.hour, limit.minute, limit.second)
        {
            date.year -= 100
        }
        return date
    }

    private func civil(_ year: Int, _ month: Int, _ day: Int, _ time: (Int, Int, Int)) -> CivilDate {
        CivilDate(year: year, month: month, day: day, hour: time.0, minute: time.1, second: time.2)
    }

    private mutating func time() -> (Int, Int, Int)? {
        guard let hour = digits(2), literal(":"), let minute = digits(2), literal(":"), let second = digits(2)
        else { return nil }
        return (hour, minute, second)
    }

    private mutating func month() -> Int? { index(in: HTTPDate.monthNames).map { $0 + 1 } }

    /// Takes one of the names, and says which; `nil` if none of them is next.
    private mutating func index(in names: [String]) -> Int? {
        for (index, name) in names.enumerated() where literal(name) { return index }
        return nil
    }

    private mutating func digits(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let byte = scanner.next, let digit = ASCII.decimalDigit(byte) else { return nil }
            number = number * 10 + Int(digit)
            scanner.position += 1
        }
        return number
    }

    private mutating func literal(_ text: String) -> Bool {
        var position = scanner.position
        for letter in text.utf8 {
            guard position < scanner.bytes.count,
                ASCII.lowercased(scanner.bytes[position]) == ASCII.lowercased(letter)
            else { return false }
            position += 1
        }
        scanner.position = position
        return true
    }
}
