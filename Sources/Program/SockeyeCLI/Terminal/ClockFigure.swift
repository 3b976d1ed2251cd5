internal import SockeyeBytes

/// A number of seconds in exactly eight columns, the way curl's meter writes it: `--:--:--`, ` 0:01:59`,
/// `99:59:59`, ` 11d 15h`, `   1138d`.
enum ClockFigure {
    private static let secondsPerHour: Int64 = 3_600
    private static let secondsPerDay: Int64 = 86_400

    /// `seconds` in eight columns; 0 and less show as unknown.
    static func text(_ seconds: Int64) -> String {
        guard seconds > 0 else { return "--:--:--" }
        let hours = seconds / secondsPerHour
        if hours <= 99 {
            let rest = seconds % secondsPerHour
            return "\(Columns.right(hours, 2)):\(ASCII.padded(rest / 60)):\(ASCII.padded(rest % 60))"
        }
        let days = seconds / secondsPerDay
        return days <= 999 ? "\(Columns.right(days, 3))d \(ASCII.padded(hours % 24))h" : Columns.right(days, 7) + "d"
    }
}
