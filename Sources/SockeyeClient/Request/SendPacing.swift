internal import SockeyeIO
internal import Synchronization

/// Whoever sends a body asks this before each piece: how fast it may go, and whether at all.
package final class SendPacing: Sendable {
    private struct State {
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    package let limit: RateLimit?
    private let state = Mutex(State())

    package init(bytesPerSecond: Int64? = nil) {
        limit = bytesPerSecond.map { RateLimit(bytesPerSecond: $0) }
    }

    /// Sending stops after the piece under way; the connection stays.
    package func hold() {
        state.withLock { $0.isHeld = true }
    }

    /// Sending goes on.
    package func release() {
        let waiting = state.withLock { state in
            state.isHeld = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    var isHeld: Bool { state.withLock { $0.isHeld } }

    /// Waits while sending is held, or until the task is cancelled.
    func waitForRelease() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if !state.isHeld || Task.isCancelled { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            // A held upload that is cancelled is over: nobody will hold it again.
            release()
        }
    }
}
