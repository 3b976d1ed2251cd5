internal import SockeyeHTTP1
internal import SockeyeURL

/// A response whose head is here, and the lease of the connection that its body comes over.
///
/// What `attempt` returns, and every layer above hands on.
@usableFromInline
struct OpenResponse: ~Copyable {
    @usableFromInline var response: Response
    private let lease: Lease

    init(_ response: Response, _ lease: consuming Lease) {
        self.response = response
        self.lease = lease
    }

    /// Waits until the request is sent, which a server may answer before, and gives the connection back.
    ///
    /// - Throws: what kept the rest of the request from being sent.
    @usableFromInline
    consuming func finish() async throws(HTTPClientError) {
        if response.body.reader.wire.isShared { try await response.body.reader.wire.requestIsSent() }
        lease.giveBack()
    }

    /// Gives the connection back, or closes it if something is left unread or unsent.
    @usableFromInline
    consuming func giveBack() {
        lease.giveBack()
    }

    /// Gives the connection back after reading a short body that nobody wants.
    consuming func discardBody() async throws(HTTPClientError) {
        try await response.body.discard()
        lease.giveBack()
    }
}

/// The use of a connection for one exchange. Dropped, it closes the connection; given back, the connection carries the next
/// request if it can.
struct Lease: ~Copyable {
    private let reader: ResponseReader
    private let url: HTTPURL
    /// Who the connection goes back to; `nil` if it was made for this exchange alone.
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
        if wire.isShared { wire.stopSending() }
        end(closing: wire.exclusively { reader.closeReason }, failure)
    }

    private borrowing func end(closing reason: CloseReason?, _ failure: HTTPClientError?) {
        let wire = reader.wire
        if wire.isShared { wire.stopSending() }
        reader.isOver = true
        wire.log.observer?.observe(.finished(wire.connection.details, closing: reason))
        switch (pool, reason) {
        case (let pool?, nil): pool.checkIn(wire.connection)
        case (let pool?, _): pool.discard(wire.connection)
        case (nil, _): wire.connection.close()
        }
        wire.log.observer?.observe(.measured(AttemptMetrics(reader, url: url, failure: failure)))
    }
}
