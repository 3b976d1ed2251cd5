internal import Synchronization

/// Short file work of many tasks, done by one thread in the order it came.
///
/// What does not wait for the disk takes less time than a change of threads; but many files at once keep the thread that
/// has the sockets from them. One thread that finds the next piece of work when it is done with the last is woken
/// seldom, and does not wait for others at the lock of the folder.
package final class FileQueue: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isWorking = false
    }

    package static let shared = FileQueue()

    private let state = Mutex(State())

    /// Runs `work` in its turn. Cancellation does not cut it short.
    package func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        // SAFETY: the work runs once and resumes the continuation once, at its end.
        let result: Result<Value, Failure> = await withUnsafeContinuation { continuation in
            let mustStart = state.withLock { state in
                state.waiting.append {
                    do throws(Failure) {
                        continuation.resume(returning: .success(try work()))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
                defer { state.isWorking = true }
                return !state.isWorking
            }
            if mustStart { BlockingThreads.shared.run { self.work() } }
        }
        return try result.get()
    }

    private func work() {
        while true {
            let pieces = state.withLock { state in
                let pieces = state.waiting
                state.waiting = []
                state.isWorking = !pieces.isEmpty
                return pieces
            }
            if pieces.isEmpty { return }
            for piece in pieces { piece() }
        }
    }
}
