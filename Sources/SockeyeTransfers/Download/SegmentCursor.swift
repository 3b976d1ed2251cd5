internal import Synchronization

/// Where one segment stands: the task that fetches it moves the position, the run lowers or raises the end.
final class SegmentCursor: Sendable {
    private let positionValue: Atomic<Int64>
    private let endValue: Atomic<Int64>

    init(_ range: Range<Int64>) {
        positionValue = Atomic(range.lowerBound)
        endValue = Atomic(range.upperBound)
    }

    /// The first byte that is not written.
    var position: Int64 {
        get { positionValue.load(ordering: .acquiring) }
        set { positionValue.store(newValue, ordering: .releasing) }
    }

    /// The byte after the last one to fetch.
    var end: Int64 {
        get { endValue.load(ordering: .acquiring) }
        set { endValue.store(newValue, ordering: .releasing) }
    }

    var remaining: Int64 { end - position }

    private let fetch = Mutex<Task<FetchEnd, Never>?>(nil)

    /// Keeps the task that fetches it, for `giveUp`.
    func isFetched(by task: Task<FetchEnd, Never>) {
        fetch.withLock { $0 = task }
    }

    /// Ends it where it stands; its connection is closed.
    func giveUp() {
        end = position
        fetch.withLock { $0 }?.cancel()
    }
}
