internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO

extension HTTPClient {
    /// One request to one URL, repeated as the policy says until the handler has a response.
    ///
    /// Each layer costs a request a frame, so those that it does not need are not entered.
    func persist(
        _ request: Request, url: HTTPURL, startedAt start: Deadline, observer: (any ExchangeObserver)?,
        _ handler: (Response) async throws -> Void
    ) async throws {
        if (request.retry ?? configuration.retry).attempts > 1 {
            try await repeated(request, url: url, startedAt: start, observer: observer, handler)
        } else if needsAuthentication(request, at: url) {
            try await authenticated(request, url: url, startedAt: start, observer: observer, handler)
        } else {
            try await attempt(request, url: url, startedAt: start, observer: observer, handler)
        }
    }

    private func repeated(
        _ request: Request, url: HTTPURL, startedAt start: Deadline, observer: (any ExchangeObserver)?,
        _ handler: (Response) async throws -> Void
    ) async throws {
        let policy = request.retry ?? configuration.retry
        let began = Deadline.now
        var attemptsMade = 0
        while true {
            attemptsMade += 1
            func delay(after reason: RetryReason) -> Duration? {
                let situation = RetryPolicy.Situation(
                    method: request.method, isBodyReplayable: request.body.isReplayable, attemptsMade: attemptsMade,
                    elapsed: Deadline.now.duration(since: began), now: .present)
                return policy.delay(after: reason, situation, chance: .random(in: 0..<1))
            }
            var isAnswered = false
            var again: (reason: RetryReason, wait: Duration)?
            do {
                try await authenticated(request, url: url, startedAt: start, observer: observer) { response in
                    let reason = RetryReason.status(response.status.code, retryAfter: response.fields[.retryAfter])
                    if let wait = delay(after: reason) {
                        try await response.discardBody()
                        again = (reason, wait)
                        return
                    }
                    isAnswered = true
                    try await handler(response)
                }
            } catch let error as HTTPClientError {
                // What the handler met is the handler's: it may have used half a body already.
                guard !isAnswered, let wait = delay(after: .failure(error)) else { throw error }
                again = (.failure(error), wait)
            }
            guard let (reason, wait) = again else { return }
            observer?.observe(.waitingToRetry(reason, wait))
            try await pause(wait, url)
        }
    }

    private func pause(_ wait: Duration, _ url: HTTPURL) async throws(HTTPClientError) {
        do throws(IOError) {
            try await configuration.eventLoop.sleep(until: .after(wait))
        } catch {
            throw HTTPClientError(.prepare, origin: url.origin, cause: .cancelled)
        }
    }
}
