internal import SockeyeIO
internal import Synchronization

/// Carries out what `PoolState` decides: keeps idle connections, resumes waiters, closes expired connections.
final class ConnectionPool: Sendable {
    /// What a waiter gets.
    fileprivate enum Turn: Sendable {
        case use(Connection)
        case open
        case closed
    }

    /// What to do after the lock is released.
    fileprivate struct Deferred {
        var closing: [Connection] = []
        var signal: OneShot<Void>?
        var closers: [OneShot<Void>] = []
    }

    fileprivate struct Contents {
        var state: PoolState<Connection>
        /// Waiting requests by ID, with the signal that resumes each.
        var waiters: [UInt64: OneShot<Void>] = [:]
        /// The turns given to waiters that haven't taken them yet.
        var turns: [UInt64: Turn] = [:]
        /// Resumed when the last leased connection is back after `close()`.
        var closers: [OneShot<Void>] = []
        var hasTimer = false
    }

    private let contents: Mutex<Contents>
    /// The requests that use the pool's connections or wait for one.
    let underWay = RequestsUnderWay()
    let oldServers = OldServers()
    let connector: Connector
    private let loop: EventLoop
    private let idleTimeout: Duration
    /// If the configuration says so.
    private let follower: NetworkFollower?
    private let timer: Mutex<LoopTimer?> = Mutex(nil)

    init(_ configuration: HTTPClient.Configuration) {
        contents = Mutex(Contents(state: PoolState(limits: configuration.pool)))
        connector = Connector(configuration)
        loop = configuration.eventLoop
        idleTimeout = configuration.pool.idleTimeout
        follower = configuration.waitsForConnectivity ? NetworkFollower() : nil
    }

    deinit {
        timer.withLock { $0 }?.cancel()
        for connection in contents.withLock({ $0.state.close().idle }) { connection.close() }
    }

    /// The numbers of connections in use, idle connections and waiting requests.
    var load: (leased: Int, idle: Int, waiting: Int) {
        contents.withLock { ($0.state.leasedCount, $0.state.idleCount, $0.state.waiterCount) }
    }

    // MARK: Getting a connection

    /// An idle connection without unread bytes, if any. Most requests find one and need not suspend.
    ///
    /// - Parameter mayBeSentAgain: skips the check of a connection used a moment ago, which saves one of three system
    ///   calls.
    func takeIdle(_ origin: Origin, mayBeSentAgain: Bool, observer: Observers?) -> Connection? {
        guard let connection = contents.withLock({ $0.state.takeIdle(origin) }) else { return nil }
        return reused(connection, isQuiet: mayBeSentAgain && connection.wasQuietJustNow, observer)
    }

    /// The connection if it can be reused; otherwise it is discarded.
    @inline(never)
    private func reused(
        _ connection: Connection, isQuiet: Bool = false, _ observer: Observers?
    ) -> Connection? {
        // RFC 9112 section 9.5: the server may have closed it in the meantime.
        if !isQuiet, !connection.isQuiet {
            observer?.tell(.idleConnectionDropped, connection.details)
            discard(connection)
            return nil
        }
        if let observer {
            observer.tell(.connectionReused, connection.details)
            connection.showTLS(to: observer)
        }
        return connection
    }

    /// A connection to `origin` that is ready for a request: a live idle one, or a new one.
    func checkOut(
        _ origin: Origin, mustBeNew: Bool, deadlines: Deadlines, timings: inout Timings,
        observer: Observers?
    ) async throws(HTTPClientError) -> Connection {
        var wanted = Wanted(origin, mustBeNew: mustBeNew, deadlines: deadlines)
        while true {
            switch try await nextTurn(&wanted, timings: &timings, observer) {
            case .use(let connection) where !mustBeNew:
                if let connection = reused(connection, observer) { return connection }
                wanted.shortage = nil
            case .use(let connection):
                // Handed over while waiting, but a new one is needed: open it in this one's place.
                connection.close()
                fallthrough
            case .open:
                if let connection = try await open(&wanted, timings: &timings, observer: observer) { return connection }
            case .closed:
                throw HTTPClientError(.pool, origin: origin.description, cause: .clientClosed)
            }
        }
    }

    /// What a request needs from the pool.
    private struct Wanted {
        let origin: Origin
        let mustBeNew: Bool
        let deadlines: Deadlines
        private let waitEnd: PhaseEnd
        /// The error if the system had no descriptor.
        var shortage: HTTPClientError?
        /// How long to wait for a descriptor.
        var shortageEnd: PhaseEnd?

