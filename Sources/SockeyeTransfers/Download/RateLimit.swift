package import SockeyeIO
internal import Synchronization

/// Keeps all segments together below a number of bytes a second.
///
/// Whoever has received bytes waits until they were allowed to come; a fifth of a second's worth may come at once.
package final class RateLimit: Sendable {
    /// How much credit gathers while nobody receives.
    private static let burst = Duration.milliseconds(200)

    private let bytesPerSecond: Int64
    /// When everything received so far was allowed to have come.
    private let paidUntil = Mutex(Deadline.now)

    package init(bytesPerSecond: Int64) {
        self.bytesPerSecond = max(1, bytesPerSecond)
    }

    /// The most to receive at once, so that the rate stays even.
    var mostAtOnce: Int64 { max(1024, bytesPerSecond / 10) }

    /// The moment from which more may be received, after `count` bytes were.
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
