package import SockeyeIO
internal import Synchronization

/// Keeps bytes together below a number of them a second.
///
/// Whoever has moved bytes waits until they were allowed to move; a fifth of a second's worth may come at once.
package final class RateLimit: Sendable {
    /// How much credit gathers while nobody moves any.
    private static let burst = Duration.milliseconds(200)

    private let bytesPerSecond: Int64
    /// When everything moved so far was allowed to have been.
    private let paidUntil = Mutex(Deadline.now)

    package init(bytesPerSecond: Int64) {
        self.bytesPerSecond = max(1, bytesPerSecond)
    }

    /// The most to move at once, so that the rate stays even.
    package var mostAtOnce: Int64 { max(1024, bytesPerSecond / 10) }

    /// The moment from which more may be moved, after `count` bytes were.
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
