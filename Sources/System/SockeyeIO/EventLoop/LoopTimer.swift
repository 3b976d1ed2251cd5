internal import Synchronization

/// Calls a closure on the event loop's thread at each moment it is scheduled for.
package final class LoopTimer: LoopClient {
    private let loop: EventLoop
    private let fire: @Sendable (Deadline) -> Void
    private let token = Mutex<UInt64?>(nil)

    /// - Parameter fire: called on the loop's thread; must be short and must not block.
    package init(on loop: EventLoop, fire: @escaping @Sendable (Deadline) -> Void) {
        self.loop = loop
        self.fire = fire
    }

    /// Fires at `moment`, and at every other moment scheduled, until `cancel`.
    package func schedule(at moment: Deadline) {
        let token = token.withLock { token in
            let known = token ?? loop.register(self)
            token = known
            return known
        }
        loop.schedule(token, at: moment.nanoseconds)
    }

    /// Cancels everything scheduled and unregisters the timer from the loop.
    package func cancel() {
        let known = token.withLock { token in
            defer { token = nil }
            return token
        }
        if let known { loop.unregister(known) }
    }

    func becameReady(_ flags: UInt32) {}

    func momentCame(now: UInt64) {
        fire(Deadline(nanoseconds: now))
    }
}
