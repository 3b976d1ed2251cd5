package import HTTPTypes
package import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO

/// Whether and when a request that failed for a transient reason is repeated.
///
/// A request is repeated only if that is safe: its body can be sent again, and its method is idempotent (RFC 9110
/// section 9.2.2) or nothing of it was sent. The caller sees only the last response or error.
public struct RetryPolicy: Sendable, Hashable {
    /// The most attempts, including the first; 1 never repeats.
    public var attempts: Int
    /// The delay before the second attempt.
    public var firstDelay: Duration
    /// The factor by which each delay grows.
    public var growth: Double
    /// The longest delay. If Retry-After asks for more, the response is delivered as it is; if for less than the delay that
    /// is due, it changes nothing.
    public var delayLimit: Duration
    /// The random part of each delay, from 0 to 1, so that many clients don't retry at the same time.
    public var jitter: Double
    /// How long after the first attempt a new one may begin; `nil` for no limit.
    public var totalTime: Duration?
    /// The statuses worth a retry.
    public var statuses: Set<Int>
    /// Whether connections that are refused, or to which no route leads, are retried; other network failures always are.
    public var retriesRefusedConnections: Bool
    /// Whether every error is retried, even permanent ones such as a bad certificate.
    public var retriesAllErrors: Bool
    /// Whether non-idempotent methods are repeated too, so that a POST may take effect twice.
    public var retriesUnsafeMethods: Bool

    /// Creates a policy; by default three attempts, with delays of 1 s and 2 s, half of it random.
    public init(
        attempts: Int = 3, firstDelay: Duration = .seconds(1), growth: Double = 2,
        delayLimit: Duration = .seconds(600), jitter: Double = 0.5, totalTime: Duration? = nil,
        statuses: Set<Int> = [408, 429, 500, 502, 503, 504], retriesRefusedConnections: Bool = true,
        retriesAllErrors: Bool = false, retriesUnsafeMethods: Bool = false
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.growth = growth
        self.delayLimit = delayLimit
        self.jitter = jitter
        self.totalTime = totalTime
        self.statuses = statuses
        self.retriesRefusedConnections = retriesRefusedConnections
        self.retriesAllErrors = retriesAllErrors
        self.retriesUnsafeMethods = retriesUnsafeMethods
    }

    /// Never repeats. The silent second try after an idle connection was lost is independent of this.
    public static let never = RetryPolicy(attempts: 1)
}

extension RetryPolicy {
    /// The state of one request so far.
    package struct Situation: Sendable {
        /// Its method.
        package var method: HTTPRequest.Method
        /// Whether its body can be sent again.
        package var isBodyReplayable: Bool
        /// Attempts made, at least one.
        package var attemptsMade: Int
        /// The time since the first attempt began.
        package var elapsed: Duration
        /// The current time, for a date in Retry-After.
        package var now: HTTPDate

        /// Creates a situation.
        package init(
            method: HTTPRequest.Method, isBodyReplayable: Bool, attemptsMade: Int, elapsed: Duration, now: HTTPDate
        ) {
            self.method = method
            self.isBodyReplayable = isBodyReplayable
            self.attemptsMade = attemptsMade
            self.elapsed = elapsed
            self.now = now
        }
    }

    /// The failure, as far as retries depend on it.
    enum Cause: Sendable, Hashable {
        /// The server answered with this status and, optionally, a Retry-After field.
        case status(Int, retryAfter: String?)
        /// There was no complete response; `wasSent` if bytes of the request were sent.
        case failure(Kind, wasSent: Bool)

        /// The kind of a failure.
        enum Kind: Sendable, Hashable {
            /// It may not happen again.
            case passing
            /// The connection was refused, or no route leads there.
            case refused
            /// It will happen again.
            case lasting
            /// The caller cancelled.
            case cancelled
        }
    }

    /// What to do after a failure.
    enum Verdict: Sendable, Hashable {
        /// Try again after this delay.
        case tryAgain(after: Duration, isServersWish: Bool)
        /// Give up, for this reason.
        case giveUp(RetryRefusal)
    }

    /// The delay before the next attempt; `nil` if there is none.
    ///
    /// - Parameter chance: a random number from 0 to 1, for the jitter.
    func delay(after cause: Cause, _ situation: Situation, chance: Double) -> Duration? {
        if case .tryAgain(let delay, _) = verdict(after: cause, situation, chance: chance) { delay } else { nil }
    }

    /// The same with the reason.
    func verdict(after cause: Cause, _ situation: Situation, chance: Double) -> Verdict {
        if !isPassing(cause) { return .giveUp(.lasting) }
        if situation.attemptsMade >= attempts { return .giveUp(.attemptsMade(situation.attemptsMade)) }
        if !situation.isBodyReplayable { return .giveUp(.notReplayable) }
        if !isSafe(after: cause, situation.method) { return .giveUp(.notIdempotent) }
        var delay = backOff(situation.attemptsMade, chance: chance)
        var isServersWish = false
        if case .status(_, let text?) = cause, let after = RetryAfter(parsing: text, now: situation.now) {
            // RFC 9110 section 10.2.3: the server asks for a longer wait, within the limit. One that asks for none
            // would have all attempts at once.
            let wish = Duration.seconds(after.delay(from: situation.now))
            guard wish <= delayLimit else { return .giveUp(.delayTooLong(wish)) }
            isServersWish = wish >= delay
            delay = max(delay, wish)
        }
        if let totalTime, situation.elapsed + delay > totalTime { return .giveUp(.timeIsUp) }
        return .tryAgain(after: delay, isServersWish: isServersWish)
    }

    private func backOff(_ attemptsMade: Int, chance: Double) -> Duration {
        let longest = delayLimit.inSeconds
        var seconds = firstDelay.inSeconds
        // Step by step, so that nothing overflows.
        for _ in 1..<max(1, attemptsMade) where seconds < longest { seconds *= max(1, growth) }
        // In this order of the arguments NaN, which is no number of seconds, becomes the limit.
        seconds = min(longest, seconds)
        let part = min(1, max(0, jitter))
        return .seconds(seconds * (1 - part * min(1, max(0, chance))))
    }

    private func isPassing(_ cause: Cause) -> Bool {
        switch cause {
        case .status(let status, _): statuses.contains(status)
        case .failure(.passing, _): true
        case .failure(.refused, _): retriesRefusedConnections || retriesAllErrors
        case .failure(.lasting, _): retriesAllErrors
        case .failure(.cancelled, _): false
        }
    }

    private func isSafe(after cause: Cause, _ method: HTTPRequest.Method) -> Bool {
        if retriesUnsafeMethods || method.isIdempotent { return true }
        if case .failure(_, let wasSent) = cause { return !wasSent }
        return false
    }
}

/// Why a failed request isn't repeated by the retry policy.
enum RetryRefusal: Sendable, Hashable {
    case attemptsMade(Int)
    case notReplayable
    /// It would happen again.
    case lasting
    case notIdempotent
    /// The server asks for a longer delay than the policy allows.
    case delayTooLong(Duration)
    case timeIsUp
}
