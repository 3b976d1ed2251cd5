internal import Glibc

/// Dates in HTTP's format (IMF-fixdate, RFC 9110 section 5.6.7).
enum HTTPDateText {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    static func now() -> String {
        text(secondsSince1970: Int64(time(nil)))
    }

    static func text(secondsSince1970 seconds: Int64) -> String {
        var moment = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&moment, &parts) != nil else { return "Thu, 01 Jan 1970 00:00:00 GMT" }
        let date = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        let time = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
        return "\(days[Int(parts.tm_wday)]), \(date) \(time) GMT"
    }

    private static func two(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
