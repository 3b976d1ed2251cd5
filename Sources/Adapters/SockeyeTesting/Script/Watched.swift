internal import SockeyeIO
internal import Synchronization

/// A value that tasks can wait for: each change wakes them to check again. Spares tests from sleeping.
final class Watched<State: Sendable>: Sendable {
    private struct Contents {
        var state: State
        var waiting: [OneShot<Bool>] = []
    }

    private let contents: Mutex<Contents>

    init(_ state: State) {
        contents = Mutex(Contents(state: state))
    }

    /// Changes the value and wakes all waiters.
    @discardableResult
    func update<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
        let (value, waiting) = contents.withLock { contents in
            let value = change(&contents.state)
            defer { contents.waiting = [] }
            return (value, contents.waiting)
        }
        for waiter in waiting { waiter.give(true) }
        return value
    }

    var current: State {
        contents.withLock { $0.state }
    }

    /// Waits until `condition` returns a value. It may modify the state.
    ///
    /// - Throws: `IOError.timedOut` or `.cancelled`.
    func wait<Value: Sendable>(
        on loop: EventLoop, until deadline: Deadline, for condition: (inout State) -> Value?
    ) async throws(IOError) -> Value {
        while true {
            let waiter = OneShot<Bool>()
            let found = contents.withLock { contents -> Value? in
                if let value = condition(&contents.state) { return value }
                contents.waiting.append(waiter)
                return nil
            }
            if let found { return found }
            switch await waiter.wait(on: loop, until: deadline) {
            case .value: continue
            case .timedOut: throw .timedOut
            case .cancelled: throw .cancelled
            }
        }
    }
}
