/// Numbers in the order of their use: a list linked both ways within an array, so that no operation hashes or searches.
struct RecencyList: Sendable {
    /// Where a number is in the list; it stays there until it is removed.
    typealias Place = Int

    private struct Node: Sendable {
        var id: Int64
        var older: Place?
        var newer: Place?
    }

    private var nodes: [Node] = []
    /// Places that can be used again.
    private var free: [Place] = []
    private var oldestPlace: Place?
    private var newestPlace: Place?

    var oldest: Int64? { oldestPlace.map { nodes[$0].id } }

    /// Adds `id` as the newest.
    mutating func add(_ id: Int64) -> Place {
        let place = free.popLast() ?? nodes.count
        let node = Node(id: id)
        if place < nodes.count { nodes[place] = node } else { nodes.append(node) }
        linkAsNewest(place)
        return place
    }

    /// Makes the number at `place` the newest.
    mutating func use(_ place: Place) {
        if place == newestPlace { return }
        unlink(place)
        linkAsNewest(place)
    }

    mutating func remove(_ place: Place) {
        unlink(place)
        free.append(place)
    }

    private mutating func linkAsNewest(_ place: Place) {
        nodes[place].older = newestPlace
        nodes[place].newer = nil
        if let newestPlace { nodes[newestPlace].newer = place } else { oldestPlace = place }
        newestPlace = place
    }

    private mutating func unlink(_ place: Place) {
        let node = nodes[place]
        if let older = node.older { nodes[older].newer = node.newer } else { oldestPlace = node.newer }
        if let newer = node.newer { nodes[newer].older = node.older } else { newestPlace = node.older }
    }

    /// All numbers, the newest first.
    var fromNewest: [Int64] {
        var all: [Int64] = []
        var next = newestPlace
        while let place = next {
            all.append(nodes[place].id)
            next = nodes[place].older
        }
        return all
    }
}
