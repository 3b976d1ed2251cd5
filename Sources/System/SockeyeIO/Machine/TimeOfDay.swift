internal import Glibc

/// A moment by the calendar's clock.
package struct TimeOfDay: Sendable, Hashable {
    /// Seconds since 1970, without leap seconds.
    package var seconds: Int64
    /// The nanoseconds beyond those.
    package var nanoseconds: Int32

    /// A moment.
    package init(seconds: Int64, nanoseconds: Int32 = 0) { (self.seconds, self.nanoseconds) = (seconds, nanoseconds) }

    /// The moment in the words of a format (`strftime(3)`), in the zone of the machine or in UTC (`localtime_r(3)`, `gmtime_r(3)`).
    package func text(_ format: String, isLocal: Bool = false) -> String {
        if format.isEmpty { return "" }
        var parts = tm()
        var moment = time_t(seconds)
        _ = isLocal ? localtime_r(&moment, &parts) : gmtime_r(&moment, &parts)
        // One byte of the format expands to at most a few dozen bytes.
        var buffer = [CChar](repeating: 0, count: 64 + format.utf8.count * 32)
        let count = strftime(&buffer, buffer.count, format, &parts)
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
