/// The speed over the last five seconds, from one record per second.
struct SpeedWindow: Sendable {
    private struct Record {
        var milliseconds: Int64
        var moved: Int64
    }

    /// Six records span five seconds.
    private static let capacity = 6
    private var records: [Record] = []

    /// Adds a record and returns the speed since the oldest one kept, in bytes per second; `nil` for the first.
    mutating func record(moved: Int64, milliseconds: Int64) -> Int64? {
        records.append(Record(milliseconds: milliseconds, moved: moved))
        if records.count > Self.capacity { records.removeFirst() }
        guard records.count > 1, let oldest = records.first else { return nil }
        return Speed.bytesPerSecond(
            max(0, moved - oldest.moved), microseconds: max(1, milliseconds - oldest.milliseconds) * 1_000)
    }
}

/// Division that neither overflows nor traps.
enum Speed {
    /// `bytes` over `microseconds`, in bytes per second, rounded down.
    static func bytesPerSecond(_ bytes: Int64, microseconds: Int64) -> Int64 {
        let wide = Int128(max(0, bytes)) * 1_000_000 / Int128(max(1, microseconds))
        return Int64(clamping: wide)
    }
}
