// What ends requests from outside, and what a client forgets.
extension HTTPClient {
    /// The requests under way: waiting for a connection, opening one, sending, with a response that is being read, or waiting
    /// before a retry. Ordered by when their present attempts or waits began.
    public var requestsUnderWay: [RequestUnderWay] { pool.underWay.all }

    /// Cancels the requests under way whose ``Request/label`` is `label`; they fail with the cause `.cancelled`.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public func cancelRequests(labelled label: String) -> Int {
        pool.underWay.cancel { $0.label == label }
    }

    /// Cancels one of the `requestsUnderWay`. Returns false if it has ended.
    @discardableResult
    public func cancel(_ request: RequestUnderWay) -> Bool {
        pool.underWay.cancel { $0.id == request.id } > 0
    }

    /// Cancels every request under way and refuses new ones; returns when all are over. `close()` lets them finish.
    ///
    /// Running requests fail with the cause `.cancelled`, later ones with `.clientClosed`.
    public func invalidateAndCancel() async {
        pool.underWay.invalidate()
        await pool.close()
    }

    /// Closes the connections that no request uses; the next requests open new ones.
    public func closeIdleConnections() {
        pool.closeIdle()
    }

    /// Forgets what responses left behind: cookies, HSTS hosts, challenges, TLS sessions and idle connections. Requests under
    /// way are not disturbed.
    ///
    /// A jar or store that other clients share is emptied for them too.
    public func reset() {
        configuration.cookies?.removeAll()
        configuration.strictTransportSecurity?.removeAll()
        digestMemories.removeAll()
        pool.forgetSessions()
        pool.closeIdle()
    }
}
