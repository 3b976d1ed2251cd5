internal import SockeyeHTTP1
internal import SockeyeURL

/// A response whose head has arrived, with the lease of its connection.
///
/// Returned by `attempt` and passed on by every layer above.
@usableFromInline
struct OpenResponse: ~Copyable {
    @usableFromInline var response: Response
    private let lease: Lease

    init(_ response: Response, _ lease: consuming Lease) {
        self.response = response
        self.lease = lease
    }

    /// Waits until the request is sent, which may be after the response, and returns the connection.
    ///
    /// - Throws: why the rest of the request couldn't be sent.
    @usableFromInline
    consuming func finish() async throws(HTTPClientError) {
        if response.body.reader.wire.isShared { try await response.body.reader.wire.requestIsSent() }
        if let tap = response.body.reader.tap { await response.body.readOn(atMost: tap.readOnLimit) }
        lease.giveBack()
    }

    /// Returns the connection, or closes it if anything is left unread or unsent.
    @usableFromInline
    consuming func giveBack() {
        lease.giveBack()
    }

    /// The connection itself instead, if it can carry another request.
    consuming func handOver() -> Connection? { lease.handOver() }

    /// Returns the connection after reading a short unwanted body. One that is cut costs its connection only.
    ///
    /// - Throws: only what ends the whole call: cancellation, the total timeout.
    consuming func discardBody() async throws(HTTPClientError) {
        do throws(HTTPClientError) {
            try await response.body.discard()
        } catch {
            lease.giveBack(after: error)
            if error.endsCall { throw error }
            return
        }
        lease.giveBack()
    }
}

/// The use of a connection for one exchange. Dropping it closes the connection; giving it back returns the connection
/// for the next request if possible.
struct Lease: ~Copyable {
    private let reader: ResponseReader
    private let url: HTTPURL
    /// The connection's pool; `nil` if it was created for this exchange only.
    private let pool: ConnectionPool?

    init(_ reader: ResponseReader, of url: HTTPURL, from pool: ConnectionPool?) {
        self.reader = reader
        self.url = url
        self.pool = pool
    }

    deinit {
        if !reader.isOver { end(closing: .responseUnfinished, nil) }
    }

    consuming func giveBack(after failure: HTTPClientError? = nil) {
        let wire = reader.wire
        reader.drainWhatIsThere()
        end(closing: wire.exclusively { reader.closeReason }, failure)
    }

    /// The connection for another request before anybody else gets it; `nil` if it can't carry one.
    consuming func handOver() -> Connection? {
        let (wire, reason) = (reader.wire, reader.wire.exclusively { reader.closeReason })
        end(closing: reason, nil, keeping: true)
        return reason == nil ? wire.connection : nil
    }

    private borrowing func end(closing reason: CloseReason?, _ failure: HTTPClientError?, keeping: Bool = false) {
        let wire = reader.wire
        if wire.isShared { wire.stopSending() }
        reader.isOver = true
        reader.endTap()
        if let reason {
            wire.observer?.tell(.connectionClosed, (wire.connection.details, reason))
        } else {
            wire.observer?.tell(.connectionKept, wire.connection.details)
        }
        switch (pool, reason) {
        case (let pool?, nil) where keeping: pool.endRequest(on: wire.connection)
        case (let pool?, nil): pool.checkIn(wire.connection)
        case (let pool?, _): pool.discard(wire.connection)
        case (nil, _): wire.connection.close()
        }
        wire.observer?.tell(.measured, AttemptMetrics(reader, url: url, failure: failure))
    }
}

extension HTTPClientError {
    /// Whether no further attempt may follow.
    fileprivate var endsCall: Bool {
        switch cause {
        case .cancelled, .clientClosed, .timedOut(.total, _): true
        default: false
        }
    }
}
