public import SockeyeIO

extension LoopbackServer {
    /// Every request whose head has arrived, in order.
    public var receivedRequests: [ReceivedRequest] { log.current.requests }

    /// The number of requests, including those the log did not keep.
    public var requestCount: Int { log.current.requestCount }

    /// The number of accepted connections.
    public var acceptedConnections: Int { log.current.acceptedConnections }

    /// The number of open connections.
    public var openConnections: Int { live.count }

    /// Why TLS handshakes failed, as seen by the server.
    public var handshakeFailures: [String] { log.current.handshakeFailures }

    /// Why connections ended unexpectedly, as seen by the server.
    public var connectionFailures: [String] { log.current.connectionFailures }

    /// Waits for the next request not returned yet, with its body.
    ///
    /// - Throws: `IOError.timedOut` or `.cancelled`.
    public func nextRequest(
        until deadline: Deadline = .after(.seconds(30))
    ) async throws(IOError) -> ReceivedRequest {
        try await log.wait(on: loop, until: deadline) { $0.takeNext() }
    }

    /// Waits until `count` requests are complete, and returns all of them.
    public func waitForRequests(
        _ count: Int, until deadline: Deadline = .after(.seconds(30))
    ) async throws(IOError) -> [ReceivedRequest] {
        try await log.wait(on: loop, until: deadline) { log in
            log.requests.count(where: \.isComplete) >= count ? log.requests : nil
        }
    }

    /// Waits until `count` connections were accepted.
    public func waitForConnections(
        _ count: Int, until deadline: Deadline = .after(.seconds(30))
    ) async throws(IOError) {
        _ = try await log.wait(on: loop, until: deadline) { $0.acceptedConnections >= count ? true : nil }
    }

    /// Waits until `count` connections have ended.
    public func waitForClosedConnections(
        _ count: Int, until deadline: Deadline = .after(.seconds(30))
    ) async throws(IOError) {
        _ = try await log.wait(on: loop, until: deadline) { $0.closedConnections >= count ? true : nil }
    }

    /// Waits until `count` connections are between two requests.
    public func waitForIdleConnections(
        _ count: Int, until deadline: Deadline = .after(.seconds(30))
    ) async throws(IOError) {
        try await live.waitForIdle(count, on: loop, until: deadline)
    }

    /// Closes the connections that are between two requests, and waits until they are closed.
    public func closeIdleConnections(until deadline: Deadline = .after(.seconds(30))) async throws(IOError) {
        let target = log.current.closedConnections + live.interruptIdle()
        try await waitForClosedConnections(target, until: deadline)
    }
}