        init(_ origin: Origin, mustBeNew: Bool, deadlines: Deadlines) {
            (self.origin, self.mustBeNew, self.deadlines) = (origin, mustBeNew, deadlines)
            waitEnd = deadlines.end(.pool, deadlines.timeouts.pool)
        }

        /// When waiting for a turn ends.
        var end: PhaseEnd {
            if shortage != nil, let shortageEnd { return shortageEnd }
            return waitEnd
        }
    }

    /// Opens a connection in its reserved place; `nil` if the system has no descriptor, and the pool must be asked
    /// again.
    private func open(
        _ wanted: inout Wanted, timings: inout Timings, observer: Observers?
    ) async throws(HTTPClientError) -> Connection? {
        timings.opening = .now
        do throws(HTTPClientError) {
            let connection = try await connector.openWhenReachable(
                wanted.origin, deadlines: wanted.deadlines, timings: &timings, observer: observer)
            let after = contents.withLock { contents in
                contents.state.opened().map { contents.perform($0, nil) }
            }
            if let after { finish(after) }
            return connection
        } catch {
            guard error.isOutOfDescriptors else {
                releasePlace(wanted.origin)
                throw error
            }
            wanted.shortage = error
            wanted.shortageEnd =
                wanted.shortageEnd
                ?? wanted.deadlines.ofOpening.end(.connect, wanted.deadlines.timeouts.connect)
            return nil
        }
    }

    /// The pool's answer to a request; in a shortage, the replacement for its reserved place.
    private func decide(_ wanted: Wanted, _ contents: inout Contents) -> PoolState<Connection>.CheckOut? {
        wanted.shortage == nil
            ? contents.state.checkOut(wanted.origin, mustBeNew: wanted.mustBeNew) : contents.state.ranDry(wanted.origin)
    }

    private func nextTurn(
        _ wanted: inout Wanted, timings: inout Timings, _ observer: Observers?
    ) async throws(HTTPClientError) -> Turn {
        var evicted: Connection?
        var waiter: (id: UInt64, signal: OneShot<Void>)?
        let turn = contents.withLock { [wanted] contents -> Turn? in
            switch decide(wanted, &contents) {
            case nil: return nil
            case .reuse(let connection):
                return .use(connection)
            case .open(let evicting):
                evicted = evicting
                return .open
            case .closed:
                return .closed
            case .wait(let id):
                let signal = OneShot<Void>()
                contents.waiters[id] = signal
                waiter = (id, signal)
                return nil
            }
        }
        evicted?.close()
        if case .open? = turn {
            observer?.tell(
                .connectionOpened, wanted.mustBeNew ? .secondTry : evicted == nil ? .noneIdle : .placeFreed)
        }
        if let turn { return turn }
        guard let waiter else {
            // No other connection is open that could make room.
            releasePlace(wanted.origin)
            throw wanted.shortage
                ?? HTTPClientError(
                    .pool, origin: wanted.origin.description, cause: .unexpected("the pool has no place"))
        }
        observer?.tell(.connectionAwaited, ())
        let given = try await wait(for: waiter.signal, id: waiter.id, wanted)
        if case .open = given { observer?.tell(.connectionOpened, .placeFreed) }
        timings.turn = .now
        return given
    }

    private func wait(
        for signal: OneShot<Void>, id: UInt64, _ wanted: Wanted
    ) async throws(HTTPClientError) -> Turn {
        let end = wanted.end
        let outcome = await signal.wait(on: loop, until: end.moment)
        // The turn given under the lock decides, whatever the signal's outcome.
        let turn = contents.withLock { contents in
            contents.waiters[id] = nil
            _ = contents.state.cancel(id)
            return contents.turns.removeValue(forKey: id)
        }
        if case .value = outcome { return turn ?? .closed }
        // A place was given just as this request gave up: pass it on.
        switch turn {
        case .use(let connection): checkIn(connection)
        case .open: releasePlace(wanted.origin)
        case .closed, nil: break
        }
        let isCancelled = if case .cancelled = outcome { true } else { false }
        // The lack of descriptors is a better error than the timeout.
        if !isCancelled, end.clock != .total, let shortage = wanted.shortage { throw shortage }
        let cause: HTTPClientError.Cause =
            isCancelled ? .cancelled : .timedOut(end.clock, after: wanted.deadlines.timeouts.limit(of: end.clock))
        throw HTTPClientError(.pool, origin: wanted.origin.description, cause: cause)
    }

    // MARK: Giving it back

