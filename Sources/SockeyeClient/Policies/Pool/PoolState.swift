/// Which connection a request gets, as a pure function of what happened: no socket, no clock, no lock.
///
/// ```
///                       checkOut
///        idle one ────────┬──────── none idle
///           ▼             │              ├─ below the limits ──→ open (counted as leased at once)
///         reuse           │              ├─ total reached, others idle → close the oldest, open
///                         │              └─ else ──→ wait (first come, first served)
///   checkIn / discard free a place: the first waiter in line whom it helps gets it
///   ranDry: the system has no descriptor: close the oldest idle one, or wait for one to be given back
/// ```
/// What a connection is does not matter here; in the tables of the tests it is a number.
package struct PoolState<Pooled: Sendable>: Sendable {
    package typealias WaiterID = UInt64

    /// What a request is told.
    package enum CheckOut: Sendable {
        /// Use this idle connection (if it is still alive).
        case reuse(Pooled)
        /// Open a new one; a place is reserved. Close `evicting` first if it is given.
        case open(evicting: Pooled?)
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
        case letOpen(WaiterID, evicting: Pooled?)
        /// Close the connection: the pool is closed, or the place is needed.
        case close
    }

    fileprivate struct Idle {
        var connection: Pooled
        var since: UInt64
    }

    fileprivate struct Place {
        var leased = 0
        /// The youngest last, which is the one used next: it is the least likely to be stale.
        var idle: [Idle] = []
        var count: Int { leased + idle.count }
    }

    private let limits: PoolLimits
    private var places: [Origin: Place] = [:]
    private var line = WaitingLine()
    private var total = 0
    /// So many connections fit into the descriptors that the system gives, as far as we know; `nil` for no such limit.
    private var descriptorRoom: Int?
    package private(set) var isClosed = false

    package init(limits: PoolLimits) {
        // Set one by one they may be anything; where no connection is allowed, all would wait for ever.
        self.limits = PoolLimits(
            perOrigin: limits.perOrigin, total: limits.total, idleTimeout: limits.idleTimeout)
    }

    /// Connections in use.
    package var leasedCount: Int { places.values.reduce(0) { $0 + $1.leased } }
    /// Connections nobody uses.
    package var idleCount: Int { places.values.reduce(0) { $0 + $1.idle.count } }
    /// Requests that wait.
    package var waiterCount: Int { line.count }

    // MARK: Asking

    /// An idle connection for `origin`, the youngest; `nil` when there is none, and nothing is reserved then.
    package mutating func takeIdle(_ origin: Origin) -> Pooled? {
        isClosed ? nil : places[origin]?.takeYoungest()
    }

    /// A request wants a connection to `origin`; a fresh one when `mustBeNew`.
    package mutating func checkOut(_ origin: Origin, mustBeNew: Bool = false) -> CheckOut {
        if isClosed { return .closed }
        if !mustBeNew, let connection = takeIdle(origin) { return .reuse(connection) }
        if let place = reservePlace(for: origin) { return .open(evicting: place.evicting) }
        return .wait(line.join(origin, mayOpen: hasRoom(origin)))
    }

    /// Whether an origin has fewer connections than it may.
    private func hasRoom(_ origin: Origin) -> Bool {
        (places[origin]?.count ?? 0) < limits.perOrigin
    }

    /// Whether there are as many connections as there may be in all.
    private var isFull: Bool { total >= min(limits.total, descriptorRoom ?? .max) }

    /// A place for a new connection, with the idle one to close for it; `nil` when there is none.
    private mutating func reservePlace(for origin: Origin) -> (evicting: Pooled?, Void)? {
        var evicted: Pooled?
        var place = places[origin] ?? Place()
        if place.count >= limits.perOrigin {
            guard let oldest = place.takeOldest() else { return nil }
            evicted = oldest
            total -= 1
        } else if isFull {
            guard let oldest = takeOldestOfAll() else { return nil }
            evicted = oldest
            place = places[origin] ?? Place()
        }
        places[origin] = place
        lease(origin)
        return (evicted, ())
    }

    private mutating func takeOldestOfAll() -> Pooled? {
        let oldest = places.min { left, right in
            (left.value.idle.first?.since ?? .max) < (right.value.idle.first?.since ?? .max)
        }
        guard let origin = oldest?.key, let connection = places[origin]?.takeOldest() else { return nil }
        total -= 1
        tellOfRoom(origin)
        return connection
    }

    /// A waiter gave up. False when it was already given a place, which it must then give back.
    package mutating func cancel(_ waiter: WaiterID) -> Bool {
        line.leave(waiter)
    }

    // MARK: Running out of descriptors

    /// The system has no descriptor for the connection that was to be opened: what to do instead. `nil` when no other
    /// connection is there that could be closed or given back, or the pool is closed; the place is then still reserved.
    package mutating func ranDry(_ origin: Origin) -> CheckOut? {
        guard total > 1, !isClosed else { return nil }
        release(origin)
        let evicted = takeOldestOfAll()
        if evicted != nil { lease(origin) }
        descriptorRoom = total
        return evicted.map { .open(evicting: $0) } ?? .wait(line.join(origin, mayOpen: hasRoom(origin)))
    }

    /// A connection was opened: there may be descriptors for one more.
    package mutating func opened() {
        guard let room = descriptorRoom else { return }
        descriptorRoom = room + 1 < limits.total ? room + 1 : nil
    }

    // MARK: Giving back

    /// A leased connection came back in good order.
    package mutating func checkIn(_ connection: Pooled, _ origin: Origin, now: UInt64) -> Freed {
        if isClosed {
            release(origin)
            return .close
        }
        // Waiters are rare.
        if line.count > 0 {
            let own = line.first(for: origin)
            // Were those of this origin always first, a busy origin would starve the others: somebody who has waited
            // longer, for room and not for this origin, gets the room of this connection.
            let other = isFull ? firstCandidate() : nil
            if let other, other.waiter < own ?? .max {
                release(origin)
                return letNextOpen() ?? .close
            }
            if let own = line.serveFirst(of: origin) { return .hand(to: own) }
        }
        places[origin]?.park(connection, now)
        return .parked
    }

    /// Who waits longest for room in all.
    private mutating func firstCandidate() -> (waiter: WaiterID, origin: Origin)? {
        let (places, most) = (places, limits.perOrigin)
        return line.firstCandidate { (places[$0]?.count ?? 0) < most }
    }

    /// A leased connection is gone, or the one to be opened could not be.
    package mutating func discard(_ origin: Origin) -> Freed {
        release(origin)
        if isClosed { return .close }
        return letNextOpen() ?? .close
    }

    private mutating func letNextOpen() -> Freed? {
        guard line.count > 0, let next = firstCandidate(), let place = reservePlace(for: next.origin),
            let waiter = line.serveFirst(of: next.origin)
        else { return nil }
        return .letOpen(waiter, evicting: place.evicting)
    }

    private mutating func lease(_ origin: Origin) {
        places[origin, default: Place()].leased += 1
        total += 1
    }

    private mutating func release(_ origin: Origin) {
        places[origin]?.leased -= 1
        total -= 1
        tellOfRoom(origin)
    }

    /// One of an origin's connections is gone.
    private mutating func tellOfRoom(_ origin: Origin) {
        if places[origin]?.count == 0 { places[origin] = nil }
        if line.count > 0, hasRoom(origin) { line.enlist(origin) }
    }

    // MARK: Time and end

    /// The idle connections whose time is over at `now`, and the moment when the next one's will be.
    package mutating func expire(now: UInt64, idleNanoseconds: UInt64) -> (expired: [Pooled], next: UInt64?) {
        var expired: [Pooled] = []
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
            tellOfRoom(origin)
        }
        return (expired, next)
    }

    /// No more requests: gives the idle connections to close and the waiters to send away.
    package mutating func close() -> (idle: [Pooled], waiters: [WaiterID]) {
        isClosed = true
        var idle: [Pooled] = []
        for origin in Array(places.keys) {
            while let connection = places[origin]?.takeOldest() {
                idle.append(connection)
                total -= 1
            }
            tellOfRoom(origin)
        }
        return (idle, line.dismissAll())
    }
}

extension PoolState.Place {
    fileprivate mutating func park(_ connection: Pooled, _ now: UInt64) {
        leased -= 1
        idle.append(PoolState.Idle(connection: connection, since: now))
    }

    /// The youngest idle connection, now leased.
    fileprivate mutating func takeYoungest() -> Pooled? {
        guard let youngest = idle.popLast() else { return nil }
        leased += 1
        return youngest.connection
    }

    /// The oldest idle connection, now nobody's.
    fileprivate mutating func takeOldest() -> Pooled? {
        idle.isEmpty ? nil : idle.removeFirst().connection
    }
}

extension PoolState.CheckOut: Equatable where Pooled: Equatable {}
extension PoolState.Freed: Equatable where Pooled: Equatable {}
