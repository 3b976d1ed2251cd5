internal import SockeyeIO
internal import Synchronization

/// Performs what `PoolState` decides: keeps the idle connections, wakes who waits, closes what is over.
final class ConnectionPool: Sendable {
    /// What a waiter is told.
    private enum Turn: Sendable {
        case use(Connection)
        case open
        case closed
    }

    private struct Contents {
        var state: PoolState
        var idle: [UInt64: Connection] = [:]
        var waiters: [UInt64: OneShot<Turn>] = [:]
        /// Told when the last leased connection is back after `close()`.
        var closers: [OneShot<Void>] = []
        var hasTimer = false
    }

    private let contents: Mutex<Contents>
    private let connector: Connector
    private let loop: EventLoop
    private let idleTimeout: Duration
    private let timer: Mutex<LoopTimer?> = Mutex(nil)

    init(_ configuration: HTTPClient.Configuration) {
        contents = Mutex(Contents(state: PoolState(limits: configuration.pool)))
        connector = Connector(configuration)
        loop = configuration.eventLoop
        idleTimeout = configuration.pool.idleTimeout
    }

    deinit {
        timer.withLock { $0 }?.cancel()
        for connection in contents.withLock({ $0.idle }).values { connection.close() }
    }

    // MARK: Getting a connection

    /// A connection to `origin` that is ready for a request: an idle one that is still alive, or a new one.
    func checkOut(
        _ origin: Origin, mustBeNew: Bool, deadlines: Deadlines, timings: inout Timings,
        observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> Connection {
        while true {
            switch try await nextTurn(origin, mustBeNew: mustBeNew, deadlines: deadlines) {
            case .use(let connection):
                // RFC 9112 section 9.5: the server may have closed it meanwhile.
                if !connection.isQuiet {
                    discard(connection)
                    continue
                }
                observer?.observe(.reused(connection.details))
                return connection
            case .open:
                do throws(HTTPClientError) {
                    return try await connector.open(
                        origin, deadlines: deadlines, timings: &timings, observer: observer)
                } catch {
                    giveBack(contents.withLock { $0.state.discard(origin) }, connection: nil)
                    throw error
                }
            case .closed:
                throw HTTPClientError(.pool, origin: origin.description, cause: .clientClosed)
            }
        }
    }

    private func nextTurn(
        _ origin: Origin, mustBeNew: Bool, deadlines: Deadlines
    ) async throws(HTTPClientError) -> Turn {
        var evicted: Connection?
        var waiter: (id: UInt64, turn: OneShot<Turn>)?
        let turn = contents.withLock { contents -> Turn? in
            switch contents.state.checkOut(origin, mustBeNew: mustBeNew) {
            case .reuse(let id):
                // The state only names connections that were checked in, and they are in `idle` until checked out.
                return contents.idle.removeValue(forKey: id).map(Turn.use) ?? .open
            case .open(let id):
                evicted = id.flatMap { contents.idle.removeValue(forKey: $0) }
                return .open
            case .closed:
                return .closed
            case .wait(let id):
                let turn = OneShot<Turn>()
                contents.waiters[id] = turn
                waiter = (id, turn)
                return nil
            }
        }
        evicted?.close()
        if let turn { return turn }
        guard let waiter else { return .closed }
        return try await wait(for: waiter.turn, id: waiter.id, origin, deadlines)
    }

    private func wait(
        for turn: OneShot<Turn>, id: UInt64, _ origin: Origin, _ deadlines: Deadlines
    ) async throws(HTTPClientError) -> Turn {
        let outcome = await turn.wait(on: loop, until: deadlines.total)
        if case .value(let turn) = outcome { return turn }
        let wasWaiting = contents.withLock { contents in
            contents.waiters[id] = nil
            return contents.state.cancel(id)
        }
        // A place was given at the very moment of giving up: it goes back.
        if !wasWaiting { giveBack(contents.withLock { $0.state.discard(origin) }, connection: nil) }
        let isCancelled = if case .cancelled = outcome { true } else { false }
        let cause: HTTPClientError.Cause =
            isCancelled ? .cancelled : .timedOut(.total, after: deadlines.timeouts.limit(of: .total))
        throw HTTPClientError(.pool, origin: origin.description, cause: cause)
    }

    // MARK: Giving it back

    /// A connection is ready for the next request.
    func checkIn(_ connection: Connection) {
        connector.keepTicket(of: connection)
        let now = Deadline.now
        var mustSchedule = false
        let freed = contents.withLock { contents in
            let freed = contents.state.checkIn(connection.id, connection.origin, now: now.nanoseconds)
            if freed == .parked {
                contents.idle[connection.id] = connection
                mustSchedule = !contents.hasTimer
                contents.hasTimer = true
            }
            return freed
        }
        giveBack(freed, connection: connection)
        if mustSchedule { schedule(at: now.advanced(by: idleTimeout)) }
    }

    /// A connection is of no further use.
    func discard(_ connection: Connection) {
        connector.keepTicket(of: connection)
        connection.close()
        giveBack(contents.withLock { $0.state.discard(connection.origin) }, connection: nil)
    }

    private func giveBack(_ freed: PoolState.Freed, connection: Connection?) {
        switch freed {
        case .parked: return
        case .hand(let id):
            guard let connection else { return }
            takeWaiter(id)?.give(.use(connection))
        case .letOpen(let id, let evicting):
            connection?.close()
            if let evicting { contents.withLock { $0.idle.removeValue(forKey: evicting) }?.close() }
            takeWaiter(id)?.give(.open)
        case .close:
            connection?.close()
        }
        tellClosers()
    }

    private func takeWaiter(_ id: UInt64) -> OneShot<Turn>? {
        contents.withLock { $0.waiters.removeValue(forKey: id) }
    }

    // MARK: Time and end

    private func schedule(at moment: Deadline) {
        let timer = timer.withLock { timer in
            let known =
                timer
                ?? LoopTimer(on: loop) { [weak self] now in
                    self?.expire(now: now)
                }
            timer = known
            return known
        }
        timer.schedule(at: moment)
    }

    private func expire(now: Deadline) {
        let (expired, next) = contents.withLock { contents in
            let (ids, next) = contents.state.expire(
                now: now.nanoseconds, idleNanoseconds: idleTimeout.wholeNanoseconds)
            contents.hasTimer = next != nil
            return (ids.compactMap { contents.idle.removeValue(forKey: $0) }, next)
        }
        for connection in expired { connection.close() }
        if let next { schedule(at: Deadline(nanoseconds: next)) }
    }

    /// Closes the idle connections, sends away who waits, and returns when the connections in use are back.
    func close() async {
        let closer = OneShot<Void>()
        let (idle, waiters) = contents.withLock { contents in
            let (ids, waiters) = contents.state.close()
            contents.closers.append(closer)
            return (
                ids.compactMap { contents.idle.removeValue(forKey: $0) },
                waiters.compactMap { contents.waiters.removeValue(forKey: $0) }
            )
        }
        for connection in idle { connection.close() }
        for waiter in waiters { waiter.give(.closed) }
        tellClosers()
        _ = await closer.wait(on: loop, until: .never)
    }

    private func tellClosers() {
        let closers = contents.withLock { contents -> [OneShot<Void>] in
            guard contents.state.isClosed, !contents.closers.isEmpty, contents.state.leasedCount == 0 else {
                return []
            }
            defer { contents.closers = [] }
            return contents.closers
        }
        for closer in closers { closer.give(()) }
    }
}
