internal import Synchronization

extension EventLoop {
    /// Runs `operation` to its end on the calling thread, which becomes an event loop for that time.
    ///
    /// For scripts and code that is not `async`: nothing is handed to another thread, so a fetch costs what its system
    /// calls cost. Must not be called from async code, whose thread it would hold.
    ///
    /// - Throws: what `operation` throws, or `IOError` when no loop can be made.
    public static func runBlocking<Value: Sendable>(
        _ operation: @escaping @Sendable (EventLoop) async throws -> Value
    ) throws -> Value {
        try EventLoop().runHere(operation)
    }

    /// A loop without a thread, for `runHere`.
    package static func withoutThread() throws(IOError) -> EventLoop {
        try EventLoop()
    }

    /// Runs `operation` to its end on the calling thread, which becomes this loop's for that time. The loop must have no
    /// thread of its own, and one call at a time; its sockets stay between calls.
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

/// Holds the outcome of a blocking run where both sides can reach it.
private final class ResultBox<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
}
