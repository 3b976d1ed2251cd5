internal import SockeyeIO
internal import Synchronization

/// Performs what `PoolState` decides: keeps the idle connections, wakes who waits, closes what is over.
final class ConnectionPool: Sendable {
    /// What a waiter is told.
    fileprivate enum Turn: Sendable {
        case use(Connection)
        case open
        case closed
    }

    /// What is left to do when the lock is given up.
    fileprivate struct Afterwards {
        var closing: [Connection] = []
        var signal: OneShot<Void>?
        var closers: [OneShot<Void>] = []
    }

    fileprivate struct Contents {
        var state: PoolState<Connection>
        /// Waiting requests by ID, with the signal that resumes each.
        var waiters: [UInt64: OneShot<Void>] = [:]
        /// What those were told who waited, until they take it.
        var turns: [UInt64: Turn] = [:]
        /// Told when the last leased connection is back after `close()`.
        var closers: [OneShot<Void>] = []
        var hasTimer = false
    }

    private let contents: Mutex<Contents>
    private let connector: Connector
    private let loop: EventLoop
    private let idleTimeout: Duration
    private let timer: Mutex<LoopTimer?> = Mutex(nil)

    init(_ configuration: HTTPClientConfiguration) {
        contents = Mutex(Contents(state: PoolState(limits: configuration.pool)))
        connector = Connector(configuration)
        loop = configuration.eventLoop
        idleTimeout = configuration.pool.idleTimeout
    }

    deinit {
        timer.withLock { $0 }?.cancel()
        for connection in contents.withLock({ $0.state.close().idle }) { connection.close() }
    }

    /// How many connections are in use and idle, and how many requests wait.
    var load: (leased: Int, idle: Int, waiting: Int) {
        contents.withLock { ($0.state.leasedCount, $0.state.idleCount, $0.state.waiterCount) }
    }

    // MARK: Getting a connection

    /// A connection that is idle and quiet. Most requests find one, and then need not wait in any way.
    ///
    /// - Parameter mayBeSentAgain: such a request need not ask the kernel about a connection that was used a moment ago, which
    ///   spares it one of three system calls.
    func takeIdle(_ origin: Origin, mayBeSentAgain: Bool, observer: (any ExchangeObserver)?) -> Connection? {
        guard let connection = contents.withLock({ $0.state.takeIdle(origin) }) else { return nil }
        return reused(connection, isQuiet: mayBeSentAgain && connection.wasQuietJustNow, observer)
    }

    /// The connection, when it can be used again; else it is discarded.
    private func reused(
        _ connection: Connection, isQuiet: Bool = false, _ observer: (any ExchangeObserver)?
    ) -> Connection? {
        // RFC 9112 section 9.5: the server may have closed it meanwhile.
        if !isQuiet, !connection.isQuiet {
            discard(connection)
            return nil
        }
        if let observer {
            observer.observe(.reused(connection.details))
            connection.showTLS(to: observer)
        }
        return connection
    }

