internal import Glibc

/// A moment by the calendar's clock.
public struct TimeOfDay: Sendable, Hashable {
    /// Seconds since 1970, without leap seconds.
    public var seconds: Int64
    /// The nanoseconds beyond those.
    public var nanoseconds: Int32

    /// A moment.
    public init(seconds: Int64, nanoseconds: Int32 = 0) { (self.seconds, self.nanoseconds) = (seconds, nanoseconds) }

    /// The moment in the words of a format (`strftime(3)`), in the zone of the machine or in UTC (`localtime_r(3)`, `gmtime_r(3)`).
    public func text(_ format: String, isLocal: Bool = false) -> String {
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
