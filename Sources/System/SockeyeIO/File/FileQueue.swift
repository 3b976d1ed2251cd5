internal import Synchronization

/// Runs short file operations of many tasks on one thread, in order.
///
/// An operation that doesn't wait for the disk takes less time than a thread switch, but many files at once would keep
/// the loop's thread from its sockets. A single thread that finds the next operation when it finishes one is rarely
/// woken, and doesn't contend for the folder's lock.
final class FileQueue: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isWorking = false
    }

    fileprivate static let shared = FileQueue()

    private let state = Mutex(State())

    fileprivate func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        // SAFETY: the closure runs once, and resumes the continuation on both of its paths.
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
            if mustStart { BlockingThreads.run { self.work() } }
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

/// Runs `work`, which doesn't wait for the disk, on the thread of the ``FileQueue`` in its turn. Cancellation does not interrupt it.
package func onFileQueue<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    try await FileQueue.shared.run(work)
}
