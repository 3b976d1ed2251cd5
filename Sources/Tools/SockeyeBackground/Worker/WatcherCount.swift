internal import Synchronization

/// Limits the number of watchers.
final class WatcherCount: Sendable {
    private let capacity: Int
    private let count = Mutex(0)

    init(_ capacity: Int) { self.capacity = capacity }

    /// Enters if there is room.
    func enter() -> Bool {
        count.withLock { count in
            if count >= capacity { return false }
            count += 1
            return true
        }
    }

    func leave() { count.withLock { $0 -= 1 } }
}
