internal import Sockeye

/// The present attempt is given up for another one.
struct RetryLater: Error {
    let reason: RetryReason
    let delay: Duration
    /// What it is called in the warning, in curl's words.
    let name: String
}

/// Whether one attempt of a transfer is repeated: curl's idea of what is passing, over the library's policy.
struct RetryDecision {
    let settings: RetrySettings
    let policy: RetryPolicy
    let method: HTTPRequest.Method
    /// Attempts begun, this one included.
    let attempt: Int
    let began: Deadline

    /// Whether the response says "later", and another attempt is left.
    func later(after response: Response) -> RetryLater? {
        if settings.count == 0 { return nil }
        let reason = RetryReason.status(response.status.code, retryAfter: response.fields[.retryAfter])
        return delay(after: reason).map { RetryLater(reason: reason, delay: $0, name: "HTTP error") }
    }

    /// Whether the failure is a passing one, and nothing of the attempt has got where it cannot be taken back.
    func later(after error: any Error, written: Int64, toFile isFile: Bool) -> RetryLater? {
        guard settings.count > 0, written == 0 || isFile, let error = error as? HTTPClientError,
            let name = name(of: error)
        else { return nil }
        let reason = RetryReason.failure(error)
        return delay(after: reason).map { RetryLater(reason: reason, delay: $0, name: name) }
    }

    private func name(of error: HTTPClientError) -> String? {
        switch ExitCode(error) {
        case .operationTimedOut, .couldNotResolveHost, .couldNotResolveProxy: "timeout"
        case .couldNotConnect where settings.retriesRefusedConnections: "connection refused"
        case .abortedByCallback: nil
        default: settings.retriesAllErrors ? "(retrying all errors)" : nil
        }
    }

    private func delay(after reason: RetryReason) -> Duration? {
        // Every body of the command line is in memory, so it can always be sent again.
        let situation = RetryPolicy.Situation(
            method: method, isBodyReplayable: true, attemptsMade: attempt,
            elapsed: Deadline.now.duration(since: began), now: .present)
        return policy.delay(after: reason, situation, chance: 0)
    }
}

extension Transfer {
    /// Performs the transfer as often as `--retry` allows.
    func persist(_ trace: TransferTrace, _ display: ProgressDisplay?, _ fileName: String?) async throws {
        let began = Deadline.now
        let policy = operation.retry.policy(failsOnHTTPError: operation.failsOnHTTPError)
        var attempt = 0
        while true {
            attempt += 1
            let decision = RetryDecision(
                settings: operation.retry, policy: policy, method: HTTPRequest.Method(operation.method) ?? .get,
                attempt: attempt, began: began)
            do {
                return try await perform(trace, display, fileName, decision)
            } catch let later as RetryLater {
                warn(later, left: operation.retry.count - attempt + 1)
                _ = trace.takeHeads()
                try await loop.sleep(until: .after(later.delay))
            }
        }
    }

    private func warn(_ later: RetryLater, left: Int) {
        if settings.isSilent { return }
        Terminal.printError(
            Message.warning(
                "Problem: \(later.name). Will retry in \(later.delay.components.seconds) seconds. "
                    + "\(left) \(left == 1 ? "retry" : "retries") left."))
    }
}
