internal import SockeyeIO

/// The clocks of one exchange: idle, first byte and minimum speed, within the total one. The time is only read where a
/// clock is set.
struct ExchangeClocks {
    let deadlines: Deadlines
    /// The bytes moved when the idle clock was reset, and when it runs out.
    private var idle: (moved: Int64, end: PhaseEnd)?
    private var firstByte: PhaseEnd?
    private var speed: SpeedWatch?
    /// Bytes of the request already counted for the speed.
    private var judgedBytes: Int64 = 0

    init(_ deadlines: Deadlines) {
        self.deadlines = deadlines
    }

    var timeouts: Timeouts { deadlines.timeouts }

    // MARK: Ends

    /// When the idle clock runs out. Bytes of heads and bodies reset it, in either direction; chunk framing and TLS
    /// messages don't.
    mutating func idleEnd(moved: Int64, now: @autoclosure () -> Deadline) -> PhaseEnd {
        if let idle, idle.moved == moved { return idle.end }
        let end = deadlines.end(.idle, timeouts.idle, now: now())
        idle = (moved, end)
        return end
    }

    /// When the wait for the first byte ends; the clock starts at the first call.
    mutating func firstByteEnd(now: @autoclosure () -> Deadline) -> PhaseEnd {
        if let firstByte { return firstByte }
        let end = deadlines.end(.firstByte, timeouts.firstByte, now: now())
        firstByte = end
        return end
    }

    /// `end`, or the next check of the speed if that is sooner.
    func endOrJudgement(_ end: PhaseEnd) -> PhaseEnd {
        guard let judgement = speed?.nextJudgement, judgement < end.moment else { return end }
        return PhaseEnd(moment: judgement, clock: .minimumSpeed)
    }

    // MARK: Speed

    /// Starts watching the speed: first of the request, then of the response.
    mutating func startSpeed(now: @autoclosure () -> Deadline) {
        guard let limit = timeouts.minimumSpeed else { return }
        speed = SpeedWatch(limit, startedAt: now())
    }

    var watchesSpeed: Bool { speed != nil }

    /// Excludes the time since the last bytes, which the reader spent.
    mutating func resumeSpeed(now: @autoclosure () -> Deadline) {
        speed?.resume(at: now())
    }

    /// Counts received bytes. Returns false if they arrive too slowly.
    mutating func isFastEnough(afterReceiving bytes: Int, now: @autoclosure () -> Deadline) -> Bool {
        speed?.isFastEnough(afterReceiving: bytes, now: now()) ?? true
    }

    /// Counts the bytes sent since the last wait; the time between two waits doesn't count against the server.
    mutating func countSent(_ total: Int64, now: @autoclosure () -> Deadline) {
        guard speed != nil else { return }
        let now = now()
        speed?.resume(at: now)
        _ = speed?.isFastEnough(afterReceiving: Int(clamping: total - judgedBytes), now: now)
        judgedBytes = total
    }
}
