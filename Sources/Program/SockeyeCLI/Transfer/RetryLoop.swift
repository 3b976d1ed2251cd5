internal import Sockeye
internal import SockeyeIO

/// `--retry`: makes attempts until one of them doesn't throw `RetryLater`.
struct RetryLoop {
    let item: TransferItem
    let trace: TransferTrace

    func run<Value>(_ attempt: (RetryDecision) async throws -> Value) async throws -> Value {
        let began = Deadline.now
        let policy = item.operation.retryPolicy
        var (number, followsStatus) = (0, false)
        while true {
            number += 1
            let decision = RetryDecision(
                settings: item.operation.download.retry, policy: policy,
                method: HTTPRequest.Method(item.operation.method(for: item.target)) ?? .get,
                isBodyReplayable: item.target.upload != .standardInput, attempt: number,
                followsStatus: followsStatus, began: began)
            do {
                return try await attempt(decision)
            } catch let later as RetryLater {
                if case .status = later.reason { followsStatus = true }
                warn(later, left: item.operation.download.retry.count - number + 1)
                _ = trace.takeHeads()
                trace.observe(ClientEvent(.retryPlanned, (later.reason, later.delay, number, false)))
                try await item.loop.sleep(until: .after(later.delay))
                trace.beginAttempt()
            }
        }
    }

    private func warn(_ later: RetryLater, left: Int) {
        let more = " \(left) \(left == 1 ? "retry" : "retries") left."
        Self.warn(of: later.name, after: later.delay, item.run, more: more)
    }

    /// Warns of a retry. How many are left isn't told of one that the library makes: bytes that come let it count anew.
    static func warn(of problem: String, after delay: Duration, _ run: Run, more: String = "") {
        let seconds = delay.components.seconds
        let wait = "\(seconds) \(seconds == 1 ? "second" : "seconds")"
        run.warn("Problem: \(problem). Will retry in \(wait).\(more)")
    }
}

extension TransferSettings {
    /// curl's policy: any method, no jitter, doubling the delay up to ten minutes.
    fileprivate var retryPolicy: RetryPolicy {
        let wish = download.retry
        var policy = RetryPolicy(
            attempts: wish.count < .max ? wish.count + 1 : .max, firstDelay: wish.delay,
            growth: wish.doublesDelay ? 2 : 1, delayLimit: max(wish.delayLimit, wish.delay), jitter: 0,
            totalTime: wish.period,
            // Transient errors are chosen by curl's exit codes, before the policy is asked.
            retriesAllErrors: true, retriesUnsafeMethods: true)
        // With -f, a status is an error like any other.
        if wish.includesAllErrors, failsOnHTTPError { policy.statuses.formUnion(400...599) }
        return policy
    }
}
