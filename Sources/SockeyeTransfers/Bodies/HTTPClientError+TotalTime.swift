internal import SockeyeClient

extension HTTPClientError {
    /// The error with the caller's limit for the whole transfer; each request's own timeout is only what is left of it.
    func naming(totalTime: Duration?) -> HTTPClientError {
        guard case .timedOut(.total, _) = cause, let totalTime else { return self }
        var error = self
        error.cause = .timedOut(.total, after: totalTime)
        return error
    }
}
