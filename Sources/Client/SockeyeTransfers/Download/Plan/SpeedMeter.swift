internal import SockeyeIO

/// The speed over the last seconds, computed from byte counts.
struct SpeedMeter {
    private static let span = Duration.seconds(3)
    private var samples: [(moment: Deadline, count: Int64)] = []

    /// Records a count; returns bytes per second.
    mutating func record(_ count: Int64, now: Deadline) -> Double {
        // A smaller count means that the download started over.
        if let last = samples.last, count < last.count { samples.removeAll() }
        samples.append((now, count))
        while samples.count > 2, now.duration(since: samples[1].moment) >= Self.span { samples.removeFirst() }
        guard let first = samples.first, now > first.moment else { return 0 }
        return Double(count - first.count) / (Double(now.duration(since: first.moment).wholeNanoseconds) / 1e9)
    }
}
