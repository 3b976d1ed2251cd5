/// Which bytes of a file are there, which are under way, and which to ask for next: arithmetic only.
///
/// ```
///   ████████░░░░░░░░·····████░░░░░░··········
///   done    └active─┘free     └active┘ free
///
///   next(): a share of the free bytes; if there are none, the second half of the longest active segment (its tail)
/// ```
struct SegmentPlan: Sendable, Hashable {
    /// A segment under way.
    struct Active: Sendable, Hashable {
        let start: Int64
        /// The first byte not yet received.
        var position: Int64
        /// The byte after the last one to fetch; lowered when its tail is stolen.
        var end: Int64

        var remaining: Int64 { end - position }
    }

    /// What to fetch next.
    struct Assignment: Sendable, Hashable {
        let number: Int
        let range: Range<Int64>
        /// The segment whose tail this is: its end is now the start of `range`.
        let stolenFrom: Int?
    }

    /// The length of the file.
    let total: Int64
    /// A request costs a round trip; a shorter part is not worth one.
    let minimumBytes: Int64
    private(set) var done: ByteRangeSet
    private(set) var active: [Int: Active] = [:]
    private var lastNumber = 0

    init(total: Int64, done: ByteRangeSet = ByteRangeSet(), minimumBytes: Int64 = 256 * 1024) {
        self.total = max(0, total)
        self.done = done
        self.minimumBytes = max(1, minimumBytes)
    }

    /// Whether every byte is present.
    var isComplete: Bool { done.contains(0..<total) }

    /// Every byte that is there, including what active segments have brought so far.
    var present: ByteRangeSet {
        var set = done
        for segment in active.values { set.insert(segment.start..<segment.position) }
        return set
    }

    /// What is neither there nor under way.
    var free: [Range<Int64>] {
        var taken = done
        for segment in active.values { taken.insert(segment.start..<segment.end) }
        return taken.gaps(in: 0..<total)
    }

    /// The next segment to fetch, for one of `workers` idle workers; `nil` if nothing is worth a request.
    mutating func next(sharedBy workers: Int) -> Assignment? {
        let free = free
        guard let gap = free.first else { return steal() }
        let freeBytes = free.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
        let gapLength = gap.upperBound - gap.lowerBound
        let share = max(minimumBytes, freeBytes / Int64(max(1, workers)) + 1)
        let length = gapLength - share < minimumBytes ? gapLength : share
        return start(gap.lowerBound..<gap.lowerBound + length, stolenFrom: nil)
    }

    /// The second half of what the longest segment still has to fetch.
    private mutating func steal() -> Assignment? {
        // The lower number on a tie, so that plans are deterministic.
        let longest = active.max { ($0.value.remaining, -$0.key) < ($1.value.remaining, -$1.key) }
        guard let (number, segment) = longest, segment.remaining / 2 >= minimumBytes else { return nil }
        let middle = segment.end - segment.remaining / 2
        active[number]?.end = middle
        return start(middle..<segment.end, stolenFrom: number)
    }

    private mutating func start(_ range: Range<Int64>, stolenFrom: Int?) -> Assignment {
        lastNumber += 1
        active[lastNumber] = Active(start: range.lowerBound, position: range.lowerBound, end: range.upperBound)
        return Assignment(number: lastNumber, range: range, stolenFrom: stolenFrom)
    }

    /// A segment has received bytes up to `position`.
    mutating func advance(_ number: Int, to position: Int64) {
        guard let segment = active[number] else { return }
        // Bytes of a stolen tail may have come here too; the thief reports them.
        active[number]?.position = min(max(segment.position, position), segment.end)
    }

    /// A segment has ended, complete or not; bytes that it did not bring are free again.
    mutating func end(_ number: Int, at position: Int64) {
        advance(number, to: position)
        guard let segment = active.removeValue(forKey: number) else { return }
        done.insert(segment.start..<segment.position)
    }

    /// Extends a segment, whose response goes on to the end of the file, over the free bytes behind it; returns its new end.
    mutating func widen(_ number: Int) -> Int64? {
        guard let segment = active[number], let gap = free.first(where: { $0.lowerBound == segment.end }) else {
            return nil
        }
        active[number]?.end = gap.upperBound
        return gap.upperBound
    }
}
