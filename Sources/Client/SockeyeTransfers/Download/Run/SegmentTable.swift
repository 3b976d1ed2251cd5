internal import SockeyeClient

/// The requests of a round that are under way, and the parts of the file that they are for. It alone moves the ends of their
/// cursors.
struct SegmentTable {
    /// A request under way.
    struct Entry {
        /// The segment's number: of the first request 1, in the plan too.
        let number: Int
        var cursor: SegmentCursor
        let source: Source
        /// Its task; `nil` if it runs in the download's.
        var task: Task<Void, Never>?
    }

    private(set) var entries: [Entry] = []
    /// The first response, once it is accepted.
    private(set) var opening: FetchOpening?
    /// `nil` without a first response, and if the length is unknown.
    private(set) var plan: SegmentPlan?

    /// A request begins.
    mutating func add(_ fetch: SegmentFetch, _ task: Task<Void, Never>? = nil) {
        let segment = fetch.segment
        entries.append(Entry(number: segment.number, cursor: fetch.cursor, source: segment.source, task: task))
    }

    /// The first response is about to be written, beside the `present` bytes, so the length is known.
    mutating func open(
        _ opening: FetchOpening, beside present: ByteRangeSet, minimumBytes: Int64, sharedBy workers: Int
    ) {
        self.opening = opening
        if let first = index(of: 1) { entries[first].cursor = opening.cursor }
        guard let total = opening.total else { return }
        var plan = SegmentPlan(total: total, done: present, minimumBytes: minimumBytes)
        if let step = plan.next(sharedBy: workers) {
            opening.cursor.end = min(step.range.upperBound, opening.end ?? .max)
        }
        self.plan = plan
    }

    /// Updates the plan with the cursors' positions.
    mutating func advance() {
        for entry in entries { plan?.advance(entry.number, to: entry.cursor.position) }
    }

    /// The next segment to request, for one of so many idle workers.
    mutating func next(sharedBy workers: Int) -> SegmentPlan.Assignment? {
        advance()
        guard let step = plan?.next(sharedBy: workers) else { return nil }
        if let victim = step.stolenFrom.flatMap(index) { entries[victim].cursor.end = step.range.lowerBound }
        return step
    }

    /// A request has ended, or is to end now: its missing bytes are free again.
    mutating func remove(_ number: Int) -> Entry? {
        guard let entry = index(of: number).map({ entries.remove(at: $0) }) else { return nil }
        entry.cursor.end = min(entry.cursor.end, entry.cursor.position)
        entry.task?.cancel()
        plan?.end(number, at: entry.cursor.position)
        return entry
    }

    /// If the first request is the last one, it continues to the end of the file, unless it was made for less.
    mutating func widenLast() {
        guard entries.count == 1, let first = index(of: 1), let answerEnd = opening?.end else { return }
        advance()
        if let end = plan?.widen(1) { entries[first].cursor.end = min(end, answerEnd) }
    }

    private func index(of number: Int) -> Int? { entries.firstIndex { $0.number == number } }

    /// The bytes that are there now, if the `present` ones were there before the round.
    func written(beside present: ByteRangeSet) -> ByteRangeSet {
        if let plan { return plan.present }
        var written = present
        // A file of unknown length, written by one stream from where it began.
        if let opening { written.insert(opening.position..<max(opening.position, opening.cursor.position)) }
        return written
    }

    /// The segments under way, in file order.
    var progress: [DownloadProgress.Segment] {
        entries.compactMap { entry in
            let (position, end) = (entry.cursor.position, entry.cursor.end)
            return position <= end ? .init(range: position..<end, position: position) : nil
        }.sorted { $0.position < $1.position }
    }
}
