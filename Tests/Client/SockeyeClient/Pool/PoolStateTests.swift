import SockeyeURL
import Testing

@testable import SockeyeClient

/// `PoolState` as tables of events and answers.
struct PoolStateTests {
    /// Connections are numbers here.
    typealias PoolState = SockeyeClient.PoolState<UInt64>

    /// An event of a pool, with the expected answer.
    enum Line: Sendable, CustomStringConvertible {
        case ask(String, PoolState.CheckOut)
        case askForNew(String, PoolState.CheckOut)
        case checkIn(UInt64, String, at: UInt64, PoolState.NextUse)
        case discard(String, PoolState.NextUse)
        case ranDry(String, PoolState.CheckOut?)
        case opened(PoolState.NextUse?)
        case cancel(PoolState.WaiterID, Bool)
        case expire(now: UInt64, idle: UInt64, [UInt64], next: UInt64?)
        case close(idle: Set<UInt64>, waiters: [UInt64])
        case count(leased: Int, idle: Int, waiting: Int)

        var description: String {
            switch self {
            case .ask(let origin, _): "ask \(origin)"
            case .askForNew(let origin, _): "ask \(origin) for a new one"
            case .checkIn(let id, let origin, let moment, _): "\(id) of \(origin) back at \(moment)"
            case .discard(let origin, _): "discard one of \(origin)"
            case .ranDry(let origin, _): "no descriptor for \(origin)"
            case .opened: "one was opened"
            case .cancel(let waiter, _): "waiter \(waiter) gives up"
            case .expire(let now, _, _, _): "time is \(now)"
            case .close: "close"
            case .count: "count"
            }
        }
    }

    struct Story: Sendable, CustomTestStringConvertible {
        var name: String
        var perOrigin = 2
        var total = 3
        var lines: [Line]

        init(_ name: String, perOrigin: Int = 2, total: Int = 3, _ lines: [Line]) {
            (self.name, self.perOrigin, self.total, self.lines) = (name, perOrigin, total, lines)
        }

        var testDescription: String { name }
    }

