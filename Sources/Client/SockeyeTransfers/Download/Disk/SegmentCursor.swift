internal import Synchronization

/// The position of one segment: the fetch advances the position, the round moves the end.
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
}
