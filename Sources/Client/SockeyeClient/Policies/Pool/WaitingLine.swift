/// Requests waiting for a connection, in order of arrival, overall and per origin.
///
/// Each origin has a line of waiter IDs. A heap finds the earliest waiter among the origins held back by the total
/// limit only. A cancelled waiter stays in its line and is skipped at the front, so each step takes a few lookups
/// however many wait.
struct WaitingLine: Sendable {
    typealias WaiterID = UInt64

    private struct Line: Sendable {
        var waiters: [WaiterID] = []
        /// The index of the front; entries before it were served or cancelled.
        var first = 0
    }

    private struct Candidate: Sendable {
        var waiter: WaiterID
        var origin: Origin
    }

    private var lines: [Origin: Line] = [:]
    /// The IDs still waiting.
    private var present: Set<WaiterID> = []
    /// Entries in all lines, including cancelled ones.
    private var entries = 0
    /// A heap by ID; outdated entries are detected at the top.
    private var candidates: [Candidate] = []
    private var lastWaiter: WaiterID = 0

    /// Fewer cancelled entries than this are not worth removing.
    private static let leastUntidy = 64

    var count: Int { present.count }

    /// Appends a waiter to the line for `origin`.
    ///
    /// - Parameter mayOpen: whether only the total limit holds the origin back.
    mutating func join(_ origin: Origin, mayOpen: Bool) -> WaiterID {
        lastWaiter &+= 1
        present.insert(lastWaiter)
        lines[origin, default: Line()].waiters.append(lastWaiter)
        entries += 1
        if mayOpen { enlist(origin) }
        return lastWaiter
    }

    /// Cancels a waiter. Returns false if it isn't waiting.
    mutating func leave(_ waiter: WaiterID) -> Bool {
        guard present.remove(waiter) != nil else { return false }
        if entries > 2 * present.count + Self.leastUntidy { tidy() }
        return true
    }

    /// Notes that only the total limit holds `origin` back from now on.
    mutating func enlist(_ origin: Origin) {
        guard let waiter = first(for: origin) else { return }
        if candidates.count > 2 * lines.count + Self.leastUntidy { renewCandidates() }
        push(Candidate(waiter: waiter, origin: origin))
    }

    /// The longest-waiting request for `origin`.
    mutating func first(for origin: Origin) -> WaiterID? {
        guard var line = lines.removeValue(forKey: origin) else { return nil }
        while line.first < line.waiters.count, !present.contains(line.waiters[line.first]) {
            line.first += 1
            entries -= 1
        }
        if line.first == line.waiters.count { return nil }
        // Half of the line is gone: move the rest up, which costs one move per waiter on average.
        if line.first > Self.leastUntidy, line.first > line.waiters.count / 2 {
            line.waiters.removeFirst(line.first)
            line.first = 0
        }
        lines[origin] = line
        return line.waiters[line.first]
    }

    /// The longest-waiting request among the origins that only the total limit holds back, according to `mayOpen`.
    mutating func firstCandidate(_ mayOpen: (Origin) -> Bool) -> (waiter: WaiterID, origin: Origin)? {
        while let top = candidates.first {
            if mayOpen(top.origin), let waiter = first(for: top.origin) {
                if waiter == top.waiter { return (waiter, top.origin) }
                // The entry's waiter is gone, and the next in its line may be behind those of other origins.
                popTop()
                push(Candidate(waiter: waiter, origin: top.origin))
            } else {
                popTop()
            }
        }
        return nil
    }

    /// Removes and returns the first waiter for `origin`.
    mutating func serveFirst(of origin: Origin) -> WaiterID? {
        guard let waiter = first(for: origin) else { return nil }
        present.remove(waiter)
        return waiter
    }

    /// Removes all waiters and returns them in order.
    mutating func dismissAll() -> [WaiterID] {
        defer { self = WaitingLine(after: lastWaiter) }
        return present.sorted()
    }

    init() {}

    private init(after waiter: WaiterID) {
        lastWaiter = waiter
    }

    // MARK: Keeping it small

    /// Removes cancelled entries from the lines.
    private mutating func tidy() {
        entries = 0
        for (origin, line) in lines {
            let left = line.waiters[line.first...].filter(present.contains)
            lines[origin] = left.isEmpty ? nil : Line(waiters: left)
            entries += left.count
        }
    }

    /// Rebuilds the heap with one entry per origin.
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
