internal import Sockeye

/// What `--retry` and its kin ask for.
struct RetrySettings: Sendable {
    /// `--retry`: how often to try again.
    var count = 0
    /// `--retry-delay`: always this long between attempts, instead of longer every time.
    var delay: Duration?
    /// `--retry-max-time`: no attempt begins later than this.
    var maximumTime: Duration?
    /// `--retry-connrefused`.
    var retriesRefusedConnections = false
    /// `--retry-all-errors`.
    var retriesAllErrors = false

    /// curl's policy: any method, no chance in it, 1 s and then twice as long each time up to ten minutes.
    ///
    /// - Parameter failsOnHTTPError: `-f`, with which a status is an error like others.
    func policy(failsOnHTTPError: Bool) -> RetryPolicy {
        var policy = RetryPolicy(
            attempts: count < .max ? count + 1 : .max, firstDelay: delay ?? .seconds(1), growth: delay == nil ? 2 : 1,
            longestDelay: max(.seconds(600), delay ?? .zero), jitter: 0, totalTime: maximumTime,
            // Which errors pass is decided by curl's exit codes, before the policy is asked.
            retriesAllErrors: true, retriesUnsafeMethods: true)
        if retriesAllErrors, failsOnHTTPError { policy.statuses.formUnion(400...599) }
        return policy
    }
}
