internal import SockeyeIO
internal import Synchronization

/// Tells a pool of each change of the machine's network, from the first connection on until the pool is gone.
final class NetworkFollower: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// Starts to follow; no-op if it does already.
    func start(on loop: EventLoop, _ tell: @escaping @Sendable (NetworkPath) -> Void) {
        task.withLock { task in
            if task != nil { return }
            task = Task(executorPreference: loop) {
                // Without netlink, there is nothing to tell.
                var updates = NetworkPath.Updates(loop: loop).makeAsyncIterator()
                while let path = try? await updates.next() { tell(path) }
            }
        }
    }

    deinit {
        task.withLock { $0 }?.cancel()
    }
}
