/// Which connection a request gets, as a pure function of what happened: no socket, no clock, no lock.
///
/// ```
///                       checkOut
///        idle one ────────┬──────── none idle
///           ▼             │              ├─ below the limits ──→ open (counted as leased at once)
///         reuse           │              ├─ total reached, others idle → close the oldest, open
///                         │              └─ else ──→ wait (first come, first served)
///   checkIn / discard free a place: the first waiter in line whom it helps gets it
/// ```
/// What a connection is does not matter here; in the tables of the tests it is a number.
package struct PoolState<Connection: Sendable>: Sendable {
    package typealias WaiterID = UInt64

    /// What a request is told.
    package enum CheckOut: Sendable {
        /// Use this idle connection (if it is still alive).
        case reuse(Connection)
        /// Open a new one; a place is reserved. Close `evicting` first if it is given.
        case open(evicting: Connection?)
        /// No place: wait to be told.
        case wait(WaiterID)
        case closed
    }

    /// What to do with a place that became free.
    package enum Freed: Sendable {
        /// Nobody waits: an idle connection stays in the pool, and anything else is gone.
        case parked
        /// Hand this very connection to the waiter.
        case hand(to: WaiterID)
        /// The waiter may open a new one; the place is reserved. Close `evicting` first if it is given.
        case letOpen(WaiterID, evicting: Connection?)
        /// Close the connection: the pool is closed, or the place is needed.
        case close
    }

    fileprivate struct Idle {
        var connection: Connection
        var since: UInt64
    }

    fileprivate struct Place {
        var leased = 0
        /// The youngest last, which is the one used next: it is the least likely to be stale.
        var idle: [Idle] = []
        var count: Int { leased + idle.count }
    }

    private struct Waiter {
        var id: WaiterID
        var origin: Origin
    }

    private let limits: PoolLimits
    private var places: [Origin: Place] = [:]
    private var waiters: [Waiter] = []
    private var total = 0
    private var nextWaiter: WaiterID = 0
    package private(set) var isClosed = false

    package init(limits: PoolLimits) {
        self.limits = limits
    }

    /// Connections in use.
    package var leasedCount: Int { places.values.reduce(0) { $0 + $1.leased } }
    /// Connections nobody uses.
    package var idleCount: Int { places.values.reduce(0) { $0 + $1.idle.count } }
    /// Requests that wait.
    package var waiterCount: Int { waiters.count }

    // MARK: Asking

    /// An idle connection for `origin`, the youngest; `nil` when there is none, and nothing is reserved then.
    package mutating func takeIdle(_ origin: Origin) -> Connection? {
        isClosed ? nil : places[origin]?.takeYoungest()
    }

    /// A request wants a connection to `origin`; a fresh one when `mustBeNew`.
    package mutating func checkOut(_ origin: Origin, mustBeNew: Bool = false) -> CheckOut {
        if isClosed { return .closed }
        if !mustBeNew, let connection = takeIdle(origin) { return .reuse(connection) }
        if let place = reservePlace(for: origin) { return .open(evicting: place.evicting) }
        nextWaiter &+= 1
        waiters.append(Waiter(id: nextWaiter, origin: origin))
        return .wait(nextWaiter)
    }

    /// A place for a new connection, with the idle one to close for it; `nil` when there is none.
    private mutating func reservePlace(for origin: Origin) -> (evicting: Connection?, Void)? {
        var evicted: Connection?
        var place = places[origin] ?? Place()
        if place.count >= limits.perOrigin {
            guard let oldest = place.takeOldest() else { return nil }
            evicted = oldest
            total -= 1
        } else if total >= limits.total {
            guard let oldest = takeOldestOfAll() else { return nil }
            evicted = oldest
            place = places[origin] ?? Place()
        }
        place.leased += 1
        places[origin] = place
        total += 1
        return (evicted, ())
    }

    private mutating func takeOldestOfAll() -> Connection? {
        let oldest = places.min { left, right in
            (left.value.idle.first?.since ?? .max) < (right.value.idle.first?.since ?? .max)
        }
        guard let origin = oldest?.key, let connection = places[origin]?.takeOldest() else { return nil }
        total -= 1
        forgetIfEmpty(origin)
        return connection
    }

    /// A waiter gave up. False when it was already given a place, which it must then give back.
    package mutating func cancel(_ waiter: WaiterID) -> Bool {
        guard let index = waiters.firstIndex(where: { $0.id == waiter }) else { return false }
        waiters.remove(at: index)
        return true
    }

    // MARK: Giving back

    /// A leased connection came back in good order.
    package mutating func checkIn(_ connection: Connection, _ origin: Origin, now: UInt64) -> Freed {
        if isClosed {
            release(origin)
            return .close
        }
        // Waiters are rare and the first is usually of this origin; the scan is bounded by their number. Were those of
        // this origin always first, a busy origin would starve the others.
        for index in waiters.indices {
            let waiter = waiters[index]
            if waiter.origin == origin {
                waiters.remove(at: index)
                return .hand(to: waiter.id)
            }
            if total >= limits.total, (places[waiter.origin]?.count ?? 0) < limits.perOrigin {
                // Somebody waits for room, not for this origin: this connection makes room.
                release(origin)
                return letNextOpen() ?? .close
            }
        }
        places[origin]?.park(connection, now)
        return .parked
    }

    /// A leased connection is gone, or the one to be opened could not be.
    package mutating func discard(_ origin: Origin) -> Freed {
        release(origin)
        if isClosed { return .close }
        return letNextOpen() ?? .close
    }

    private mutating func letNextOpen() -> Freed? {
        for (index, waiter) in waiters.enumerated() {
            if let place = reservePlace(for: waiter.origin) {
                waiters.remove(at: index)
                return .letOpen(waiter.id, evicting: place.evicting)
            }
        }
        return nil
    }

    private mutating func release(_ origin: Origin) {
        places[origin]?.leased -= 1
        total -= 1
        forgetIfEmpty(origin)
    }

    private mutating func forgetIfEmpty(_ origin: Origin) {
        if places[origin]?.count == 0 { places[origin] = nil }
    }

    // MARK: Time and end

    /// The idle connections whose time is over at `now`, and the moment when the next one's will be.
    package mutating func expire(now: UInt64, idleNanoseconds: UInt64) -> (expired: [Connection], next: UInt64?) {
        var expired: [Connection] = []
        var next: UInt64?
        for origin in Array(places.keys) {
            while let oldest = places[origin]?.idle.first {
                let (end, overflow) = oldest.since.addingReportingOverflow(idleNanoseconds)
                if overflow { break }
                if end > now {
                    next = min(next ?? .max, end)
                    break
                }
                places[origin]?.idle.removeFirst()
                expired.append(oldest.connection)
                total -= 1
            }
            forgetIfEmpty(origin)
        }
        return (expired, next)
    }

    /// No more requests: gives the idle connections to close and the waiters to send away.
    package mutating func close() -> (idle: [Connection], waiters: [WaiterID]) {
        isClosed = true
        var idle: [Connection] = []
        for origin in Array(places.keys) {
            while let connection = places[origin]?.takeOldest() {
                idle.append(connection)
                total -= 1
            }
            forgetIfEmpty(origin)
        }
        defer { waiters = [] }
        return (idle, waiters.map(\.id))
    }
}

extension PoolState.Place {
    fileprivate mutating func park(_ connection: Connection, _ now: UInt64) {
        leased -= 1
        idle.append(PoolState.Idle(connection: connection, since: now))
    }

    /// The youngest idle connection, now leased.
    fileprivate mutating func takeYoungest() -> Connection? {
        guard let youngest = idle.popLast() else { return nil }
        leased += 1
        return youngest.connection
    }

    /// The oldest idle connection, now nobody's.
    fileprivate mutating func takeOldest() -> Connection? {
        idle.isEmpty ? nil : idle.removeFirst().connection
    }
}

extension PoolState.CheckOut: Equatable where Connection: Equatable {}
extension PoolState.Freed: Equatable where Connection: Equatable {}
