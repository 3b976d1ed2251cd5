internal import Synchronization

extension EventLoop {
    /// Runs `operation` to completion on the calling thread, which becomes an event loop meanwhile.
    ///
    /// For scripts and code that is not `async`: nothing moves to another thread, so a fetch costs only its system
    /// calls. Don't call it from async code: it blocks the thread.
    ///
    /// - Throws: what `operation` throws, or `IOError` if no loop can be made.
    package static func runBlocking<Value: Sendable>(
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

extension EventLoop {
    /// As above, in virtual time.
    func runHere<Value: Sendable>(
        _ operation: @escaping @Sendable (EventLoop) async throws -> Value, _ time: VirtualTime
    ) throws -> Value {
        let box = ResultBox<Value>()
        // The run takes the jobs in the order of the loop's own queue, so the first must be enqueued on its thread.
        let begin = OnceBegun(time) {
            _ = Task(executorPreference: self) {
                do {
                    let value = try await operation(self)
                    box.result.withLock { $0 = .success(value) }
                } catch {
                    box.result.withLock { $0 = .failure(error) }
                }
                time.isOver = true
            }
        }
        runSimulated(by: begin)
        guard let outcome = box.result.withLock({ $0 }) else { throw IOError.cancelled }
        return try outcome.get()
    }
}

/// Begins the operation as the first thing that happens on the loop.
private final class OnceBegun: LoopDirector {
    private let time: VirtualTime
    private var begin: (() -> Void)?

    init(_ time: VirtualTime, _ begin: @escaping () -> Void) {
        (self.time, self.begin) = (time, begin)
    }

    var clock: UnsafeMutablePointer<UInt64> { time.clock }

    func choose(among count: Int) -> Int? { time.choose(among: count) }

    func pass(towards timer: UInt64?) -> Bool {
        guard let first = begin else { return time.pass(towards: timer) }
        begin = nil
        first()
        return true
    }

    func runAside(_ work: @escaping @Sendable () -> Void) { time.runAside(work) }
}

/// Carries the outcome of a blocking run from the task to the thread.
private final class ResultBox<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
}
