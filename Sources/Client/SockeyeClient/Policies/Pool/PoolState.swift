/// Decides which connection a request gets, as a pure value: no socket, no clock, no lock.
///
/// ```
///                       checkOut
///        idle one ────────┬──────── none idle
///           ▼             │              ├─ below the limits ──→ open (counted as leased at once)
///         reuse           │              ├─ total reached, others idle → close the oldest, open
///                         │              └─ else ──→ wait (first come, first served)
///   checkIn / discard free a place: the first waiter that can use it gets it
///   ranDry: no descriptor left: close the oldest idle connection, or wait for one to be returned
/// ```
/// What a connection is does not matter here; in the tables of the tests it is a number.
struct PoolState<Pooled: Sendable>: Sendable {
    typealias WaiterID = UInt64

    /// What a request is told.
    enum CheckOut: Sendable {
        /// Use this idle connection (if it is still alive).
        case reuse(Pooled)
        /// Open a new one; a place is reserved. Close `evicting` first, if any.
        case open(evicting: Pooled?)
        /// No place: wait to be resumed.
        case wait(WaiterID)
        case closed
    }

    /// What to do with a place that became free.
    enum NextUse: Sendable {
        /// Nobody waits: the idle connection stays in the pool.
        case parked
        /// Hand this connection to the waiter.
        case hand(to: WaiterID)
        /// The waiter may open a new one; the place is reserved. Close `evicting` first, if any.
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
        /// Oldest first. The youngest is reused first: it is the least likely to be stale.
        var idle: [Idle] = []
        var count: Int { leased + idle.count }
    }

    private let limits: PoolLimits
    private var places: [Origin: Place] = [:]
    private var line = WaitingLine()
    private var total = 0
    /// How many connections the available descriptors allow, as far as known; `nil` for no such limit.
    private var descriptorRoom: Int?
    private(set) var isClosed = false

    init(limits: PoolLimits) {
        // The initializer clamps: with a limit of 0, set property by property, every request would wait forever.
        self.limits = PoolLimits(
            perOrigin: limits.perOrigin, total: limits.total, idleTimeout: limits.idleTimeout)
    }

    /// Connections in use.
    var leasedCount: Int { places.values.reduce(0) { $0 + $1.leased } }
    /// Connections nobody uses.
    var idleCount: Int { places.values.reduce(0) { $0 + $1.idle.count } }
    /// Requests that wait.
    var waiterCount: Int { line.count }

    // MARK: Asking

    /// An idle connection for `origin`, the youngest; `nil` when there is none, and nothing is reserved then.
    mutating func takeIdle(_ origin: Origin) -> Pooled? {
        // By index, here and in `checkIn`: changing the value by its key is twice the work.
        guard !isClosed, let index = places.index(forKey: origin) else { return nil }
        return places.values[index].takeYoungest()
    }

    /// A request wants a connection to `origin`; a fresh one when `mustBeNew`.
    mutating func checkOut(_ origin: Origin, mustBeNew: Bool = false) -> CheckOut {
        if isClosed { return .closed }
        if !mustBeNew, let connection = takeIdle(origin) { return .reuse(connection) }
        if let place = reservePlace(for: origin) { return .open(evicting: place.evicting) }
        return .wait(line.join(origin, mayOpen: hasRoom(origin)))
    }

    /// Whether an origin is below its limit.
    private func hasRoom(_ origin: Origin) -> Bool {
        (places[origin]?.count ?? 0) < limits.perOrigin
    }

    /// Whether the total limit is reached.
    private var isFull: Bool { total >= min(limits.total, descriptorRoom ?? .max) }

    /// Reserves a place for a new connection, returning the idle one to close for it, if any; `nil` if there is no
    /// place.
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

    /// A waiter gave up. Returns false if it was already given a place, which it must then return.
    mutating func cancel(_ waiter: WaiterID) -> Bool {
        line.leave(waiter)
    }

    // MARK: Running out of descriptors

