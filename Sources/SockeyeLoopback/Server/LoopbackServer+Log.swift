public import SockeyeIO

extension LoopbackServer {
    /// Every request whose head has arrived, in order.
    public var receivedRequests: [ReceivedRequest] { log.current.requests }

    /// How many requests came, also those that the log did not keep.
    public var requestCount: Int { log.current.requestCount }

    /// How many connections were accepted.
    public var acceptedConnections: Int { log.current.acceptedConnections }

    /// How many connections are open now.
    public var openConnections: Int { live.count }

    /// Why TLS handshakes failed, as the server saw it.
    public var handshakeFailures: [String] { log.current.handshakeFailures }

    /// Why connections ended in the middle of something, as the server saw it.
    public var connectionFailures: [String] { log.current.connectionFailures }

    /// Waits for the next request that no call of this has given yet, until its body is there.
    ///
    /// - Throws: `IOError.timedOut` or `.cancelled`.
    public func nextRequest(
        until deadline: Deadline = .after(.seconds(30))
    ) async throws(IOError) -> ReceivedRequest {
        try await log.wait(on: loop, until: deadline) { $0.takeNext() }
    }

    /// Waits until so many requests have come, heads and bodies, and gives them all.
    public func waitForRequests(
        _ count: Int, until deadline: Deadline = .after(.seconds(30))
    ) async throws(IOError) -> [ReceivedRequest] {
        try await log.wait(on: loop, until: deadline) { log in
            log.requests.count(where: \.isComplete) >= count ? log.requests : nil
        }
    }

    /// Waits until so many connections were accepted.
    public func waitForConnections(
        _ count: Int, until deadline: Deadline = .after(.seconds(30))
    ) async throws(IOError) {
        _ = try await log.wait(on: loop, until: deadline) { $0.acceptedConnections >= count ? true : nil }
    }

    /// Waits until so many connections have ended.
    public func waitForClosedConnections(
        _ count: Int, until deadline: Deadline = .after(.seconds(30))
    ) async throws(IOError) {
        _ = try await log.wait(on: loop, until: deadline) { $0.closedConnections >= count ? true : nil }
    }

    /// Waits until so many connections are between two requests.
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
