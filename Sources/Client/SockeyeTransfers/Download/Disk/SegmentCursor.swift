internal import Synchronization

/// The position of one segment: the fetching task advances the position, the round moves the end.
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

    private let cancel = Mutex<(@Sendable () -> Void)?>(nil)

    /// Stores `cancel`, which ends the fetch, for `giveUp`.
    func isFetched(cancelledBy cancel: @escaping @Sendable () -> Void) {
        self.cancel.withLock { $0 = cancel }
    }

    /// Ends the fetch at its position and closes its connection.
    func giveUp() {
        end = position
        cancel.withLock { $0 }?()
    }
}
