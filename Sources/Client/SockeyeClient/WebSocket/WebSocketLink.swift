internal import SockeyeIO
internal import SockeyeTransport
internal import SockeyeWebSocket
internal import Synchronization

// SAFETY: everything that changes is accessed within `exclusively`, under the gate.
/// One open WebSocket: its codec, what came and what goes, between the tasks that use it and the one that receives.
///
/// ```
///   send, ping, close ──→ outbox ──→ write ── no room ──→ flusher, in its own task
///   receive ←── inbox ←── run(), the receiving task ──→ pong, close
///                           └── the keep-alive clock
/// ```
final class WebSocketLink: @unchecked Sendable {
    /// The connection and the rules of this socket.
    struct Setting {
        let wire: Wire
        let loop: EventLoop
        let options: WebSocketOptions
        /// When its total time is over.
        let end: Deadline
        /// Bytes that came with the head of the response.
        let first: [UInt8]
    }

    /// How it ends.
    struct Ending {
        /// The server's close frame.
        var close: (code: WebSocketCloseCode, reason: String)?
        var failure: HTTPClientError?
        /// Whether the program got that failure from a call.
        var isFailureTold = false
        /// Whether the receiving task is done.
        var isOver = false
        /// Whether `withWebSocket` has returned.
        var isOutOfScope = false
    }

    let setting: Setting
    private let gate = Mutex(())
    /// `nil` without observers.
    let queue: ObserverQueue?
    var codec: WebSocketCodec
    var inbox = WebSocketInbox()
    var outbox = WebSocketOutbox()
    var ending = Ending()
    var pings = WebSocketPings()
    /// Those who wait for a message or the end.
    var receivers: [OneShot<Void>] = []
    /// Those who wait for a piece of one.
    var pieceReceivers: [OneShot<Void>] = []
    /// Resumes the receiving task when there is room.
    var resumption: OneShot<Void>?

    init(_ setting: Setting, compression: PerMessageDeflate?) {
        self.setting = setting
        codec = WebSocketCodec(compression: compression, limits: setting.options.limits)
        queue = setting.wire.observer.map(ObserverQueue.init)
        guard let queue else { return }
        codec.watcher = { queue.observe(ClientEvent(.frame, $0)) }
        if queue.interests.contains(.tls) { setting.wire.connection.showTLS(to: .of(queue)) }
    }

    var transport: any Transport { setting.wire.transport }

    /// Runs a step that never waits, then tells the observers what it did.
    func exclusively<Value: Sendable, Failure: Error>(
        _ step: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        defer { queue?.tellAll() }
        return try gate.withLock { _ throws(Failure) in try step() }
    }

    /// The ending so far, without a wait for those who tell the observers.
    var endingNow: Ending { gate.withLock { _ in ending } }

    func error(_ error: StreamError, in phase: HTTPClientError.Phase) -> HTTPClientError {
        setting.wire.error(error, in: phase)
    }

    func error(_ error: WebSocketError, in phase: HTTPClientError.Phase) -> HTTPClientError {
        setting.wire.error(.webSocket(error), in: phase)
    }

    func cancelled(in phase: HTTPClientError.Phase) -> HTTPClientError {
        setting.wire.error(.cancelled, in: phase)
    }

    /// Throws why the receiving task has ended, if it failed. Under the gate.
    func checkFailure() throws(HTTPClientError) {
        guard let failure = ending.failure else { return }
        ending.isFailureTold = true
        throw failure
    }

    // MARK: Wakes, under the gate

    func wakeReceivers() {
        for receiver in receivers { receiver.give(()) }
        receivers.removeAll(keepingCapacity: true)
        wakePieceReceivers()
    }

    func wakePieceReceivers() {
        if pieceReceivers.isEmpty { return }
        for receiver in pieceReceivers { receiver.give(()) }
        pieceReceivers.removeAll(keepingCapacity: true)
    }

    var isWaitedFor: Bool { !receivers.isEmpty || !pieceReceivers.isEmpty }

    /// Lets the receiving task go on, if it waits for room.
    func resume() {
        resumption?.give(())
        resumption = nil
    }

    /// The receiving task has ended: nothing will come any more.
    func end(_ failure: HTTPClientError?) {
        exclusively {
            ending.isOver = true
            if ending.failure == nil { ending.failure = failure }
            wakeReceivers()
            // A server that reads nothing never lets them go on.
            if ending.failure != nil { for sender in outbox.takeWaiters() { sender.give(()) } }
            pings.endAll()
        }
    }
}
