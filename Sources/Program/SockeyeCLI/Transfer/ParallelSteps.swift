internal import Synchronization

/// What the transfers at once tell their run, in order.
///
/// An `AsyncStream` hands them over one by one, through code that isn't specialized.
final class ParallelSteps: Sendable {
    enum Step: Sendable {
        /// A transfer has made room for another.
        case room
        case ended(ExitCode)
    }

    private struct State {
        var steps: [Step] = []
        var waiter: UnsafeContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Tells a step, from any thread.
    func send(_ step: Step) {
        let waiter = state.withLock { state -> UnsafeContinuation<Void, Never>? in
            state.steps.append(step)
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Takes all that were sent, and waits for the next one if there are none. Only one task may wait. Cancellation doesn't end
    /// it: the transfers, which are cancelled too, still tell their ends.
    func next() async -> [Step] {
        // SAFETY: `send` takes the continuation out of the state under the lock, so it is resumed exactly once.
        await withUnsafeContinuation { continuation in
            let isThere = state.withLock { state in
                if state.steps.isEmpty { state.waiter = continuation }
                return !state.steps.isEmpty
            }
            if isThere { continuation.resume() }
        }
        return state.withLock { state in
            defer { state.steps = [] }
            return state.steps
        }
    }
}
