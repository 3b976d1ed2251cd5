import SockeyeIO

@testable import SockeyeIO

/// The clock, the scheduler and the agenda of one world.
///
/// The loop's jobs are what the client does; events are what the rest of the world does. Time stands still while a job can
/// run, then moves to the next event or timer.
final class Director: LoopDirector {
    /// When every world begins, in nanoseconds since 1970: a date that servers could send.
    static let beginning: UInt64 = 1_700_000_000_000_000_000
    /// More jobs and events than this are a loop without end.
    private static let mostSteps = 200_000

    let clock: UnsafeMutablePointer<UInt64>
    private let choices: Choices
    private let picksJobs: Bool
    private var agenda = Agenda()
    /// What is to happen before the job of this number.
    private var interruptions: [(step: Int, action: () -> Void)] = []
    private(set) var steps = 0

    /// - Parameter picksJobs: whether any runnable job may be next, not only the first.
    init(_ choices: Choices, picksJobs: Bool) {
        self.choices = choices
        self.picksJobs = picksJobs
        // SAFETY: freed in `deinit`, after the loop has forgotten it.
        clock = .allocate(capacity: 1)
        clock.initialize(to: Self.beginning)
    }

    deinit {
        clock.deallocate()
    }

    var now: UInt64 { clock.pointee }
    var isExhausted: Bool { steps > Self.mostSteps }

    // MARK: The world's side

    /// Does something after `delay`.
    func after(_ delay: Duration, _ action: @escaping () -> Void) {
        at(now + delay.wholeNanoseconds, action)
    }

    /// Does something at `moment`; things of the same moment keep their order.
    func at(_ moment: UInt64, _ action: @escaping () -> Void) {
        agenda.insert(max(moment, now), action)
    }

    /// Does something between two jobs, `count` jobs from now.
    func afterSteps(_ count: Int, _ action: @escaping () -> Void) {
        interruptions.append((steps + count, action))
    }

    // MARK: The loop's side

    func choose(among count: Int) -> Int? {
        steps += 1
        if isExhausted { return nil }
        if let due = interruptions.firstIndex(where: { $0.step <= steps }) {
            interruptions.remove(at: due).action()
        }
        return picksJobs && count > 1 ? choices.pick(min(count, 6)) : 0
    }

    func pass(towards timer: UInt64?) -> Bool {
        steps += 1
        if isExhausted { return false }
        guard let event = agenda.earliest else {
            guard let timer else { return false }
            clock.pointee = max(now, timer)
            return true
        }
        if let timer, timer < event || timer == event && choices.pick(2) == 1 {
            clock.pointee = max(now, timer)
            return true
        }
        clock.pointee = max(now, event)
        agenda.removeFirst()?()
        return true
    }

    func runAside(_ work: @escaping @Sendable () -> Void) {
        after(choices.one(of: [.zero, .milliseconds(1), .milliseconds(20)]), work)
    }
}

/// What is to happen and when: a heap, in order of insertion at the same moment.
private struct Agenda {
    private struct Entry {
        let moment: UInt64
        let number: Int
        /// Where its action is: moving that too would count references.
        let place: Int

        func isBefore(_ other: Entry) -> Bool { (moment, number) < (other.moment, other.number) }
    }

    private var entries: [Entry] = []
    private var actions: [(() -> Void)?] = []
    private var freePlaces: [Int] = []
    private var count = 0

    var earliest: UInt64? { entries.first?.moment }

    mutating func insert(_ moment: UInt64, _ action: @escaping () -> Void) {
        count += 1
        let place = freePlaces.popLast() ?? actions.count
        if place == actions.count { actions.append(action) } else { actions[place] = action }
        entries.append(Entry(moment: moment, number: count, place: place))
        var child = entries.count - 1
        while child > 0, entries[child].isBefore(entries[(child - 1) / 2]) {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() -> (() -> Void)? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        freePlaces.append(first.place)
        let action = actions[first.place].take()
        if entries.isEmpty { return action }
        entries[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            if child >= entries.count { break }
            if child + 1 < entries.count, entries[child + 1].isBefore(entries[child]) { child += 1 }
            if entries[parent].isBefore(entries[child]) { break }
            entries.swapAt(parent, child)
            parent = child
        }
        return action
    }
}
