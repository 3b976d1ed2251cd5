internal import SockeyeHTTP1
internal import SockeyeIO

/// The attempts of one request under a retry policy.
struct RetryRounds {
    private let policy: RetryPolicy
    private let request: Request
    private let chance: Chance
    private let began = Deadline.now
    /// The end of the whole request.
    private let end: Deadline
    private var made = 0

    init(_ policy: RetryPolicy, _ request: Request, until end: Deadline, _ chance: Chance) {
        self.chance = chance
        self.policy = policy
        self.end = end
        self.request = request
    }

    /// The delay before the next attempt; `nil` if there is none.
    mutating func delay(after reason: RetryReason) -> Duration? {
        made += 1
        let situation = RetryPolicy.Situation(
            method: request.method, isBodyReplayable: request.body.isReplayable, attemptsMade: made,
            elapsed: Deadline.now.duration(since: began), now: .present)
        let delay = policy.delay(after: reason.trouble, situation, chance: chance.fraction(for: "retry"))
        // An attempt that begins when the request's time is over tells the caller less, and later.
        guard let delay, Deadline.after(delay) < end else { return nil }
        return delay
    }
}
