package import SockeyeIO
internal import Synchronization

/// Limits the bytes per second of all transfers that share it.
///
/// After moving bytes, a transfer waits until they were due; a burst may be 200 ms ahead.
package final class RateLimit: Sendable {
    /// The most credit that accumulates while idle.
    private static let burst = Duration.milliseconds(200)

    private let bytesPerSecond: Int64
    /// When everything moved so far is due.
    private let paidUntil = Mutex(Deadline.now)

    package init(bytesPerSecond: Int64) {
        self.bytesPerSecond = max(1, bytesPerSecond)
    }

    /// The most bytes to move at once, to keep the rate even.
    package var pieceLimit: Int64 { max(1024, bytesPerSecond / 10) }

    /// Records `count` moved bytes and returns when more may be moved.
    package func pay(for count: Int64, now: Deadline) -> Deadline {
        let cost = Duration.seconds(Double(count) / Double(bytesPerSecond))
        return paidUntil.withLock { paid in
            let nanoseconds = now.nanoseconds
            let credit = Self.burst.wholeNanoseconds
            let earliest = Deadline(nanoseconds: nanoseconds > credit ? nanoseconds - credit : 0)
            paid = max(paid, earliest).advanced(by: cost)
            return paid
        }
    }
}
