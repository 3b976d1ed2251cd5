package import SockeyeIO

/// How many segments a download is fetched in.
public enum SegmentCount: Sendable, Hashable {
    /// So many at once, where the server honours ranges.
    case fixed(Int)
    /// One at first; more as long as more are measurably faster, 16 at most.
    case automatic

    /// One stream.
    public static let one = SegmentCount.fixed(1)
}

/// Decides how many segments may be on their way at once: a pure state machine fed by the clock.
///
/// ```
///  automatic:  measure k ──faster than before by a tenth──→ measure 2k ──→ … up to the most
///                  └── no faster, or nearly done ──→ settled
///  any:        a refusal or a cut lowers the count by one and settles it
/// ```
package struct SegmentGovernor: Sendable {
    /// How long a count is measured: several round trips, and TCP's slow start is over.
    static let window = Duration.milliseconds(500)
    /// More connections have to bring at least this much to be worth their cost to the server.
    static let worthwhileGain = 1.1
    /// With less than this to go a new connection would not pay.
    static let leastRemainingSeconds = 2.0

    /// Segments that may be on their way now.
    package private(set) var allowed: Int
    private let most: Int
    private var isSettled: Bool
    private var windowStart: (moment: Deadline, bytes: Int64)?
    private var previousRate = 0.0

    package init(_ count: SegmentCount, most: Int = SegmentCount.mostPerHost) {
        let most = max(1, most)
        self.most = most
        switch count {
        case .fixed(let count):
            allowed = min(max(1, count), most)
            isSettled = true
        case .automatic:
            allowed = 1
            isSettled = false
        }
    }

    /// Whether more than one is thinkable, so that it pays to ask for ranges at once.
    package var mayUseSeveral: Bool { allowed > 1 || !isSettled }

    /// Time has passed: `received` bytes have come in all, `remaining` are to come.
    package mutating func tick(now: Deadline, received: Int64, remaining: Int64) {
        guard !isSettled else { return }
        guard let start = windowStart else {
            windowStart = (now, received)
            return
        }
        let elapsed = now.duration(since: start.moment)
        guard elapsed >= Self.window else { return }
        let nanoseconds = max(1, elapsed.wholeNanoseconds)
        let rate = Double(received - start.bytes) * 1e9 / Double(nanoseconds)
        windowStart = (now, received)
        let isNearlyDone = rate > 0 && Double(remaining) / rate < Self.leastRemainingSeconds
        guard allowed < most, !isNearlyDone, rate > previousRate * Self.worthwhileGain else {
            isSettled = true
            return
        }
        previousRate = rate
        allowed = min(most, allowed * 2)
    }

    /// The server refused or cut a segment while `active` others go on: one fewer from now on.
    package mutating func lower(active: Int) {
        allowed = max(1, min(allowed - 1, max(1, active)))
        isSettled = true
    }

    /// Only one stream can be had.
    package mutating func useOne() {
        allowed = 1
        isSettled = true
    }
}
