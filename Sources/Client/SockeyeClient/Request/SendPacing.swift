internal import SockeyeIO
internal import Synchronization

/// Limits and pauses the sending of a body; the sender checks it before each piece.
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

    /// Pauses sending after the current piece; the connection stays open.
    package func hold() {
        state.withLock { $0.isHeld = true }
    }

    /// Resumes sending.
    package func release() {
        let waiting = state.withLock { state in
            state.isHeld = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    var isHeld: Bool { state.withLock { $0.isHeld } }

    /// Waits while sending is paused, or until the task is cancelled.
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
            // A cancelled upload is never paused again, so all waiters can be released.
            release()
        }
    }
}
