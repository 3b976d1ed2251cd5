internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeStream
internal import Synchronization

// SAFETY: one task has the wire until the rest of a request is sent by a task of its own; from then on both go through
// `exclusively`, under the gate.
/// What the sender and the reader of one exchange share: the connection, the codec, which never waits, the clocks and the
/// record.
///
/// ```
///   RequestSender ──┐                  ┌── Exchange (codec)
///                   ├── steps, waits ──┼── Connection ──→ Transport
///   ResponseReader ─┘                  ├── ExchangeClocks
///                                      └── ExchangeLog ──→ observer
/// ```
final class Wire: @unchecked Sendable {
    let connection: Connection
    var codec: Exchange
    var clocks: ExchangeClocks
    var log: ExchangeLog
    var sending = Sending()
    /// Whether a second task takes steps; set once, before it starts.
    private(set) var isShared = false
    private let gate = Mutex(())

    /// How far the request is.
    struct Sending {
        /// Whether any of the body was asked for: one that can't be replayed is used up then.
        var isBodyBegun = false
        /// Whether the kernel didn't take all of the request and never will: what came next would pass for the rest.
        var isCut = false
        /// Whether the sender waits for the caller, who produces or holds the body.
        var awaitsCaller = false
        /// Why not all of the request could be sent.
        var failure: HTTPClientError?
        /// The task that sends the rest, while it does.
        var task: Task<Void, Never>?
    }

    init(_ codec: consuming Exchange, over connection: Connection, _ deadlines: Deadlines, _ log: ExchangeLog) {
        self.codec = codec
        self.connection = connection
        self.log = log
        clocks = ExchangeClocks(deadlines)
    }

    var transport: any Transport { connection.transport }
    var now: Deadline { connection.transport.now }

    /// Whether the kernel took all of the request.
    var isRequestSent: Bool {
        codec.requestPhase == .complete && !sending.isCut && sending.failure == nil && sending.task == nil
    }

    /// Why not all of the request could be sent, unless the server didn't want it.
    var sendFailure: HTTPClientError? { sending.isCut ? nil : sending.failure }

    // MARK: Two tasks

    /// Runs a step that never waits. While one task has the wire there is nobody to exclude, and no lock.
    func exclusively<Value: Sendable, Failure: Error>(
        _ step: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if !isShared { return try step() }
        return try gate.withLock { _ throws(Failure) in try step() }
    }

    /// From now on `task` sends, and every step is exclusive.
    func share(with start: () -> Task<Void, Never>) {
        isShared = true
        gate.withLock { _ in sending.task = start() }
    }

    /// The request is over: sent, or failed. The reader looks again, at what failed or with the clock of the first byte.
    func sendingEnded(_ failure: HTTPClientError?) {
        exclusively {
            if sending.isCut { return }
            sending.failure = failure
            endSending()
        }
        if isShared { transport.nudge() }
    }

    /// The server wants no more of the request: what couldn't be sent doesn't matter either.
    func requestIsRefused() {
        exclusively { if sending.failure != nil { sending.isCut = true } }
        stopSending()
    }

    /// Sends nothing more of a request that is still under way.
    func stopSending() {
        let task = exclusively { () -> Task<Void, Never>? in
            guard let task = sending.task else { return nil }
            sending.isCut = true
            endSending()
            return task
        }
        task?.cancel()
    }

    private func endSending() {
        sending.task = nil
        log.timings.sent = now
        clocks.startSpeed(now: now)
    }

    /// Waits until the rest of the request is sent.
    ///
    /// - Throws: why it couldn't be, unless the server wanted no more of it.
    func requestIsSent() async throws(HTTPClientError) {
        if let task = exclusively({ sending.task }) {
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
        }
        if let failure = exclusively({ sendFailure }) { throw failure }
    }

    // MARK: Clocks and errors

    /// Bytes that wind the idle clock.
    var bytesMoved: Int64 { log.requestBytes &+ Int64(log.headBytes) &+ codec.receivedBodyBytes }

    func idleEnd() -> PhaseEnd { clocks.idleEnd(moved: bytesMoved, now: now) }

    /// Looks at the total clock and at cancellation between waits: a peer that never makes us wait would escape both.
    func checkOnTheWay(in phase: HTTPClientError.Phase) throws(HTTPClientError) {
        if Task.isCancelled { throw error(.cancelled, in: phase) }
        if clocks.deadlines.total != .never, clocks.deadlines.total <= now { throw timedOut(.total, in: phase) }
    }

    func timedOut(_ clock: Timeouts.Clock, in phase: HTTPClientError.Phase) -> HTTPClientError {
        error(.timedOut(clock, after: clocks.timeouts.limit(of: clock)), in: phase)
    }

    func error(_ cause: HTTPClientError.Cause, in phase: HTTPClientError.Phase) -> HTTPClientError {
        HTTPClientError(
            actual(phase), origin: connection.origin.description, cause: cause, requestBytesSent: log.requestBytes)
    }

    func error(_ error: StreamError, in phase: HTTPClientError.Phase, end: PhaseEnd? = nil) -> HTTPClientError {
        HTTPClientError(
            error, in: actual(phase), origin: connection.origin, end: end ?? clocks.deadlines.totalEnd,
            timeouts: clocks.timeouts, sent: log.requestBytes)
    }

    /// Who waits for an answer while the request is still being sent is in the phase of sending.
    private func actual(_ phase: HTTPClientError.Phase) -> HTTPClientError.Phase {
        phase == .wait && sending.task != nil ? .send : phase
    }
}
