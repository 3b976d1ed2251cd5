internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO

extension HTTPClient {
    private enum RetryTurn<Value> {
        case answered(Value)
        case again(RetryReason, after: Duration)
    }

    /// One request to one URL, repeated as the policy says until the handler has a response.
    func persist<Value>(
        _ request: Request, url: HTTPURL, startedAt start: Deadline, observer: (any ExchangeObserver)?,
        _ handler: (Response) async throws -> Value
    ) async throws -> Value {
        let policy = request.retry ?? configuration.retry
        guard policy.attempts > 1 else {
            return try await authenticated(request, url: url, startedAt: start, observer: observer, handler)
        }
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
            let turn: RetryTurn<Value>
            do {
                turn = try await authenticated(request, url: url, startedAt: start, observer: observer) { response in
                    let reason = RetryReason.status(response.status.code, retryAfter: response.fields[.retryAfter])
                    if let wait = delay(after: reason) {
                        try await response.discardBody()
                        return .again(reason, after: wait)
                    }
                    isAnswered = true
                    return .answered(try await handler(response))
                }
            } catch let error as HTTPClientError {
                // What the handler met is the handler's: it may have used half a body already.
                guard !isAnswered, let wait = delay(after: .failure(error)) else { throw error }
                turn = .again(.failure(error), after: wait)
            }
            switch turn {
            case .answered(let value): return value
            case .again(let reason, let wait):
                observer?.observe(.waitingToRetry(reason, wait))
                try await pause(wait, url)
            }
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
