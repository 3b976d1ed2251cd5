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
    static let shortestWindow = Duration.milliseconds(20)
    static let longestWindow = Duration.milliseconds(500)
    /// With a nearer server, a count is measured for four delays, at most for as long as this.
    private static let nearWindow = Duration.milliseconds(40)
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

    /// How many bytes there were at a moment.
    private struct Mark {
        var moment: Deadline
        var bytes: Int64

        /// In bytes a second.
        func rate(since start: Mark) -> Double {
            let nanoseconds = max(1, moment.duration(since: start.moment).wholeNanoseconds)
            return Double(bytes - start.bytes) * 1e9 / Double(nanoseconds)
        }
    }

    private enum Phase {
        /// New segments have no bytes yet.
        case awaiting
        case measuring(since: Mark)
        /// More connections didn't pay when they were last measured.
        case watching(since: Mark)
        case settled
    }

    /// Segments that may be under way now.
    private(set) var allowed: Int
    private let maximum: Int
    private var phase: Phase
    private var measuredFor = longestWindow
    /// How long the first response took; others take as long.
    private var firstDelay = Duration.zero
    /// When the last connections were opened.
    private var growth: Mark?
    /// The most that was measured since more connections were last tried.
    private var bestRate = 0.0

    init(_ count: SegmentCount, maximum: Int = SegmentCount.perHostLimit) {
        let maximum = max(1, maximum)
        self.maximum = maximum
        switch count {
        case .fixed(let count):
            allowed = min(max(1, count), maximum)
            phase = .settled
        case .automatic:
            allowed = 1
            phase = .awaiting
        }
    }

    /// When to call `tick` next: from now on; `nil` once the count is settled.
    var window: Duration? {
        switch phase {
        case .awaiting: firstDelay
        case .measuring: measuredFor
        case .watching: Self.watchWindow
        case .settled: nil
        }
    }

    /// Whether there may ever be more than one, so that it pays to ask for ranges from the start.
    var mayUseSeveral: Bool {
        if case .settled = phase { return allowed > 1 }
        return true
    }

    /// The window is over: `received` bytes in total, `remaining` bytes to fetch.
    mutating func tick(now: Deadline, received: Int64, remaining: Int64) {
        let mark = Mark(moment: now, bytes: received)
        switch phase {
        case .settled: break
        case .awaiting:
            phase = .measuring(since: Mark(moment: now, bytes: min(received, expectedBytes(at: now) ?? received)))
        case .measuring(let start):
            guard now.duration(since: start.moment) >= measuredFor else { return }
            // A head may come long before its body.
            guard received > start.bytes else {
                phase = .measuring(since: mark)
                measuredFor = min(measuredFor * 2, Self.longestWindow)
                return
            }
            let rate = mark.rate(since: start)
            decide(pays: rate > bestRate * Self.worthwhileGain, rate, mark, remaining)
        case .watching(let start):
            guard now.duration(since: start.moment) >= Self.watchWindow else { return }
            let rate = mark.rate(since: start)
            decide(pays: rate < bestRate * Self.lastingPart, rate, mark, remaining)
        }
    }

    /// Opens more connections if that pays, and watches the speed if not.
    private mutating func decide(pays: Bool, _ rate: Double, _ mark: Mark, _ remaining: Int64) {
        let end = Self.remainingWindows * Double(measuredFor.wholeNanoseconds) / 1e9
        let isNearlyDone = rate > 0 && Double(remaining) / rate < end
        if isNearlyDone || !pays {
            phase = .watching(since: mark)
            bestRate = max(bestRate, rate)
            return
        }
        bestRate = rate
        growth = mark
        allowed = min(maximum, allowed * Self.growthFactor)
        phase = allowed == maximum ? .settled : .awaiting
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
        switch phase {
        case .measuring, .watching: return
        case .awaiting: phase = .measuring(since: Mark(moment: now, bytes: received))
        case .settled: break
        }
        firstDelay = min(delay, Self.longestWindow)
        measuredFor = min(max(delay, min(delay * 4, Self.nearWindow), Self.shortestWindow), Self.longestWindow)
    }

    /// The server refused or cut a segment while `active` others continue: one fewer from now on.
    mutating func lower(active: Int) {
        allowed = max(1, min(allowed - 1, max(1, active)))
        phase = .settled
    }

    /// Only one stream from now on.
    mutating func useOne() {
        allowed = 1
        phase = .settled
    }
}
