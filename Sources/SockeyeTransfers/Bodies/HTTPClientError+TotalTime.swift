internal import SockeyeClient

extension HTTPClientError {
    /// This error with the time that the caller gave the whole transfer: its requests have only what is left of it.
    func naming(totalTime: Duration?) -> HTTPClientError {
        guard case .timedOut(.total, _) = cause, let totalTime else { return self }
        var error = self
        error.cause = .timedOut(.total, after: totalTime)
        return error
    }
}
