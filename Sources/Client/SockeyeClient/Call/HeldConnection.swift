internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransport
internal import SockeyeTLS
internal import SockeyeURL

/// A connection leased for the bytes of any protocol until `end()`, or until the last reference goes.
final class HeldConnection {
    fileprivate(set) var transport: any Transport
    fileprivate(set) var details: ConnectionDetails
    /// The response that switched protocols, if one did.
    let head: ResponseHead?
    /// Bytes of the new protocol that came with it, or with a proxy's answer.
    let leftover: [UInt8]
    private let connection: Connection
    private let pool: ConnectionPool
    private let observer: Observers?
    /// The lease of that response's exchange; without one, the connection is the pool's.
    private var open: OpenResponse?
    private var isOver = false

    fileprivate init(_ connection: Connection, _ pool: ConnectionPool, _ observer: Observers?) {
        (transport, details) = (connection.transport, connection.details)
        (head, leftover) = (nil, connection.leftover)
        open = nil
        (self.connection, self.pool, self.observer) = (connection, pool, observer)
    }

    fileprivate init(_ open: consuming OpenResponse, _ pool: ConnectionPool) {
        let reader = open.response.body.reader
        connection = reader.wire.connection
        (transport, details) = (connection.transport, connection.details)
        (head, leftover, observer) = (open.response.head, reader.takeLeftover(), reader.wire.observer)
        self.pool = pool
        self.open = consume open
    }

    deinit {
        end()
    }

    /// Closes the connection.
    func end() {
        if isOver { return }
        isOver = true
        transport.close()
        if let open = open.take() { return open.giveBack() }
        observer?.tell(.connectionClosed, (details, .protocolSwitched))
        pool.discard(connection)
    }

    /// Starts TLS on the connection. Meanwhile nobody else may use it but for `interrupt()`.
    ///
    /// - Parameters:
    ///   - host: whom the certificate must name.
    ///   - settings: `nil` for the client's, without a protocol to offer (ALPN): the bytes to come aren't HTTP.
    /// - Returns: what takes the place of ``transport``, for the caller to store and to close, and what was negotiated.
    func secured(
        host: String, _ settings: TLSConfiguration?, _ deadlines: Deadlines
    ) async throws(HTTPClientError) -> (transport: any Transport, tls: TLSDetails?) {
        let name = connection.origin.description
        guard transport.stream != nil || transport is any TapedTransport else {
            throw HTTPClientError(
                .handshake, origin: name, cause: .network(.invalidArgument("TLS needs a socket, which this isn't")))
        }
        let endpoint = Endpoint(
            host: host, port: details.port, hostIsAddress: SocketAddress(numericHost: host, port: 0) != nil,
            isProxy: false, name: name)
        observer?.tell(.securing, host)
        let secured = try await pool.connector.secure(
            transport, endpoint, settings, deadlines: deadlines, observer: observer)
        let tls = secured.negotiated
        if let tls { observer?.tell(.tlsNegotiated, tls) }
        return (secured, tls)
    }
}

extension HTTPClient {
    /// Opens a connection that carries no HTTP, through the proxies for `url`, which forward its bytes unread.
    ///
    /// - Parameters:
    ///   - url: http or https; with https, TLS is started.
    ///   - settings: those of TLS, as for `HeldConnection.startTLS`.
    func holdConnection(
        to url: HTTPURL, _ settings: TLSConfiguration?, _ timeouts: Timeouts?, observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> HeldConnection {
        do throws(HTTPClientError) {
            return try await open(to: url, settings, timeouts, Observers.of(observer))
        } catch {
            var error = error
            // What is spoken there isn't HTTP.
            if let name = error.origin, let colon = name.firstIndex(of: ":"), name[colon...].hasPrefix("://") {
                error.origin = String(name[colon...].dropFirst(3))
            }
            throw error
        }
    }

    private func open(
        to url: HTTPURL, _ settings: TLSConfiguration?, _ timeouts: Timeouts?, _ observer: Observers?
    ) async throws(HTTPClientError) -> HeldConnection {
        let deadlines = Deadlines(timeouts ?? configuration.timeouts, startedAt: .now)
        var route = configuration.route(to: url, needsTunnel: true)
        route?.isBare = !url.isSecure
        let origin = Origin(unsecuring: url, through: route)
        let (connection, timings) = try await connection(
            to: origin, for: Request(method: .connect, url: url), mustBeNew: true, deadlines, observer)
        let held = HeldConnection(connection, pool, observer)
        if url.isSecure {
            let start = timings.opening ?? timings.started
            (held.transport, held.details.tls) = try await held.secured(
                host: origin.host, settings, deadlines.ofOpening(since: start))
        }
        return held
    }

    /// Performs a request whose connection is to carry another protocol afterwards.
    ///
    /// - Parameter declined: gets an ordinary response, as the closure of `perform` does; then there is no connection.
    /// - Throws: `HTTPClientError`, what `declined` threw.
    func holdSwitched(
        _ request: Request, observer: (any ExchangeObserver)?, declined: (Response) async throws -> Void
    ) async throws -> HeldConnection? {
        let open = try await openSwitched(request, observer: observer)
        if open.response.status.code == 101 { return HeldConnection(open, pool) }
        do {
            try await declined(open.response)
        } catch {
            open.giveBack()
            throw error
        }
        try await open.finish()
        return nil
    }
}
