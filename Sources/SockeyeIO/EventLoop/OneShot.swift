internal import Synchronization

/// A value that another thread will give once, awaited with a deadline and cancellable.
///
/// Serves the timer (a value that never comes) and the resolver (a value from a blocking thread). One task waits.
package final class OneShot<Value: Sendable>: LoopClient {
    /// How the wait ended.
    package enum Outcome: Sendable {
        case value(Value)
        case timedOut, cancelled
    }

    private enum State {
        case pending
        case waiting(UnsafeContinuation<Outcome, Never>)
        case done(Outcome)
    }

    private let state = Mutex(State.pending)

    package init() {}

    /// Gives the outcome; the first one counts.
    private func finish(_ outcome: Outcome) {
        let continuation = state.withLock { state -> UnsafeContinuation<Outcome, Never>? in
            switch state {
            case .pending:
                state = .done(outcome)
                return nil
            case .waiting(let continuation):
                state = .done(outcome)
                return continuation
            case .done:
                return nil
            }
        }
        continuation?.resume(returning: outcome)
    }

    /// Gives the value from any thread.
    package func give(_ value: Value) {
        finish(.value(value))
    }

    /// Waits for the value, the deadline or cancellation, whichever is first.
    package func wait(on loop: EventLoop, until deadline: Deadline) async -> Outcome {
        let token = loop.register(self)
        defer { loop.unregister(token) }
        if deadline != .never { loop.schedule(token, at: deadline.nanoseconds) }
        return await wait()
    }

    /// Waits for the value or cancellation, however long.
    package func wait() async -> Outcome {
        await withTaskCancellationHandler {
            // SAFETY: the state hands the continuation out once, to whoever finishes first.
            await withUnsafeContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    if case .done(let outcome) = state { return outcome }
                    state = .waiting(continuation)
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            finish(.cancelled)
        }
    }

    func becameReady(_ flags: UInt32) {}

    func momentCame(now: UInt64) {
        finish(.timedOut)
    }
}

extension EventLoop {
    /// Waits until `deadline` on this loop's timer.
    ///
    /// - Throws: `IOError.cancelled` when the task is cancelled first.
    public func sleep(until deadline: Deadline) async throws(IOError) {
        if case .cancelled = await OneShot<Never>().wait(on: self, until: deadline) { throw .cancelled }
    }
}