    /// A connection to `origin` that is ready for a request: an idle one that is still alive, or a new one.
    func checkOut(
        _ origin: Origin, mustBeNew: Bool, deadlines: Deadlines, timings: inout Timings,
        observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> Connection {
        var wanted = Wanted(origin, mustBeNew: mustBeNew, deadlines: deadlines)
        while true {
            switch try await nextTurn(&wanted, timings: &timings) {
            case .use(let connection) where !mustBeNew:
                if let connection = reused(connection, observer) { return connection }
                wanted.shortage = nil
            case .use(let connection):
                // Handed over while waiting. Its place is ours, and a new one takes it.
                connection.close()
                fallthrough
            case .open:
                if let connection = try await open(&wanted, timings: &timings, observer: observer) { return connection }
            case .closed:
                throw HTTPClientError(.pool, origin: origin.description, cause: .clientClosed)
            }
        }
    }

    /// What a request wants of the pool.
    private struct Wanted {
        let origin: Origin
        let mustBeNew: Bool
        let deadlines: Deadlines
        /// The system had no descriptor; how it said so.
        var shortage: HTTPClientError?
        /// Until when one is waited for.
        var shortageEnd: PhaseEnd?

        init(_ origin: Origin, mustBeNew: Bool, deadlines: Deadlines) {
            (self.origin, self.mustBeNew, self.deadlines) = (origin, mustBeNew, deadlines)
        }

        /// When the waiting for a turn is over.
        var end: PhaseEnd {
            if shortage != nil, let shortageEnd { return shortageEnd }
            return PhaseEnd(moment: deadlines.total, clock: .total)
        }
    }

    /// Opens a connection in the place that is reserved for it; `nil` when the system has no descriptor for it, and the
    /// pool is to be asked again.
    private func open(
        _ wanted: inout Wanted, timings: inout Timings, observer: (any ExchangeObserver)?
    ) async throws(HTTPClientError) -> Connection? {
        timings.opening = .now
        do throws(HTTPClientError) {
            let connection = try await connector.open(
                wanted.origin, deadlines: wanted.deadlines, timings: &timings, observer: observer)
            contents.withLock { $0.state.opened() }
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

    /// What the pool has for a request; in a shortage, instead of the place that it has already.
    private func decide(_ wanted: Wanted, _ contents: inout Contents) -> PoolState<Connection>.CheckOut? {
        wanted.shortage == nil
            ? contents.state.checkOut(wanted.origin, mustBeNew: wanted.mustBeNew) : contents.state.ranDry(wanted.origin)
    }

    private func nextTurn(_ wanted: inout Wanted, timings: inout Timings) async throws(HTTPClientError) -> Turn {
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
        if let turn { return turn }
        guard let waiter else {
            // Nothing of ours is open that could make room.
            releasePlace(wanted.origin)
            throw wanted.shortage ?? HTTPClientError(.pool, origin: wanted.origin.description, cause: .clientClosed)
        }
        let given = try await wait(for: waiter.signal, id: waiter.id, wanted)
        timings.turn = .now
        return given
    }

    private func wait(
        for signal: OneShot<Void>, id: UInt64, _ wanted: Wanted
    ) async throws(HTTPClientError) -> Turn {
        let end = wanted.end
        let outcome = await signal.wait(on: loop, until: end.moment)
        // Whatever the signal says, the turn given under the lock is what counts.
        let turn = contents.withLock { contents in
            contents.waiters[id] = nil
            _ = contents.state.cancel(id)
            return contents.turns.removeValue(forKey: id)
        }
        if case .value = outcome { return turn ?? .closed }
        // A place was given at the very moment of giving up: it goes to the next.
        switch turn {
        case .use(let connection): checkIn(connection)
        case .open: releasePlace(wanted.origin)
        case .closed, nil: break
        }
        let isCancelled = if case .cancelled = outcome { true } else { false }
        // That no descriptor became free says more than that the time for it is over.
        if !isCancelled, end.clock != .total, let shortage = wanted.shortage { throw shortage }
        let cause: HTTPClientError.Cause =
            isCancelled ? .cancelled : .timedOut(.total, after: wanted.deadlines.timeouts.limit(of: .total))
        throw HTTPClientError(.pool, origin: wanted.origin.description, cause: cause)
    }

    // MARK: Giving it back

    /// A connection is ready for the next request.
    func checkIn(_ connection: Connection) {
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

    /// A connection is of no further use.
    func discard(_ connection: Connection) {
        connector.keepTicket(of: connection)
        connection.close()
        releasePlace(connection.origin)
    }

    /// A place whose connection is gone, or was never made.
    private func releasePlace(_ origin: Origin) {
        finish(
            contents.withLock { contents in
                let freed = contents.state.discard(origin)
                return contents.perform(freed, nil)
            })
    }

    /// What is done without the lock: closing takes system calls, and signalling runs other tasks.
    private func finish(_ after: Afterwards) {
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

    /// Closes the idle connections, sends away who waits, and returns when the connections in use are back.
    func close() async {
        let closer = OneShot<Void>()
        let (after, waiters) = contents.withLock { contents in
            let (idle, waiters) = contents.state.close()
            contents.closers.append(closer)
            let signals = waiters.compactMap { id in
                contents.turns[id] = .closed
                return contents.waiters.removeValue(forKey: id)
            }
            return (Afterwards(closing: idle, closers: contents.takeClosers()), signals)
        }
        for waiter in waiters { waiter.give(()) }
        finish(after)
        _ = await closer.wait(on: loop, until: .never)
    }
}

extension ConnectionPool.Contents {
    /// Does what the state decided about a place that became free, as far as the lock is needed for it.
    fileprivate mutating func perform(
        _ freed: PoolState<Connection>.Freed, _ connection: Connection?
    ) -> ConnectionPool.Afterwards {
        var after = ConnectionPool.Afterwards()
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

    /// Who is to be told that the closed pool has no connection in use any more.
    fileprivate mutating func takeClosers() -> [OneShot<Void>] {
        guard state.isClosed, !closers.isEmpty, state.leasedCount == 0 else { return [] }
        defer { closers = [] }
        return closers
    }
}
