public import SockeyeIO

/// A gate between a script and a test: one side waits until the other opens it. Once open, it stays open.
///
/// ```swift
/// let gate = Gate()
/// let server = try await LoopbackServer.start(script: [.awaitRequest, .pause(until: gate), .send(reply)])
/// // … see that the client waits …
/// gate.open()
/// ```
public final class Gate: Sendable {
    private let state = Watched(false)

    /// Makes a closed gate.
    public init() {}

    /// Opens the gate for good; callable from any thread.
    public func open() {
        state.update { $0 = true }
    }

    /// Whether the gate is open.
    public var isOpen: Bool { state.current }

    /// Waits until the gate is open.
    ///
    /// - Parameters:
    ///   - loop: the loop that wakes the caller.
    ///   - deadline: default 30 seconds from now.
    /// - Throws: `IOError.timedOut` or `.cancelled`.
    public func wait(
        on loop: EventLoop = .shared, until deadline: Deadline = .after(.seconds(30))
    ) async throws(IOError) {
        _ = try await state.wait(on: loop, until: deadline) { isOpen in isOpen ? true : nil }
    }
}