    static let stories: [Story] = [
        Story(
            "the youngest idle one is used next",
            [
                .ask("a", .open(evicting: nil)), .ask("a", .open(evicting: nil)),
                .checkIn(1, "a", at: 10, .parked), .checkIn(2, "a", at: 20, .parked),
                .ask("a", .reuse(2)), .ask("a", .reuse(1)), .count(leased: 2, idle: 0, waiting: 0),
            ]),
        Story(
            "an idle one of another origin is not used",
            [
                .ask("a", .open(evicting: nil)), .checkIn(1, "a", at: 1, .parked),
                .ask("b", .open(evicting: nil)), .count(leased: 1, idle: 1, waiting: 0),
            ]),
        Story(
            "the limit of an origin",
            [
                .ask("a", .open(evicting: nil)), .ask("a", .open(evicting: nil)), .ask("a", .wait(1)),
                .ask("b", .open(evicting: nil)), .count(leased: 3, idle: 0, waiting: 1),
            ]),
        Story(
            "the limit in all closes the oldest idle one of another origin", total: 3,
            [
                .ask("a", .open(evicting: nil)), .ask("b", .open(evicting: nil)), .ask("c", .open(evicting: nil)),
                .checkIn(2, "b", at: 20, .parked), .checkIn(1, "a", at: 30, .parked),
                .ask("d", .open(evicting: 2)), .ask("d", .open(evicting: 1)), .ask("d", .wait(1)),
                .count(leased: 3, idle: 0, waiting: 1),
            ]),
        Story(
            "the limit in all makes wait when all are in use", total: 1,
            [.ask("a", .open(evicting: nil)), .ask("b", .wait(1)), .ask("a", .wait(2))]),
        Story(
            "first come, first served", perOrigin: 1,
            [
                .ask("a", .open(evicting: nil)), .ask("a", .wait(1)), .ask("a", .wait(2)),
                .checkIn(1, "a", at: 1, .hand(to: 1)), .checkIn(1, "a", at: 2, .hand(to: 2)),
                .checkIn(1, "a", at: 3, .parked), .count(leased: 0, idle: 1, waiting: 0),
            ]),
        Story(
            "a busy origin does not starve another", total: 1,
            [
                .ask("a", .open(evicting: nil)), .ask("b", .wait(1)), .ask("a", .wait(2)),
                .checkIn(1, "a", at: 1, .letOpen(1, evicting: nil)), .count(leased: 1, idle: 0, waiting: 1),
                .checkIn(2, "b", at: 2, .letOpen(2, evicting: nil)), .checkIn(3, "a", at: 3, .parked),
            ]),
        Story(
            "a connection that helps no waiter is kept", perOrigin: 1, total: 2,
            [
                .ask("a", .open(evicting: nil)), .ask("b", .open(evicting: nil)), .ask("a", .wait(1)),
                .checkIn(2, "b", at: 1, .parked), .count(leased: 1, idle: 1, waiting: 1),
                .checkIn(1, "a", at: 2, .hand(to: 1)),
            ]),
        Story(
            "a cancelled waiter is skipped", perOrigin: 1,
            [
                .ask("a", .open(evicting: nil)), .ask("a", .wait(1)), .ask("a", .wait(2)), .cancel(1, true),
                .checkIn(1, "a", at: 1, .hand(to: 2)), .count(leased: 1, idle: 0, waiting: 0),
            ]),
        Story(
            "a waiter who was given a place and gave up gives it back", perOrigin: 1,
            [
                .ask("a", .open(evicting: nil)), .ask("a", .wait(1)), .ask("a", .wait(2)),
                .checkIn(1, "a", at: 1, .hand(to: 1)), .cancel(1, false),
                .checkIn(1, "a", at: 2, .hand(to: 2)), .cancel(7, false),
                .discard("a", .close), .count(leased: 0, idle: 0, waiting: 0),
            ]),
        Story(
            "a connection that is gone lets the next one open", perOrigin: 1,
            [
                .ask("a", .open(evicting: nil)), .ask("a", .wait(1)), .ask("a", .wait(2)),
                .discard("a", .letOpen(1, evicting: nil)), .discard("a", .letOpen(2, evicting: nil)),
                .discard("a", .close), .count(leased: 0, idle: 0, waiting: 0),
            ]),
        Story(
            "a connection that is gone makes room for another origin", total: 1,
            [
                .ask("a", .open(evicting: nil)), .ask("b", .wait(1)), .discard("a", .letOpen(1, evicting: nil)),
                .ask("a", .wait(2)), .count(leased: 1, idle: 0, waiting: 1),
            ]),
        Story(
            "a new one is wanted although there are idle ones",
            [
                .ask("a", .open(evicting: nil)), .checkIn(1, "a", at: 1, .parked),
                .askForNew("a", .open(evicting: nil)), .checkIn(2, "a", at: 2, .parked),
                .askForNew("a", .open(evicting: 1)), .count(leased: 1, idle: 1, waiting: 0),
            ]),
        Story(
            "idle ones expire, the oldest first",
            [
                .ask("a", .open(evicting: nil)), .ask("a", .open(evicting: nil)), .ask("b", .open(evicting: nil)),
                .checkIn(1, "a", at: 100, .parked), .checkIn(2, "a", at: 130, .parked),
                .checkIn(3, "b", at: 140, .parked),
                .expire(now: 149, idle: 50, [], next: 150), .expire(now: 150, idle: 50, [1], next: 180),
                .ask("a", .reuse(2)), .expire(now: 189, idle: 50, [], next: 190),
                .expire(now: 190, idle: 50, [3], next: nil), .count(leased: 1, idle: 0, waiting: 0),
                .checkIn(2, "a", at: 200, .parked), .expire(now: .max, idle: .max, [], next: nil),
            ]),
        Story(
            "without a descriptor the oldest idle one is closed", total: 10,
            [
                .ask("a", .open(evicting: nil)), .ask("b", .open(evicting: nil)), .ask("c", .open(evicting: nil)),
                .checkIn(2, "b", at: 20, .parked), .checkIn(1, "a", at: 10, .parked),
                .ranDry("c", .open(evicting: 1)), .ranDry("c", .open(evicting: 2)), .ranDry("c", nil),
                .count(leased: 1, idle: 0, waiting: 0), .discard("c", .close),
            ]),
        Story(
            "without a descriptor one waits for another's, whosever it is", total: 10,
            [
                .ask("a", .open(evicting: nil)), .ask("b", .open(evicting: nil)), .ranDry("b", .wait(1)),
                .count(leased: 1, idle: 0, waiting: 1), .ask("c", .wait(2)),
                .checkIn(1, "a", at: 1, .letOpen(1, evicting: nil)), .opened(.letOpen(2, evicting: nil)),
                .ranDry("c", .wait(3)), .ask("d", .wait(4)),
                .discard("b", .letOpen(3, evicting: nil)), .opened(.letOpen(4, evicting: nil)), .opened(nil),
                .discard("c", .close), .discard("d", .close), .count(leased: 0, idle: 0, waiting: 0),
            ]),
        Story(
            "what was opened after a shortage makes room for those who wait, though others come back idle", total: 10,
            [
                .ask("a", .open(evicting: nil)), .ask("a", .open(evicting: nil)), .ask("b", .open(evicting: nil)),
                .ranDry("b", .wait(1)), .ask("c", .wait(2)), .checkIn(1, "a", at: 1, .letOpen(1, evicting: nil)),
                .opened(.letOpen(2, evicting: nil)), .checkIn(2, "a", at: 2, .parked), .checkIn(3, "b", at: 3, .parked),
                .opened(nil), .checkIn(4, "c", at: 4, .parked), .count(leased: 0, idle: 3, waiting: 0),
            ]),
        Story(
            "a closed pool waits for no descriptor",
            [
                .ask("a", .open(evicting: nil)), .ask("b", .open(evicting: nil)), .close(idle: [], waiters: []),
                .ranDry("b", nil), .discard("b", .close), .discard("a", .close),
                .count(leased: 0, idle: 0, waiting: 0),
            ]),
        Story(
            "a closed pool takes nothing and lets nobody in", perOrigin: 1,
            [
                .ask("a", .open(evicting: nil)), .ask("b", .open(evicting: nil)), .ask("a", .wait(1)),
                .checkIn(2, "b", at: 1, .parked), .close(idle: [2], waiters: [1]), .ask("c", .closed),
                .cancel(1, false), .checkIn(1, "a", at: 2, .close), .count(leased: 0, idle: 0, waiting: 0),
                .close(idle: [], waiters: []),
            ]),
        Story(
            "a closed pool forgets discarded connections",
            [
                .ask("a", .open(evicting: nil)), .close(idle: [], waiters: []), .count(leased: 1, idle: 0, waiting: 0),
                .discard("a", .close), .count(leased: 0, idle: 0, waiting: 0),
            ]),
    ]

