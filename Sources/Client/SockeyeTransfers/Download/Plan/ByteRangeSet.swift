/// A set of a file's bytes: ascending ranges that neither overlap nor touch.
struct ByteRangeSet: Sendable, Hashable {
    /// The ranges, ascending.
    private(set) var ranges: [Range<Int64>] = []

    init() {}

    /// The set of all bytes in `ranges`, in any order.
    init(_ ranges: [Range<Int64>]) {
        for range in ranges { insert(range) }
    }

    /// The set of the first `length` bytes.
    init(upTo length: Int64) { ranges = length > 0 ? [0..<length] : [] }

    /// How many bytes are in the set.
    var byteCount: Int64 {
        ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
    }

    var isEmpty: Bool { ranges.isEmpty }

    /// The number of bytes from 0 without a gap.
    var prefixLength: Int64 {
        guard let first = ranges.first, first.lowerBound == 0 else { return 0 }
        return first.upperBound
    }

    /// Adds the bytes of `range`.
    mutating func insert(_ range: Range<Int64>) {
        if range.isEmpty { return }
        // The hot case is a segment that grew at its end.
        if let index = ranges.firstIndex(where: { $0.upperBound >= range.lowerBound }) {
            var merged = range
            var end = index
            while end < ranges.count, ranges[end].lowerBound <= range.upperBound {
                merged = min(merged.lowerBound, ranges[end].lowerBound)..<max(merged.upperBound, ranges[end].upperBound)
                end += 1
            }
            ranges.replaceSubrange(index..<end, with: [merged])
        } else {
            ranges.append(range)
        }
    }

    /// Adds the bytes of another set.
    mutating func formUnion(_ other: ByteRangeSet) {
        for range in other.ranges { insert(range) }
    }

    /// The ranges of `whole` that are not in the set, ascending.
    func gaps(in whole: Range<Int64>) -> [Range<Int64>] {
        var gaps: [Range<Int64>] = []
        var position = whole.lowerBound
        for range in ranges where range.upperBound > position {
            if range.lowerBound >= whole.upperBound { break }
            if range.lowerBound > position { gaps.append(position..<range.lowerBound) }
            position = range.upperBound
        }
        if position < whole.upperBound { gaps.append(position..<whole.upperBound) }
        return gaps
    }

    /// Whether every byte of `range` is in the set.
    func contains(_ range: Range<Int64>) -> Bool {
        range.isEmpty || ranges.contains { $0.lowerBound <= range.lowerBound && $0.upperBound >= range.upperBound }
    }

    /// How many bytes directly before `position` are in the set without a gap.
    func length(before position: Int64) -> Int64 {
        guard let range = ranges.first(where: { $0.lowerBound < position && $0.upperBound >= position }) else {
            return 0
        }
        return position - range.lowerBound
    }

    /// How many bytes from `position` on are in the set without a gap.
    func length(from position: Int64) -> Int64 {
        guard let range = ranges.first(where: { $0.contains(position) }) else { return 0 }
        return range.upperBound - position
    }
}
