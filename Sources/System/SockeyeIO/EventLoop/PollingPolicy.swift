/// Decides whether an event loop, or a task on another thread, polls for a moment before it sleeps.
///
/// Waking a sleeping thread takes tens of microseconds on a machine with idle cores. When responses come sooner than that,
/// as from a server on the same machine or rack, sleeping costs more than polling. So after a run of short waits, the
/// loop polls epoll for as long as one such wait; after a long wait, or a poll that finds nothing, it sleeps at once. A
/// loop with more than a few sockets never polls: it would burn processor time that other work can use.
///
/// A task on another thread polls its own socket, and saves two wake-ups.
struct PollingPolicy {
    /// Longer waits are cheaper to sleep through.
    static let longestPoll: UInt64 = 50_000
    /// One busy connection, and perhaps an idle one and a timer.
    static let clientLimit = 3
    /// Short waits in a row before polling pays off.
    static let shortWaitsNeeded = 8
    /// A task that never sleeps would monopolise its thread, so it yields after this many polls in a row.
    static let pollLimit = 8

    /// Whether a request was sent and its response will end the wait.
    var isAnswerExpected = false
    private var shortWaits = 0
    private var pollsInARow = 0

    /// Records a sleep of `waited` nanoseconds on a loop with `clients` sockets and timers.
    mutating func note(waited: UInt64, clients: Int) {
        // A sleep includes the wake-up, so a wait that polling would keep short shows as up to twice as long.
        let isWorthIt = waited <= 2 * Self.longestPoll && clients <= Self.clientLimit
        shortWaits = isWorthIt ? min(shortWaits + 1, Self.shortWaitsNeeded) : 0
        pollsInARow = 0
    }

    /// The time until which to poll, or `nil` to sleep at once.
    func pollUntil(now: UInt64) -> UInt64? {
        shortWaits < Self.shortWaitsNeeded ? nil : now &+ Self.longestPoll
    }

    /// Polling found the answer. Returns whether it is time to let others run.
    mutating func recordSuccess() -> Bool {
        pollsInARow = (pollsInARow + 1) % Self.pollLimit
        return pollsInARow == 0
    }

    /// Polling found nothing: responses take longer now.
    mutating func recordFailure() {
        shortWaits = 0
        pollsInARow = 0
    }
}