    @Test(arguments: stories)
    func story(_ story: Story) throws {
        var state = PoolState(limits: PoolLimits(perOrigin: story.perOrigin, total: story.total))
        func origin(_ name: String) throws -> Origin { Origin(try HTTPURL("http://\(name)/")) }
        for (index, line) in story.lines.enumerated() {
            let place: Comment = "line \(index): \(line)"
            switch line {
            case .ask(let name, let expected):
                let answer = state.checkOut(try origin(name))
                #expect(answer == expected, place)
            case .askForNew(let name, let expected):
                let answer = state.checkOut(try origin(name), mustBeNew: true)
                #expect(answer == expected, place)
            case .checkIn(let id, let name, let moment, let expected):
                let answer = state.checkIn(id, try origin(name), now: moment)
                #expect(answer == expected, place)
            case .discard(let name, let expected):
                let answer = state.discard(try origin(name))
                #expect(answer == expected, place)
            case .ranDry(let name, let expected):
                let answer = state.ranDry(try origin(name))
                #expect(answer == expected, place)
            case .opened(let expected):
                let answer = state.opened()
                #expect(answer == expected, place)
            case .cancel(let waiter, let expected):
                let answer = state.cancel(waiter)
                #expect(answer == expected, place)
            case .expire(let now, let idle, let expected, let next):
                let result = state.expire(now: now, idleNanoseconds: idle)
                #expect(result.expired == expected, place)
                #expect(result.next == next, place)
            case .close(let idle, let waiters):
                let result = state.close()
                #expect(Set(result.idle) == idle, place)
                #expect(result.waiters == waiters, place)
                #expect(state.isClosed, place)
            case .count(let leased, let idle, let waiting):
                #expect(state.leasedCount == leased, place)
                #expect(state.idleCount == idle, place)
                #expect(state.waiterCount == waiting, place)
            }
        }
    }

