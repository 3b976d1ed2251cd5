public import HTTPTypes
public import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO

/// When a request that failed for a passing reason is made again, and after how long.
///
/// A request is repeated only where that is safe: its body can be sent again, and its method is idempotent (RFC 9110
/// section 9.2.2) or nothing of it was sent. The caller sees the last answer or error only.
public struct RetryPolicy: Sendable, Hashable {
    /// Attempts in all, the first one included; 1 never repeats.
    public var attempts: Int
    /// How long to wait before the second attempt.
    public var firstDelay: Duration
    /// How much longer each wait is than the one before.
    public var growth: Double
    /// No wait is longer than this, whatever Retry-After says: then the answer is given as it is.
    public var longestDelay: Duration
    /// The part of each wait that is left to chance, from 0 to 1, so that many clients do not come back at once.
    public var jitter: Double
    /// No attempt begins later than this after the first; `nil` for no limit.
    public var totalTime: Duration?
    /// The statuses that mean "later, perhaps".
    public var statuses: Set<Int>
    /// Whether a connection that was refused is tried again; other failures of the network always are.
    public var retriesRefusedConnections: Bool
    /// Whether every error is a reason, were it as lasting as a wrong certificate.
    public var retriesAllErrors: Bool
    /// Whether methods that are not idempotent are repeated too, so that a POST may take effect twice.
    public var retriesUnsafeMethods: Bool

    /// A policy: three attempts, after 1 s and 2 s, half of it by chance.
    public init(
        attempts: Int = 3, firstDelay: Duration = .seconds(1), growth: Double = 2,
        longestDelay: Duration = .seconds(600), jitter: Double = 0.5, totalTime: Duration? = nil,
        statuses: Set<Int> = [408, 429, 500, 502, 503, 504], retriesRefusedConnections: Bool = true,
        retriesAllErrors: Bool = false, retriesUnsafeMethods: Bool = false
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.growth = growth
        self.longestDelay = longestDelay
        self.jitter = jitter
        self.totalTime = totalTime
        self.statuses = statuses
        self.retriesRefusedConnections = retriesRefusedConnections
        self.retriesAllErrors = retriesAllErrors
        self.retriesUnsafeMethods = retriesUnsafeMethods
    }

    /// Never repeats; the one silent repeat on a connection that died idle is not meant by this.
    public static let never = RetryPolicy(attempts: 1)
}

extension RetryPolicy {
    /// What has happened to one request so far.
    public struct Situation: Sendable {
        /// Its method.
        public var method: HTTPRequest.Method
        /// Whether its body can be sent again.
        public var isBodyReplayable: Bool
        /// Attempts made, at least one.
        public var attemptsMade: Int
        /// The time since the first attempt began.
        public var elapsed: Duration
        /// The present time, for a date in Retry-After.
        public var now: HTTPDate

        /// A situation by its facts.
        public init(
            method: HTTPRequest.Method, isBodyReplayable: Bool, attemptsMade: Int, elapsed: Duration, now: HTTPDate
        ) {
            self.method = method
            self.isBodyReplayable = isBodyReplayable
            self.attemptsMade = attemptsMade
            self.elapsed = elapsed
            self.now = now
        }
    }

    /// What went wrong, as far as it matters here.
    package enum Trouble: Sendable, Hashable {
        /// The server answered with this status, and perhaps with a Retry-After field.
        case status(Int, retryAfter: String?)
        /// There was no answer, or it was cut; and whether bytes of the request were sent.
        case failure(Kind, wasSent: Bool)

        /// How a failure looks.
        package enum Kind: Sendable, Hashable {
            /// It may be gone the next time.
            case passing
            /// The connection was refused.
            case refused
            /// It will be the same the next time.
            case lasting
            /// The caller wanted no more.
            case cancelled
        }
    }

    /// How long to wait before the next attempt; `nil` when there is none.
    ///
    /// - Parameter chance: from 0 up to 1, for the jitter.
    package func delay(after trouble: Trouble, _ situation: Situation, chance: Double) -> Duration? {
        guard situation.attemptsMade < attempts, situation.isBodyReplayable, isPassing(trouble),
            isSafe(after: trouble, situation.method)
        else { return nil }
        let delay: Duration
        if case .status(_, let text?) = trouble, let after = RetryAfter(parsing: text, now: situation.now) {
            // RFC 9110 section 10.2.3: the server knows best when, unless it says never.
            delay = .seconds(after.delay(from: situation.now))
            guard delay <= longestDelay else { return nil }
        } else {
            delay = backOff(situation.attemptsMade, chance: chance)
        }
        if let totalTime, situation.elapsed + delay > totalTime { return nil }
        return delay
    }

    private func backOff(_ attemptsMade: Int, chance: Double) -> Duration {
        let longest = longestDelay.inSeconds
        var seconds = firstDelay.inSeconds
        // Grown step by step so that no number overflows on the way.
        for _ in 1..<max(1, attemptsMade) where seconds < longest { seconds *= max(1, growth) }
        seconds = min(seconds, longest)
        let part = min(max(jitter, 0), 1)
        return .seconds(seconds * (1 - part * min(max(chance, 0), 1)))
    }

    private func isPassing(_ trouble: Trouble) -> Bool {
        switch trouble {
        case .status(let status, _): statuses.contains(status)
        case .failure(.passing, _): true
        case .failure(.refused, _): retriesRefusedConnections || retriesAllErrors
        case .failure(.lasting, _): retriesAllErrors
        case .failure(.cancelled, _): false
        }
    }

    private func isSafe(after trouble: Trouble, _ method: HTTPRequest.Method) -> Bool {
        if retriesUnsafeMethods || method.isIdempotent { return true }
        if case .failure(_, let wasSent) = trouble { return !wasSent }
        return false
    }
}
