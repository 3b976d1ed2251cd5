internal import SockeyeIO
internal import Synchronization

/// What a run ends with, for any number of tasks that wait for it.
final class Outcome<Success: Sendable, Failure: Error>: Sendable {
    private enum State {
        case open(waiting: [OneShot<Result<Success, Failure>>])
        case settled(Result<Success, Failure>)
    }

    private let state = Mutex(State.open(waiting: []))

    /// Sets the result; only the first call counts.
    func settle(_ result: Result<Success, Failure>) {
        let waiting = state.withLock { state in
            guard case .open(let waiting) = state else { return [OneShot<Result<Success, Failure>>]() }
            state = .settled(result)
            return waiting
        }
        for waiter in waiting { waiter.give(result) }
    }

    /// Waits for the result. If the task that waits is cancelled, the wait ends with `failure` and the run goes on.
    func value(ifCancelled failure: Failure) async throws(Failure) -> Success {
        let waiter = OneShot<Result<Success, Failure>>()
        state.withLock { state in
            switch state {
            case .open(let waiting): state = .open(waiting: waiting + [waiter])
            case .settled(let result): waiter.give(result)
            }
        }
        if case .value(let result) = await waiter.wait() { return try result.get() }
        state.withLock { state in
            if case .open(let waiting) = state { state = .open(waiting: waiting.filter { $0 !== waiter }) }
        }
        throw failure
    }
}
