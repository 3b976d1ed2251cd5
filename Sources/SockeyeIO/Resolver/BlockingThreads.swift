internal import CSystemShims
internal import Synchronization

/// Threads for the calls that cannot be made non-blocking: `getaddrinfo`, and file work such as `fsync`.
///
/// A thread is started when there is work, none is idle and fewer than the limit run. It waits a second for more
/// before it ends, so that two thousand small files, each synced, do not start two thousand threads.
package final class BlockingThreads: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var running = 0
        /// Threads that wait for the semaphore, less the posts they have not seen yet.
        var idle = 0
    }

    /// Enough for the names of a busy client; a hung name server then delays names, not sockets.
    private static let mostThreads = 16

    /// How long a thread waits for work before it ends.
    private static let patience: UInt32 = 1000

    package static let shared = BlockingThreads()

    // SAFETY: a semaphore is made for use by many threads; this one lives as long as the process does.
    nonisolated(unsafe) private let wakeup = sockeye_semaphore_new()

    private let state = Mutex(State())

    /// Runs `work` on some thread, soon. When no thread can be had it runs on the caller's.
    package func run(_ work: @escaping @Sendable () -> Void) {
        let (mustStart, mustWake) = state.withLock { state in
            state.waiting.append(work)
            if state.idle > 0 {
                state.idle -= 1
                return (false, true)
            }
            if state.running == Self.mostThreads { return (false, false) }
            state.running += 1
            return (true, false)
        }
        if mustWake { sockeye_semaphore_post(wakeup) }
        guard mustStart else { return }
        // SAFETY: the reference is retained for the thread, which takes it back exactly once.
        let context = Unmanaged.passRetained(self)
        let result = sockeye_thread_start(
            "sockeye-block",
            { context in
                // SAFETY: the context is the reference retained above; this is the one place that takes it.
                guard let context else { return }
                Unmanaged<BlockingThreads>.fromOpaque(context).takeRetainedValue().workUntilEmpty()
            }, context.toOpaque())
        if result < 0 {
            context.release()
            workUntilEmpty()
        }
    }

    private func workUntilEmpty() {
        while true {
            let next = state.withLock { state -> (@Sendable () -> Void)? in
                if !state.waiting.isEmpty { return state.waiting.removeFirst() }
                if wakeup == nil { state.running -= 1 } else { state.idle += 1 }
                return nil
            }
            if let next { next() } else if !waitForWork() { return }
        }
    }

    /// Waits until there may be work; false when the thread is to end.
    private func waitForWork() -> Bool {
        guard let wakeup else { return false }
        if sockeye_semaphore_wait(wakeup, Self.patience) == 0 { return true }
        return state.withLock { state in
            // Whoever took this thread from the idle ones has posted, or is about to: the post is for it.
            if state.idle == 0 { return true }
            state.idle -= 1
            state.running -= 1
            return false
        }
    }
}
