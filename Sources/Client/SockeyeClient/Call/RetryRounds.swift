internal import SockeyeHTTP1
internal import SockeyeIO

/// The attempts of one request under a retry policy.
final class RetryRounds {
    private let policy: RetryPolicy
    private let request: Request
    private let random: RandomSource
    private let began = Deadline.now
    /// The end of the whole request.
    private let end: Deadline
    private(set) var made = 0

    init(_ policy: RetryPolicy, _ request: Request, until end: Deadline, _ random: RandomSource) {
        self.random = random
        self.policy = policy
        self.end = end
        self.request = request
    }

    /// The delay before the next attempt, and whether it is the server's; `nil` if there is none.
    func plan(after reason: RetryReason, _ observer: Observers?) -> (delay: Duration, isServersWish: Bool)? {
        switch verdict(after: reason) {
        case .tryAgain(let delay, let isServersWish): return (delay, isServersWish)
        case .giveUp(let refusal):
            // A good answer needs no reason.
            if reason.isFault { observer?.tell(.retryRefused, refusal) }
            return nil
        }
    }

    private func verdict(after reason: RetryReason) -> RetryPolicy.Verdict {
        made += 1
        let situation = RetryPolicy.Situation(
            method: request.method, isBodyReplayable: request.body.isReplayable, attemptsMade: made,
            elapsed: Deadline.now.duration(since: began), now: .present)
        let verdict = policy.verdict(after: reason.cause, situation, chance: random.fraction(for: "retry"))
        // An attempt that begins when the request's time is over tells the caller less, and later.
        if case .tryAgain(let delay, _) = verdict, Deadline.after(delay) >= end { return .giveUp(.timeIsUp) }
        return verdict
    }
}

extension RetryReason {
    /// Whether it is an error, rather than a response like any other.
    fileprivate var isFault: Bool {
        if case .status(let status, _) = self { status >= 400 } else { true }
    }
}
