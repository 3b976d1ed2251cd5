/// Numbers in the order of their use, each operation in constant time.
struct RecencyList: Sendable {
    private struct Links: Sendable {
        var older: Int64?
        var newer: Int64?
    }

    private var links: [Int64: Links] = [:]
    private(set) var oldest: Int64?
    private(set) var newest: Int64?

    /// Makes `id` the newest, whether or not it is in the list.
    mutating func use(_ id: Int64) {
        if id == newest { return }
        remove(id)
        links[id] = Links(older: newest, newer: nil)
        if let newest { links[newest]?.newer = id }
        newest = id
        if oldest == nil { oldest = id }
    }

    mutating func remove(_ id: Int64) {
        guard let removed = links.removeValue(forKey: id) else { return }
        if let older = removed.older { links[older]?.newer = removed.newer } else { oldest = removed.newer }
        if let newer = removed.newer { links[newer]?.older = removed.older } else { newest = removed.older }
    }

    /// All numbers, the newest first.
    var fromNewest: [Int64] {
        var all: [Int64] = []
        var next = newest
        while let id = next {
            all.append(id)
            next = links[id]?.older
        }
        return all
    }
}
