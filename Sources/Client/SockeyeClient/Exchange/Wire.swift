internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransport
internal import SockeyeURL
internal import Synchronization

// SAFETY: one task uses the wire until a second one sends the rest of the request; from then on both access it within
// `exclusively`, under the gate.
/// The state shared by the sender and the reader of one exchange: the connection, the codec, the clocks and the record.
///
/// ```
///   RequestSender ──┐                  ┌── Exchange (codec)
///                   ├── steps, waits ──┼── Connection ──→ Transport
///   ResponseReader ─┘                  ├── ExchangeClocks
///                                      └── ExchangeLog, observer
/// ```
final class Wire: @unchecked Sendable {
    let connection: Connection
    let transport: any Transport
    let observer: Observers?
    // Unchecked, to save the checks at run time. An access never lasts longer than one step, and a step calls nothing
    // that uses the wire but the wire itself.
    @exclusivity(unchecked) var codec: Exchange
    @exclusivity(unchecked) var clocks: ExchangeClocks
    @exclusivity(unchecked) var log: ExchangeLog
    @exclusivity(unchecked) var sending = Sending()
    /// Whether a second task uses the wire; set once, before it starts.
    @exclusivity(unchecked) private(set) var isShared = false
    private let gate = Mutex(())

    /// The state of the request.
    struct Sending {
        /// Whether reading the body has begun: a body that can't be replayed is then used up.
        var isBodyBegun = false
        /// Whether the request stays incomplete: anything sent next would be taken for the rest of it.
        var isCut = false
        /// Why the request couldn't be sent completely.
        var failure: HTTPClientError?
        /// The task that is sending the rest, if any.
        var task: Task<Void, Never>?
        /// Given when it ends, for those who wait.
        var waiting: [OneShot<Void>] = []
    }

    init(
        _ codec: consuming Exchange, over connection: Connection, _ deadlines: Deadlines, _ timings: Timings,
        _ observer: Observers?
    ) {
        self.codec = codec
        self.connection = connection
        transport = connection.transport
        connection.taped?.beginExchange()
        self.observer = observer
        log = ExchangeLog(timings)
        clocks = ExchangeClocks(deadlines)
    }

    var now: Deadline { transport.now }

    /// Whether the kernel accepted the whole request.
    var isRequestSent: Bool {
        codec.requestPhase == .complete && !sending.isCut && sending.failure == nil && sending.task == nil
    }

    /// Why the request couldn't be sent completely, unless the server refused the rest.
    var sendFailure: HTTPClientError? { sending.isCut ? nil : sending.failure }

    // MARK: Two tasks

    /// Runs a step that never waits, under the lock if a second task uses the wire.
    func exclusively<Value: Sendable, Failure: Error>(
        _ step: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if !isShared { return try step() }
        return try gate.withLock { _ throws(Failure) in try step() }
    }

    /// Starts the sending task; from now on every step takes the lock.
    func share(with start: () -> Task<Void, Never>) {
        isShared = true
        gate.withLock { _ in sending.task = start() }
    }

    /// The request was sent or failed. Wakes the reader, to see the failure or to start the first-byte clock.
    func sendingEnded(_ failure: HTTPClientError?) {
        exclusively {
            if sending.isCut { return }
            sending.failure = failure
            endSending()
        }
        if isShared { transport.nudge() }
    }

    /// The server refused the rest of the request, so a failure to send it is ignored.
    func requestIsRefused() {
        exclusively { if sending.failure != nil { sending.isCut = true } }
        stopSending()
    }

    /// Stops sending a request that is still being sent.
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
        for waiter in sending.waiting { waiter.give(()) }
        sending.waiting = []
        log.timings.sent = now
        clocks.startSpeed(now: now)
    }

    /// Waits until the rest of the request is sent, under the total clock.
    ///
    /// - Throws: why it couldn't be sent, unless the server refused the rest.
    func requestIsSent() async throws(HTTPClientError) {
        let ended = OneShot<Void>()
        let isUnderWay = exclusively { () -> Bool in
            if sending.task == nil { return false }
            sending.waiting.append(ended)
            return true
        }
        if isUnderWay {
            let outcome = await wait(for: ended)
            // Not until the task has ended: the caller's stream may take its time, and ignore a cancellation.
            if exclusively({ sending.task != nil }) {
                stopSending()
                if case .cancelled = outcome { throw error(.cancelled, in: .send) }
                throw timedOut(.total, in: .send)
            }
        }
        if let failure = exclusively({ sendFailure }) { throw failure }
    }

    private func wait(for ended: OneShot<Void>) async -> OneShot<Void>.Outcome {
        let total = clocks.deadlines.total
        if total == .never { return await ended.wait() }
        let alarm = Task { [transport] in
            try? await transport.sleep(until: total)
            ended.give(())
        }
        defer { alarm.cancel() }
        return await ended.wait()
    }

    // MARK: Clocks and errors

    /// Bytes that reset the idle clock.
    var bytesMoved: Int64 { log.requestBytes &+ Int64(log.headBytes) &+ codec.receivedBodyBytes }

    /// Bytes of the response have come. While the request is being sent, only the sender looks at the idle clock, and would
    /// otherwise restart it when it looks.
    func restartIdleClockOfSender() {
        if sending.task != nil { _ = idleEnd() }
    }

    func idleEnd() -> PhaseEnd { clocks.idleEnd(moved: bytesMoved, now: now) }

    /// Checks the total clock and cancellation between waits, since with a fast peer there may be no wait to check
    /// them.
    func checkOnTheWay(in phase: HTTPClientError.Phase) throws(HTTPClientError) {
        if Task.isCancelled || transport.isInterrupted { throw error(.cancelled, in: phase) }
        if clocks.deadlines.total != .never, clocks.deadlines.total <= now { throw timedOut(.total, in: phase) }
    }

    func timedOut(_ clock: Timeouts.Clock, in phase: HTTPClientError.Phase) -> HTTPClientError {
        error(.timedOut(clock, after: clocks.timeouts.limit(of: clock)), in: phase)
    }

    func error(_ cause: HTTPClientError.Cause, in phase: HTTPClientError.Phase) -> HTTPClientError {
        HTTPClientError(
            actual(phase), origin: site, cause: cause, requestBytesSent: log.requestBytes)
    }

    func error(_ error: StreamError, in phase: HTTPClientError.Phase, end: PhaseEnd? = nil) -> HTTPClientError {
        HTTPClientError(
            error, in: actual(phase), origin: site, end: end ?? clocks.deadlines.totalEnd,
            timeouts: clocks.timeouts, sent: log.requestBytes)
    }

    /// The site that the request is for. A proxy's connection serves many, and its own is that of the first.
    private var site: String {
        guard case .absolute(let url) = codec.request.target, let asked = try? HTTPURL(url) else {
            return connection.origin.description
        }
        return asked.origin
    }

    /// Waiting for a response while the request is still being sent belongs to the send phase.
    private func actual(_ phase: HTTPClientError.Phase) -> HTTPClientError.Phase {
        phase == .firstByte && sending.task != nil ? .send : phase
    }
}
