internal import Sockeye
internal import SockeyeIO

extension RetryReason {
    /// In words.
    var problem: String {
        switch self {
        case .status(let status, _): "the server answered with status \(status)"
        case .failure(let error): "\(error)"
        }
    }
}

/// Thrown to give up this attempt and retry later.
struct RetryLater: Error {
    let reason: RetryReason
    let delay: Duration
    /// Its name in the warning, in curl's words.
    let name: String
}

/// Decides whether to retry an attempt: curl's idea of a transient error, on top of the library's policy.
struct RetryDecision {
    let settings: DownloadOptions.Retry
    let policy: RetryPolicy
    let method: HTTPRequest.Method
    let isBodyReplayable: Bool
    /// Attempts started, including this one.
    let attempt: Int
    /// Whether one of the attempts before it got a response with a temporary status.
    let followsStatus: Bool
    let began: Deadline

    /// A retry if the response's status is transient and an attempt is left.
    func later(after head: ResponseHead) -> RetryLater? {
        if settings.count == 0 { return nil }
        let reason = RetryReason.status(head.status.code, retryAfter: head.fields[.retryAfter])
        return delay(after: reason).map { RetryLater(reason: reason, delay: $0, name: "HTTP error") }
    }

    /// A retry if the failure is transient. What was written must be taken back first.
    func later(after error: any Error) -> RetryLater? {
        guard settings.count > 0, let error = error as? HTTPClientError, let name = name(of: error) else { return nil }
        let reason = RetryReason.failure(error)
        return delay(after: reason).map { RetryLater(reason: reason, delay: $0, name: name) }
    }

    private func name(of error: HTTPClientError) -> String? {
        switch ExitCode(error) {
        case .operationTimedOut, .couldNotResolveHost, .couldNotResolveProxy: "timeout"
        case .couldNotConnect where settings.includesRefusedConnections: "connection refused"
        case .abortedByCallback: nil
        default: settings.includesAllErrors ? "(retrying all errors)" : nil
        }
    }

    private func delay(after reason: RetryReason) -> Duration? {
        let elapsed = Deadline.now.duration(since: began)
        var policy = policy
        // As in curl, --retry-max-time counts the wait that a server asks for, and not the program's own.
        if case .status(_, _?) = reason {
        } else {
            if let period = settings.period, elapsed >= period { return nil }
            policy.totalTime = nil
        }
        let situation = RetryPolicy.Situation(
            method: method, isBodyReplayable: isBodyReplayable, attemptsMade: attempt, elapsed: elapsed, now: .present)
        return policy.delay(after: reason, situation, chance: 0)
    }
}
