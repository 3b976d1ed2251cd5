internal import SockeyeIO

/// Decides how many segments may be under way at once: a pure state machine, which is told when its `window` is over.
///
/// ```
///              ┌──────────────── 4k, up to the limit ────────────────┬───────────────────────┐
///              ▼                                                     │                       │
///  await the first bytes of k ──→ measure k ──faster by a tenth──────┘              half as fast as it was
///                                     │  └── no faster, or nearly done ──→ watch k ──────────┘
///                                     └── no bytes: measure again, for twice as long
///  any: at the limit, a single stream, or a refusal or a cut, which lowers the count by one: settled
/// ```
/// Many servers send the first bytes of each connection faster than the rest, so what a short measurement said may not last.
struct SegmentGovernor: Sendable {
    /// How long a count is measured at least and at most.
    static let shortestWindow = Duration.milliseconds(40)
    static let longestWindow = Duration.milliseconds(500)
    /// How often the speed is looked at afterwards.
    static let watchWindow = Duration.milliseconds(250)
    /// The speedup that justifies more connections' cost to the server.
    static let worthwhileGain = 1.1
    /// How many connections a step makes of one.
    private static let growthFactor = 4
    /// With less time than so many windows left, a new connection does not pay.
    private static let remainingWindows = 4.0
    /// With less than this part of the speed that was measured, more connections are tried again.
    private static let lastingPart = 0.5

    /// Segments that may be under way now.
    private(set) var allowed: Int
    private let maximum: Int
    private var isSettled: Bool
    /// Whether more connections didn't pay when they were last measured.
    private var isWatching = false
    private var measuredFor = longestWindow
    /// How long the first response took; others take as long.
    private var firstDelay = Duration.zero
    /// When the last connections were opened.
    private var growth: (moment: Deadline, bytes: Int64)?
    /// `nil` while new segments have no bytes yet.
    private var windowStart: (moment: Deadline, bytes: Int64)?
    /// The most that was measured since more connections were last tried.
    private var bestRate = 0.0

    init(_ count: SegmentCount, maximum: Int = SegmentCount.maximumPerHost) {
        let maximum = max(1, maximum)
        self.maximum = maximum
        switch count {
        case .fixed(let count):
            allowed = min(max(1, count), maximum)
            isSettled = true
        case .automatic:
            allowed = 1
            isSettled = false
        }
    }

    /// When to call `tick` next: from now on; `nil` once the count is settled.
    var window: Duration? {
        if isSettled { return nil }
        return windowStart == nil ? firstDelay : isWatching ? Self.watchWindow : measuredFor
    }

    /// Whether there may ever be more than one, so that it pays to ask for ranges from the start.
    var mayUseSeveral: Bool { allowed > 1 || !isSettled }

    /// The window is over: `received` bytes in total, `remaining` bytes to fetch.
    mutating func tick(now: Deadline, received: Int64, remaining: Int64) {
        guard !isSettled else { return }
        guard let start = windowStart else {
            windowStart = (now, min(received, expectedBytes(at: now) ?? received))
            return
        }
        let elapsed = now.duration(since: start.moment)
        guard elapsed >= (isWatching ? Self.watchWindow : measuredFor) else { return }
        // A head may come long before its body.
        guard isWatching || received > start.bytes else {
            windowStart = (now, received)
            measuredFor = min(measuredFor * 2, Self.longestWindow)
            return
        }
        let nanoseconds = max(1, elapsed.wholeNanoseconds)
        let rate = Double(received - start.bytes) * 1e9 / Double(nanoseconds)
        let end = Self.remainingWindows * Double(measuredFor.wholeNanoseconds) / 1e9
        let isNearlyDone = rate > 0 && Double(remaining) / rate < end
        let pays = isWatching ? rate < bestRate * Self.lastingPart : rate > bestRate * Self.worthwhileGain
        if isNearlyDone || !pays {
            (windowStart, isWatching) = ((now, received), true)
            bestRate = max(bestRate, rate)
            return
        }
        bestRate = rate
        allowed = min(maximum, allowed * Self.growthFactor)
        (growth, windowStart, isWatching) = ((now, received), nil, false)
        isSettled = allowed == maximum
    }

    /// What the earlier connections have brought by now, at the speed they had. What is there beyond that is the new ones' doing:
    /// a first burst counts for any number of connections, or for none.
    private func expectedBytes(at now: Deadline) -> Int64? {
        guard let growth else { return nil }
        let nanoseconds = Double(now.duration(since: growth.moment).wholeNanoseconds)
        return Int64(exactly: (Double(growth.bytes) + bestRate * nanoseconds / 1e9).rounded())
    }

    /// The first response came after this long, and `received` bytes are there: a count is measured for as long, which is
    /// several round trips, so that TCP's slow start is over.
    mutating func begin(after delay: Duration, received: Int64, now: Deadline) {
        if windowStart != nil { return }
        firstDelay = min(delay, Self.longestWindow)
        measuredFor = min(max(delay, Self.shortestWindow), Self.longestWindow)
        windowStart = (now, received)
    }

    /// The server refused or cut a segment while `active` others continue: one fewer from now on.
    mutating func lower(active: Int) {
        allowed = max(1, min(allowed - 1, max(1, active)))
        isSettled = true
    }

    /// Only one stream from now on.
    mutating func useOne() {
        allowed = 1
        isSettled = true
    }
}
