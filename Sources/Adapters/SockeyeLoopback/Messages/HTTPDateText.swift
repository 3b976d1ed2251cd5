internal import SockeyeIO

/// Dates in HTTP's format (IMF-fixdate, RFC 9110 section 5.6.7).
enum HTTPDateText {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func now() -> String { text(secondsSince1970: WallClock.nanoseconds / 1_000_000_000) }

    /// The text of a moment not before 1970.
    static func text(secondsSince1970 seconds: Int64) -> String {
        let (days, second) = max(0, seconds).quotientAndRemainder(dividingBy: 86_400)
        var (day, month, year) = (Int(days), 0, 1970)
        while day >= Self.length(of: month, year) {
            day -= Self.length(of: month, year)
            (month, year) = month == 11 ? (0, year + 1) : (month + 1, year)
        }
        let time = [second / 3600, second / 60 % 60, second % 60].map { two($0) }.joined(separator: ":")
        return "\(Self.days[Int(days % 7)]), \(two(Int64(day + 1))) \(months[month]) \(year) \(time) GMT"
    }

    private static func length(of month: Int, _ year: Int) -> Int {
        switch month {
        case 1: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 3, 5, 8, 10: 30
        default: 31
        }
    }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
