/// Remembers a fingerprint of every name in the objects that are open, so that the costly search for equal names is
/// made only where two might be equal. (Comparing all names of all objects was 14 % of building values.)
struct DuplicateFinder {
    /// One number for each name, equal for equal names; those of the innermost object last.
    private var fingerprints: [UInt32] = []

    /// Beyond this many names the search is always made: it then goes by a table.
    static let largestCompared = 16

    var count: Int { fingerprints.count }

    @inline(__always)
    mutating func add(_ name: UTF8Span) {
        // The length and three of the bytes.
        let bytes = name.span
        let count = bytes.count
        guard count > 0 else { return fingerprints.append(0) }
        let length = UInt32(truncatingIfNeeded: count) << 24
        let ends = UInt32(bytes[0]) << 16 | UInt32(bytes[count - 1])
        fingerprints.append(length | ends | UInt32(bytes[count / 2]) << 8)
    }

    mutating func removeLast() { fingerprints.removeLast() }

    /// Forgets the names from `start` on; says whether two of them may be equal.
    mutating func close(from start: Int) -> Bool {
        let count = fingerprints.count
        defer { fingerprints.removeLast(count - start) }
        if count - start > Self.largestCompared { return true }
        var index = start
        while index < count {
            var other = index + 1
            while other < count {
                if fingerprints[index] == fingerprints[other] { return true }
                other += 1
            }
            index += 1
        }
        return false
    }
}
