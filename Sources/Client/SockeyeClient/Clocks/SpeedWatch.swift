internal import SockeyeIO

/// Checks the minimum speed of a body, window by window.
struct SpeedWatch: Sendable {
    /// A shorter period would measure the scheduler, not the sender.
    private static let shortestPeriod = Duration.milliseconds(1)

    private let limit: Timeouts.MinimumSpeed
    private var windowEnd: Deadline
    private var windowBytes: Int64 = 0

    init(_ limit: Timeouts.MinimumSpeed, startedAt start: Deadline) {
        var limit = limit
        limit.period = max(limit.period, Self.shortestPeriod)
        self.limit = limit
        windowEnd = start.advanced(by: limit.period)
    }

    /// The receiver asks for more. If it took longer than the window itself, a new window begins.
    mutating func resume(at now: Deadline) {
        if now < windowEnd { return }
        windowBytes = 0
        windowEnd = now.advanced(by: limit.period)
    }

    /// When the speed is checked next.
    var nextJudgement: Deadline { windowEnd }

    /// Counts bytes and checks a window that has ended. Returns false if it was too slow.
    mutating func isFastEnough(afterReceiving bytes: Int, now: Deadline) -> Bool {
        windowBytes += Int64(bytes)
        guard now >= windowEnd else { return true }
        let late = now.duration(since: windowEnd)
        let seconds = (Double(late.wholeNanoseconds) + Double(limit.period.wholeNanoseconds)) / 1e9
        let isFast = Double(windowBytes) >= Double(limit.bytesPerSecond) * seconds
        windowBytes = 0
        windowEnd = now.advanced(by: limit.period)
        return isFast
    }
}