    /// Returns a connection that is ready for the next request.
    func checkIn(_ connection: Connection) {
        guard endRequest(on: connection) else { return discard(connection) }
        follower?.start(on: loop) { [weak self] path in self?.closeLost(path) }
        connection.showTLS(to: nil)
        connector.keepTicket(of: connection)
        let now = Deadline.now
        connection.parkedAt = now
        let (after, mustSchedule) = contents.withLock { contents in
            let freed = contents.state.checkIn(connection, connection.origin, now: now.nanoseconds)
            let after = contents.perform(freed, connection)
            let mustSchedule = if case .parked = freed { !contents.hasTimer } else { false }
            if mustSchedule { contents.hasTimer = true }
            return (after, mustSchedule)
        }
        finish(after)
        if mustSchedule { schedule(at: now.advanced(by: idleTimeout)) }
    }

    /// The connection's request is over. Returns false if it was cancelled from outside, which leaves the connection unusable.
    @discardableResult
    func endRequest(on connection: Connection) -> Bool {
        guard let place = connection.place else { return true }
        connection.place = nil
        return underWay.end(place)
    }

    /// Closes a connection and frees its place.
    func discard(_ connection: Connection) {
        endRequest(on: connection)
        connector.keepTicket(of: connection)
        connection.close()
        releasePlace(connection.origin)
    }

    /// Frees the place of a connection that was closed or never opened.
    private func releasePlace(_ origin: Origin) {
        finish(
            contents.withLock { contents in
                let freed = contents.state.discard(origin)
                return contents.perform(freed, nil)
            })
    }

    /// Runs outside the lock, since closing makes system calls and signalling resumes other tasks.
    private func finish(_ after: Deferred) {
        for connection in after.closing { connection.close() }
        after.signal?.give(())
        for closer in after.closers { closer.give(()) }
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
            let (expired, next) = contents.state.expire(
                now: now.nanoseconds, idleNanoseconds: idleTimeout.wholeNanoseconds)
            contents.hasTimer = next != nil
            return (expired, next)
        }
        for connection in expired { connection.close() }
        if let next { schedule(at: Deadline(nanoseconds: next)) }
    }

    /// Closes the idle connections; the next requests open new ones.
    func closeIdle() {
        for connection in contents.withLock({ $0.state.takeAllIdle() }) { connection.close() }
    }

    /// Closes the idle connections from addresses that the machine no longer has, or only on interfaces that are down.
    private func closeLost(_ path: NetworkPath) {
        let lost = contents.withLock { contents in
            contents.state.takeIdle { connection in
                guard let address = connection.details.localAddress, address.family != .unix else { return false }
                return !path.owns(address.host)
            }
        }
        for connection in lost { connection.close() }
    }

    /// Forgets the TLS sessions that new connections would resume.
    func forgetSessions() {
        connector.forgetTickets()
    }

    /// Closes idle connections, fails waiting requests, and returns when the connections in use are back.
    func close() async {
        let closer = OneShot<Void>()
        let (after, waiters) = contents.withLock { contents in
            let (idle, waiters) = contents.state.close()
            contents.closers.append(closer)
            let signals = waiters.compactMap { id in
                contents.turns[id] = .closed
                return contents.waiters.removeValue(forKey: id)
            }
            return (Deferred(closing: idle, closers: contents.takeClosers()), signals)
        }
        for waiter in waiters { waiter.give(()) }
        finish(after)
        _ = await closer.wait(on: loop, until: .never)
    }
}

extension ConnectionPool.Contents {
    /// Does the part of the decision about a freed place that needs the lock.
    fileprivate mutating func perform(
        _ freed: PoolState<Connection>.NextUse, _ connection: Connection?
    ) -> ConnectionPool.Deferred {
        var after = ConnectionPool.Deferred()
        switch freed {
        case .parked: break
        case .hand(let id):
            if let connection { turns[id] = .use(connection) }
            after.signal = waiters.removeValue(forKey: id)
        case .letOpen(let id, let evicting):
            after.closing = [connection, evicting].compactMap(\.self)
            turns[id] = .open
            after.signal = waiters.removeValue(forKey: id)
        case .close:
            after.closing = [connection].compactMap(\.self)
        }
        after.closers = takeClosers()
        return after
    }

    /// The callers of `close()` to resume, once the closed pool has no connection in use.
    fileprivate mutating func takeClosers() -> [OneShot<Void>] {
        guard state.isClosed, !closers.isEmpty, state.leasedCount == 0 else { return [] }
        defer { closers = [] }
        return closers
    }
}
