internal import Synchronization

extension EventLoop {
    /// Runs `operation` to completion on the calling thread, which becomes an event loop meanwhile.
    ///
    /// For scripts and code that is not `async`: nothing moves to another thread, so a fetch costs only its system
    /// calls. Don't call it from async code: it blocks the thread.
    ///
    /// - Throws: what `operation` throws, or `IOError` if no loop can be made.
    public static func runBlocking<Value: Sendable>(
        _ operation: @escaping @Sendable (EventLoop) async throws -> Value
    ) throws -> Value {
        try EventLoop().runHere(operation)
    }

    /// A loop without a thread, for `runHere`.
    package static func withoutThread() throws(IOError) -> EventLoop {
        try EventLoop()
    }

    /// Runs `operation` to completion on the calling thread, which becomes this loop's thread meanwhile. The loop must
    /// have no thread of its own, and only one call may run at a time; its sockets survive between calls.
    package func runHere<Value: Sendable>(
        _ operation: @escaping @Sendable (EventLoop) async throws -> Value
    ) throws -> Value {
        rearm()
        let box = ResultBox<Value>()
        _ = Task(executorPreference: self) {
            do {
                let value = try await operation(self)
                box.result.withLock { $0 = .success(value) }
            } catch {
                box.result.withLock { $0 = .failure(error) }
            }
            self.stop()
        }
        run()
        guard let outcome = box.result.withLock({ $0 }) else { throw IOError.cancelled }
        return try outcome.get()
    }
}

/// Carries the outcome of a blocking run from the task to the thread.
private final class ResultBox<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
}
