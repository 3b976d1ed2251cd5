import Synchronization

/// Counts who arrives, and how many are here at the same time.
final class Counter: Sendable {
    private let state = Mutex((arrived: 0, here: 0, most: 0))

    /// Says that somebody came, and returns how many have come so far.
    @discardableResult
    func arrive() -> Int {
        state.withLock { state in
            state.arrived += 1
            state.here += 1
            state.most = max(state.most, state.here)
            return state.arrived
        }
    }

    /// Says that somebody left.
    func leave() {
        state.withLock { $0.here -= 1 }
    }

    /// The most that were ever here together.
    var most: Int { state.withLock { $0.most } }
}
