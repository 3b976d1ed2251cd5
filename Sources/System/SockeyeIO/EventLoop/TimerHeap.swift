/// Pending deadlines: a binary heap of moments, each with the token of the client that waits for it.
///
/// Entries aren't removed one by one before they are due. A deadline such as "60 seconds after the last byte" moves with
/// every byte; removing the old entry each time would cost more than letting it fire once and finding it not due. Those
/// whose client is gone are removed together, once there are many: a client that opens 1,000 connections a second would
/// otherwise keep 60,000.
struct TimerHeap {
    struct Entry {
        var moment: UInt64
        var token: UInt64
    }

    private var entries: [Entry] = []
    /// From so many entries on, it pays to look for those whose client is gone.
    private var crowd = Self.smallestCrowd
    private static let smallestCrowd = 1024

    var count: Int { entries.count }
    var isCrowded: Bool { entries.count >= crowd }

    /// Keeps the entries of these clients only.
    mutating func removeAll(except isNeeded: (_ token: UInt64) -> Bool) {
        entries.removeAll { !isNeeded($0.token) }
        // What is sorted is a heap.
        entries.sort { $0.moment < $1.moment }
        crowd = max(Self.smallestCrowd, 2 * entries.count)
    }

    var earliest: UInt64? {
        entries.first?.moment
    }

    mutating func insert(_ entry: Entry) {
        entries.append(entry)
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            if entries[parent].moment <= entries[child].moment { break }
            entries.swapAt(parent, child)
            child = parent
        }
    }

    /// Removes and returns the earliest entry if it is due at `now`.
    mutating func removeDue(at now: UInt64) -> Entry? {
        guard let first = entries.first, first.moment <= now else { return nil }
        let last = entries.removeLast()
        if entries.isEmpty { return first }
        entries[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            if child >= entries.count { break }
            if child + 1 < entries.count, entries[child + 1].moment < entries[child].moment { child += 1 }
            if entries[parent].moment <= entries[child].moment { break }
            entries.swapAt(parent, child)
            parent = child
        }
        return first
    }
}