    /// There was no descriptor to open the connection with. Returns what to do instead; `nil` if no other connection
    /// could be closed or returned, or the pool is closed, and then the place stays reserved.
    mutating func ranDry(_ origin: Origin) -> CheckOut? {
        guard total > 1, !isClosed else { return nil }
        release(origin)
        let evicted = takeOldestOfAll()
        if evicted != nil { lease(origin) }
        descriptorRoom = total
        return evicted.map { .open(evicting: $0) } ?? .wait(line.join(origin, mayOpen: hasRoom(origin)))
    }

    /// A connection was opened: there may be descriptors for one more, which the next waiter may try; `nil` if none can.
    mutating func opened() -> NextUse? {
        guard let room = descriptorRoom else { return nil }
        descriptorRoom = room + 1 < limits.total ? room + 1 : nil
        return letNextOpen()
    }

    // MARK: Giving back

    /// A leased connection came back in good order.
    mutating func checkIn(_ connection: Pooled, _ origin: Origin, now: UInt64) -> NextUse {
        if isClosed {
            release(origin)
            return .close
        }
        // Waiters are rare.
        if line.count > 0 {
            let own = line.first(for: origin)
            // Preferring this origin's waiters would let a busy origin starve the others, so a request to another
            // origin that has waited longer for the total limit gets this connection's place.
            let other = isFull ? firstCandidate() : nil
            if let other, other.waiter < own ?? .max {
                release(origin)
                return letNextOpen() ?? .close
            }
            if let own = line.serveFirst(of: origin) { return .hand(to: own) }
        }
        if let index = places.index(forKey: origin) { places.values[index].park(connection, now) }
        return .parked
    }

    /// The longest-waiting request that only the total limit holds back.
    private mutating func firstCandidate() -> (waiter: WaiterID, origin: Origin)? {
        let (places, most) = (places, limits.perOrigin)
        return line.firstCandidate { (places[$0]?.count ?? 0) < most }
    }

    /// A leased connection was closed, or a reserved one could not be opened.
    mutating func discard(_ origin: Origin) -> NextUse {
        release(origin)
        if isClosed { return .close }
        return letNextOpen() ?? .close
    }

    private mutating func letNextOpen() -> NextUse? {
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

    /// Notes that an origin has lost a connection.
    private mutating func tellOfRoom(_ origin: Origin) {
        if places[origin]?.count == 0 { places[origin] = nil }
        if line.count > 0, hasRoom(origin) { line.enlist(origin) }
    }

    // MARK: Time and end

    /// The idle connections whose time is over at `now`, and the moment when the next one's will be.
    mutating func expire(now: UInt64, idleNanoseconds: UInt64) -> (expired: [Pooled], next: UInt64?) {
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
    mutating func close() -> (idle: [Pooled], waiters: [WaiterID]) {
        isClosed = true
        return (takeAllIdle(), line.dismissAll())
    }

    /// Removes the idle connections, for the caller to close.
    mutating func takeAllIdle() -> [Pooled] { takeIdle { _ in true } }

    /// Removes the idle connections that `isLost` picks, for the caller to close.
    mutating func takeIdle(where isLost: (Pooled) -> Bool) -> [Pooled] {
        var lost: [Pooled] = []
        for origin in Array(places.keys) {
            let taken = places[origin]?.take(where: isLost) ?? []
            lost += taken
            total -= taken.count
            tellOfRoom(origin)
        }
        return lost
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

    /// The idle connections that `isChosen` picks, removed; the oldest first.
    fileprivate mutating func take(where isChosen: (Pooled) -> Bool) -> [Pooled] {
        let chosen = idle.filter { isChosen($0.connection) }
        if !chosen.isEmpty { idle.removeAll { isChosen($0.connection) } }
        return chosen.map(\.connection)
    }

    /// The oldest idle connection, removed.
    fileprivate mutating func takeOldest() -> Pooled? {
        idle.isEmpty ? nil : idle.removeFirst().connection
    }
}

extension PoolState.CheckOut: Equatable where Pooled: Equatable {}
extension PoolState.NextUse: Equatable where Pooled: Equatable {}
