/// Files that are known by a hash of their URL and name, in 8 bytes each, or 16 with their length: for lists of a million.
struct FileHashes: Sendable {
    private var hashes: [UInt64] = []
    /// The lengths of those, if they are kept.
    private var lengths: [Int64] = []
    private let keepsLengths: Bool
    private var isSorted = true

    /// None.
    ///
    /// - Parameter keepsLengths: whether ``length(of:)`` tells the length; else it is 0.
    init(keepsLengths: Bool) { self.keepsLengths = keepsLengths }

    /// The hash of a file: any machine computes the same one.
    static func hash(url: String, path: String) -> UInt64 {
        StableHash.output(0, of: StableHash.of(Array(url.utf8) + [0] + Array(path.utf8)))
    }

    /// How many there are; one that was added twice counts twice.
    var count: Int { hashes.count }

    /// Reserves room for this many more. What isn't used takes no memory.
    mutating func reserve(_ count: Int) {
        hashes.reserveCapacity(hashes.count + max(0, count))
        if keepsLengths { lengths.reserveCapacity(hashes.count + max(0, count)) }
    }

    /// Adds a file.
    mutating func add(_ hash: UInt64, length: Int64 = 0) {
        hashes.append(hash)
        if keepsLengths { lengths.append(length) }
        isSorted = false
    }

    /// The length of a file that was added; `nil` for another one. Sort first.
    func length(of hash: UInt64) -> Int64? {
        var (low, high) = (0, hashes.count)
        while low < high {
            let middle = low + (high - low) / 2
            if hashes[middle] < hash { low = middle + 1 } else { high = middle }
        }
        guard low < hashes.count, hashes[low] == hash else { return nil }
        return keepsLengths ? lengths[low] : 0
    }

    /// Sorts them: needed once before ``length(of:)``. By heap, since the standard library's sort takes half as much memory
    /// again.
    mutating func sort() {
        if isSorted { return }
        for root in stride(from: hashes.count / 2 - 1, through: 0, by: -1) { sink(root, within: hashes.count) }
        for end in stride(from: hashes.count - 1, to: 0, by: -1) {
            swap(0, end)
            sink(0, within: end)
        }
        isSorted = true
    }

    private mutating func sink(_ start: Int, within end: Int) {
        var root = start
        while case var child = 2 * root + 1, child < end {
            if child + 1 < end, hashes[child] < hashes[child + 1] { child += 1 }
            if hashes[root] >= hashes[child] { return }
            swap(root, child)
            root = child
        }
    }

    private mutating func swap(_ one: Int, _ other: Int) {
        hashes.swapAt(one, other)
        if keepsLengths { lengths.swapAt(one, other) }
    }
}
