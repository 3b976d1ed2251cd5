internal import SockeyeIO

/// Dates in HTTP's format (IMF-fixdate, RFC 9110 section 5.6.7).
enum HTTPDateText {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func now() -> String { text(secondsSince1970: WallClock.nanoseconds / 1_000_000_000) }

    static func text(secondsSince1970 seconds: Int64) -> String {
        // Words in the language of the process would be no HTTP.
        let parts = TimeOfDay(seconds: seconds).text("%w %m %d %Y %H:%M:%S").split(separator: " ")
        guard parts.count == 5, let day = Int(parts[0]), let month = Int(parts[1]) else {
            return "Thu, 01 Jan 1970 00:00:00 GMT"
        }
        return "\(days[day]), \(parts[2]) \(months[month - 1]) \(parts[3]) \(parts[4]) GMT"
    }
}