    /// A hundred thousand waiters, for one origin or each for another, half of which are cancelled, are served in
    /// order. With a linear search this took minutes.
    @Test(.timeLimit(.minutes(1)), arguments: [1, 100, 100_000])
    func aLongLine(_ originCount: Int) throws {
        let origins = try (0..<originCount).map { Origin(try HTTPURL("http://h\($0)/")) }
        let busy = Origin(try HTTPURL("http://busy/"))
        var state = PoolState(limits: PoolLimits(perOrigin: 1, total: 1))
        _ = state.checkOut(busy)
        let count: UInt64 = 100_000
        for index in 1...count {
            let answer = state.checkOut(origins[Int(index) % originCount])
            guard answer == .wait(index) else {
                Issue.record("\(answer)")
                return
            }
        }
        // The last ones first, where a search would be longest.
        for index in stride(from: count, to: 0, by: -2) {
            let isGone = state.cancel(index)
            guard isGone else {
                Issue.record("\(index) did not wait")
                return
            }
        }
        #expect(state.waiterCount == Int(count / 2))
        var (origin, index) = (busy, UInt64(1))
        while index < count {
            let next = origins[Int(index) % originCount]
            // Returned or closed: either way the next waiter gets it.
            let freed = index % 3 == 0 ? state.discard(origin) : state.checkIn(index, origin, now: index)
            let isHanded = index % 3 != 0 && origin == next
            guard freed == (isHanded ? .hand(to: index) : .letOpen(index, evicting: nil)) else {
                Issue.record("\(index): \(freed)")
                return
            }
            origin = next
            index += 2
        }
        #expect(state.waiterCount == 0)
        let last = state.checkIn(1, origin, now: 0)
        #expect(last == .parked)
    }

    /// `takeIdle` returns the youngest idle connection and reserves nothing.
    @Test func whatIsIdle() throws {
        var state = PoolState(limits: PoolLimits(perOrigin: 2, total: 2))
        let (origin, other) = (Origin(try HTTPURL("http://a/")), Origin(try HTTPURL("https://a/")))
        let none = state.takeIdle(origin)
        #expect(none == nil)
        #expect(state.leasedCount == 0)
        for _ in 0..<2 { _ = state.checkOut(origin) }
        for id in 1...2 as ClosedRange<UInt64> { _ = state.checkIn(id, origin, now: id) }
        let fromOther = state.takeIdle(other)
        #expect(fromOther == nil)
        let youngest = state.takeIdle(origin)
        #expect(youngest == 2)
        #expect(state.leasedCount == 1)
        #expect(state.idleCount == 1)
        let last = state.takeIdle(origin)
        #expect(last == 1)
        _ = state.checkIn(1, origin, now: 3)
        _ = state.close()
        let afterwards = state.takeIdle(origin)
        #expect(afterwards == nil)
    }

