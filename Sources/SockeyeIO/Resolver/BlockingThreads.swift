internal import CSystemShims
internal import Synchronization

/// Threads for the calls that cannot be made non-blocking: `getaddrinfo`, and file work such as `fsync`.
///
/// A thread is started when there is work and fewer than the limit run; it ends when the queue is empty. Starting one
/// takes some 30 µs, far less than what such calls take, so none is kept waiting.
package final class BlockingThreads: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var running = 0
    }

    /// Enough for the names of a busy client; a hung name server then delays names, not sockets.
    private static let mostThreads = 16

    package static let shared = BlockingThreads()

    private let state = Mutex(State())

    /// Runs `work` on some thread, soon. When no thread can be had it runs on the caller's.
    package func run(_ work: @escaping @Sendable () -> Void) {
        let mustStart = state.withLock { state in
            state.waiting.append(work)
            if state.running == Self.mostThreads { return false }
            state.running += 1
            return true
        }
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
                if state.waiting.isEmpty {
                    state.running -= 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
            guard let next else { return }
            next()
        }
    }
}
