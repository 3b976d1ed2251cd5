extension HTTPClientError {
    /// The error with the caller's limit for a whole that takes several requests; each one's own timeout is only what is left of it.
    package func naming(totalTime: Duration?) -> HTTPClientError {
        guard case .timedOut(.total, _) = cause, let totalTime else { return self }
        var error = self
        error.cause = .timedOut(.total, after: totalTime)
        return error
    }
}
