internal import Glibc

/// A moment for `%time{format}`.
struct WriteOutTime: Sendable {
    var seconds: Int
    var nanoseconds: Int

    /// The current time (`clock_gettime(2)`).
    static var now: WriteOutTime {
        if let (seconds, nanoseconds) = RunTape.timeOfDay {
            return WriteOutTime(seconds: seconds, nanoseconds: nanoseconds)
        }
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WriteOutTime(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// In UTC, formatted by `strftime(3)`, with `%f` for microseconds as our addition.
    func text(_ format: String) -> String {
        var expanded = ""
        var rest = format[...]
        while let character = rest.popFirst() {
            if character == "%", let next = rest.popFirst() {
                expanded += next == "f" ? Columns.zeroPadded(Int64(nanoseconds / 1000), 6) : "%\(next)"
            } else {
                expanded.append(character)
            }
        }
        if expanded.isEmpty { return "" }
        var parts = tm()
        var moment = time_t(seconds)
        gmtime_r(&moment, &parts)
        // One byte of the format expands to at most a few dozen bytes.
        var buffer = [CChar](repeating: 0, count: 64 + expanded.utf8.count * 32)
        let count = strftime(&buffer, buffer.count, expanded, &parts)
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
