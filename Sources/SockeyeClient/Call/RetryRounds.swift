internal import SockeyeHTTP1
internal import SockeyeIO

/// The attempts of one request under a retry policy.
struct RetryRounds {
    private let policy: RetryPolicy
    private let request: Request
    private let began = Deadline.now
    private var made = 0

    init(_ policy: RetryPolicy, _ request: Request) {
        self.policy = policy
        self.request = request
    }

    /// The delay before the next attempt; `nil` if there is none.
    mutating func delay(after reason: RetryReason) -> Duration? {
        made += 1
        let situation = RetryPolicy.Situation(
            method: request.method, isBodyReplayable: request.body.isReplayable, attemptsMade: made,
            elapsed: Deadline.now.duration(since: began), now: .present)
        return policy.delay(after: reason.trouble, situation, chance: .random(in: 0..<1))
    }
}
