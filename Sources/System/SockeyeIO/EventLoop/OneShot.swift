internal import Synchronization

/// A value set once by another thread, awaited with a deadline and cancellation.
///
/// Used as a timer (the value never comes) and by the resolver (the value comes from a blocking thread). Only one task
/// may wait.
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

    /// Sets the outcome; only the first call counts.
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

    /// Whether the value has been given, or the waiter is gone.
    var isDone: Bool {
        state.withLock { state in
            if case .done = state { true } else { false }
        }
    }

    /// Sets the value, from any thread.
    package func give(_ value: Value) {
        finish(.value(value))
    }

    /// Waits for the value, the deadline or cancellation, whichever comes first.
    package func wait(on loop: EventLoop, until deadline: Deadline) async -> Outcome {
        let token = loop.register(self)
        defer { loop.unregister(token) }
        if deadline != .never { loop.schedule(token, at: deadline.nanoseconds) }
        return await wait()
    }

    /// Waits for the value or cancellation, without a deadline.
    package func wait() async -> Outcome {
        await withTaskCancellationHandler {
            // SAFETY: `finish` takes the continuation out of the state under the lock, so it is resumed exactly once.
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
    /// - Throws: `IOError.cancelled` if the task is cancelled first.
    public func sleep(until deadline: Deadline) async throws(IOError) {
        if case .cancelled = await OneShot<Never>().wait(on: self, until: deadline) { throw .cancelled }
    }
}
