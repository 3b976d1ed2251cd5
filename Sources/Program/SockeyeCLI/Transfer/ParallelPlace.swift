internal import SockeyeIO
internal import Synchronization

/// The room that a transfer takes among those at once.
final class ParallelPlace: Sendable {
    /// Where its file waits for others.
    let batch: FileBatch
    private let makeRoom: @Sendable () -> Void
    private let isLeft = Atomic<Bool>(false)

    init(_ batch: FileBatch, makeRoom: @escaping @Sendable () -> Void) {
        (self.batch, self.makeRoom) = (batch, makeRoom)
    }

    /// Makes room for another transfer, once.
    func leave() { if !isLeft.exchange(true, ordering: .relaxed) { makeRoom() } }
}