    /// In any order of events, the limits hold, nobody waits while there is room, and nothing is counted twice or
    /// lost.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func limitsHoldWhateverHappens(_ seed: UInt64) throws {
        let origins = try ["a", "b", "c", "d"].map { Origin(try HTTPURL("http://\($0)/")) }
        var random = SplitMix(state: seed)
        var state = PoolState(limits: PoolLimits(perOrigin: 2, total: 5))
        var model = Model()
        for step in 0..<2000 {
            let origin = origins[random.below(origins.count)]
            switch random.below(8) {
            case 0...2: model.note(state.checkOut(origin, mustBeNew: random.below(5) == 0), origin)
            case 3...4:
                guard let (id, origin) = model.takeLeased(random.next()) else { continue }
                model.note(state.checkIn(id, origin, now: UInt64(step)), id, origin)
            case 5:
                guard let (_, origin) = model.takeLeased(random.next()) else { continue }
                model.note(state.discard(origin), nil, origin)
            case 6:
                guard let waiter = model.waiting.keys.sorted().first else { continue }
                let wasWaiting = state.cancel(waiter)
                #expect(wasWaiting)
                model.waiting[waiter] = nil
            default:
                for id in state.expire(now: UInt64(step), idleNanoseconds: 60).expired {
                    let wasIdle = model.idle.removeValue(forKey: id) != nil
                    #expect(wasIdle)
                }
            }
            #expect(state.leasedCount == model.leased.count)
            #expect(state.idleCount == model.idle.count)
            #expect(state.waiterCount == model.waiting.count)
            #expect(model.leased.count + model.idle.count <= 5)
            for origin in origins { #expect(model.count(of: origin) <= 2) }
            for origin in model.waiting.values where model.count(of: origin) < 2 {
                #expect(model.leased.count == 5, "\(origin) waits although there is room")
            }
        }
    }

    /// A simple model of a pool.
    private struct Model {
        var leased: [UInt64: Origin] = [:]
        var idle: [UInt64: Origin] = [:]
        var waiting: [UInt64: Origin] = [:]
        private var nextID: UInt64 = 0

        func count(of origin: Origin) -> Int {
            leased.values.count { $0 == origin } + idle.values.count { $0 == origin }
        }

        mutating func takeLeased(_ number: UInt64) -> (UInt64, Origin)? {
            let all = leased.sorted { $0.key < $1.key }
            guard !all.isEmpty else { return nil }
            let (id, origin) = all[Int(number % UInt64(all.count))]
            leased[id] = nil
            return (id, origin)
        }

        mutating func note(_ answer: PoolState.CheckOut, _ origin: Origin) {
            switch answer {
            case .reuse(let id):
                let idleOrigin = idle.removeValue(forKey: id)
                #expect(idleOrigin == origin)
                leased[id] = origin
            case .open(let evicting): open(origin, evicting)
            case .wait(let waiter): waiting[waiter] = origin
            case .closed: Issue.record("the pool is not closed")
            }
        }

        mutating func note(_ freed: PoolState.NextUse, _ id: UInt64?, _ origin: Origin) {
            switch freed {
            case .parked: if let id { idle[id] = origin }
            case .hand(let waiter):
                let waitedFor = waiting.removeValue(forKey: waiter)
                #expect(waitedFor == origin)
                if let id { leased[id] = origin }
            case .letOpen(let waiter, let evicting):
                guard let origin = waiting.removeValue(forKey: waiter) else {
                    Issue.record("\(waiter) does not wait")
                    return
                }
                open(origin, evicting)
            case .close: break
            }
        }

        private mutating func open(_ origin: Origin, _ evicting: UInt64?) {
            if let evicting {
                let wasIdle = idle.removeValue(forKey: evicting) != nil
                #expect(wasIdle)
            }
            nextID += 1
            leased[nextID] = origin
        }
    }
}

/// Pseudorandom numbers, the same in every run (SplitMix64).
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
