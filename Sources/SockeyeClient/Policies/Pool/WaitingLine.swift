/// Who waits for a connection, in the order in which they came, over all origins and for each one alone.
///
/// A line for each origin keeps the numbers of its waiters. Of the origins that may open a connection once there is room in
/// all, a heap knows who came first. Whoever gives up stays in his line and is passed over when it reaches him, so every
/// step costs a few look-ups however many wait: to search for them made 100,000 waiters cost minutes.
struct WaitingLine: Sendable {
    typealias WaiterID = UInt64

    private struct Line: Sendable {
        var waiters: [WaiterID] = []
        /// Those before it are gone.
        var first = 0
    }

    private struct Candidate: Sendable {
        var waiter: WaiterID
        var origin: Origin
    }

    private var lines: [Origin: Line] = [:]
    /// Those who still wait.
    private var present: Set<WaiterID> = []
    /// Entries in all lines, those who gave up included.
    private var entries = 0
    /// A heap by number; an entry that is out of date is seen as such when it is at the top.
    private var candidates: [Candidate] = []
    private var lastWaiter: WaiterID = 0

    /// So many entries of people who left are not worth tidying up.
    private static let leastUntidy = 64

    var count: Int { present.count }

    /// Puts a waiter at the end of the line for `origin`.
    ///
    /// - Parameter mayOpen: whether the origin lacks only room in all.
    mutating func join(_ origin: Origin, mayOpen: Bool) -> WaiterID {
        lastWaiter &+= 1
        present.insert(lastWaiter)
        lines[origin, default: Line()].waiters.append(lastWaiter)
        entries += 1
        if mayOpen { enlist(origin) }
        return lastWaiter
    }

    /// A waiter gave up. False when he does not wait.
    mutating func leave(_ waiter: WaiterID) -> Bool {
        guard present.remove(waiter) != nil else { return false }
        if entries > 2 * present.count + Self.leastUntidy { tidy() }
        return true
    }

    /// Takes note that `origin` lacks no more than room in all from now on.
    mutating func enlist(_ origin: Origin) {
        guard let waiter = first(for: origin) else { return }
        if candidates.count > 2 * lines.count + Self.leastUntidy { renewCandidates() }
        push(Candidate(waiter: waiter, origin: origin))
    }

    /// Who waits longest for `origin`.
    mutating func first(for origin: Origin) -> WaiterID? {
        guard var line = lines.removeValue(forKey: origin) else { return nil }
        while line.first < line.waiters.count, !present.contains(line.waiters[line.first]) {
            line.first += 1
            entries -= 1
        }
        if line.first == line.waiters.count { return nil }
        // Half of the line is gone: what is left moves up, which costs each waiter one move on average.
        if line.first > Self.leastUntidy, line.first > line.waiters.count / 2 {
            line.waiters.removeFirst(line.first)
            line.first = 0
        }
        lines[origin] = line
        return line.waiters[line.first]
    }

    /// Who waits longest among the origins of which `mayOpen` says that they lack only room in all.
    mutating func firstCandidate(_ mayOpen: (Origin) -> Bool) -> (waiter: WaiterID, origin: Origin)? {
        while let top = candidates.first {
            if mayOpen(top.origin), let waiter = first(for: top.origin) {
                if waiter == top.waiter { return (waiter, top.origin) }
                // He whom the entry is about is gone. The next in his line is behind others, perhaps.
                popTop()
                push(Candidate(waiter: waiter, origin: top.origin))
            } else {
                popTop()
            }
        }
        return nil
    }

    /// Takes the first of the line for `origin` out of it.
    mutating func serveFirst(of origin: Origin) -> WaiterID? {
        guard let waiter = first(for: origin) else { return nil }
        present.remove(waiter)
        return waiter
    }

    /// Sends everybody away; gives who they were, in order.
    mutating func dismissAll() -> [WaiterID] {
        defer { self = WaitingLine(after: lastWaiter) }
        return present.sorted()
    }

    init() {}

    private init(after waiter: WaiterID) {
        lastWaiter = waiter
    }

    // MARK: Keeping it small

    /// Takes those who left out of the lines.
    private mutating func tidy() {
        entries = 0
        for (origin, line) in lines {
            let left = line.waiters[line.first...].filter(present.contains)
            lines[origin] = left.isEmpty ? nil : Line(waiters: left)
            entries += left.count
        }
    }

    /// Keeps one entry for each origin that has some.
    private mutating func renewCandidates() {
        let origins = Set(candidates.map(\.origin))
        candidates = []
        for origin in origins {
            if let waiter = first(for: origin) { push(Candidate(waiter: waiter, origin: origin)) }
        }
    }

    // MARK: The heap

    private mutating func push(_ candidate: Candidate) {
        candidates.append(candidate)
        var child = candidates.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            if candidates[parent].waiter <= candidates[child].waiter { return }
            candidates.swapAt(parent, child)
            child = parent
        }
    }

    private mutating func popTop() {
        guard let last = candidates.popLast(), !candidates.isEmpty else { return }
        candidates[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < candidates.count {
                if candidates[child].waiter < candidates[least].waiter { least = child }
            }
            if least == parent { return }
            candidates.swapAt(parent, least)
            parent = least
        }
    }
}
