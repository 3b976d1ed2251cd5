internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeTranscript
internal import Synchronization

/// Observes a forwarded request: records heads as received, body bytes and decisions. Sends interim heads on to the program
/// immediately.
final class ServerSide: ExchangeObserver {
    private struct State {
        var last: [UInt8] = []
        var refused: [UInt8] = []
        var wire: [UInt8] = []
        /// Whether the final head is next, so that no more interim heads may be sent.
        var isOver = false
    }

    private let log: InspectLog
    private let id: Int
    private let state = Mutex(State())
    /// Interim heads for the program.
    let interim: AsyncStream<[UInt8]>
    private let out: AsyncStream<[UInt8]>.Continuation

    /// How many are buffered for a program that doesn't read.
    private static let mostWaiting = 64

    init(_ log: InspectLog, _ id: Int) {
        (self.log, self.id) = (log, id)
        (interim, out) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    // MARK: Observing the client

    var wantsBytes: Bool { true }
    var wantsRawHeads: Bool { true }
    var wantsDecisions: Bool { true }

    func observe(head bytes: RawSpan, isTrailer: Bool) {
        if isTrailer { return }
        let copy = Self.copy(bytes)
        state.withLock { $0.last = copy }
    }

    func observe(refused bytes: RawSpan) {
        let copy = Self.copy(bytes)
        state.withLock { $0.refused = copy }
    }

    func observe(received bytes: RawSpan) {
        let copy = Self.copy(bytes)
        state.withLock { $0.wire += copy }
    }

    func observe(decision: Decision) { log.add(Transcript.Event(decision, at: log.now), to: id) }

    func observe(_ event: ExchangeEvent) {
        switch event {
        case .connected(let details), .reused(let details):
            let isReused = if case .reused = event { true } else { false }
            log.change(id) { exchange in
                exchange.track.connection = details
                exchange.track.isReused = isReused
            }
        case .measured(let metrics): log.change(id) { $0.track.timings = metrics.timings }
        case .informational(let head):
            let raw = state.withLock { state in
                defer { state.last = [] }
                return state.last
            }
            // The proxy sends its own 100 when it starts to read the body.
            if head.status.code != 100 { pass(raw) }
        default: break
        }
    }

    private static func copy(_ bytes: RawSpan) -> [UInt8] {
        // SAFETY: the span's bytes are initialised, and copied before the closure returns.
        bytes.withUnsafeBytes { Array($0) }
    }

    private func pass(_ raw: [UInt8]) {
        send(HeadLines.forProgram(raw).head.encodedForProgram)
        log.note(id, "an interim response, passed on immediately (RFC 9110 section 15.2)")
    }

    // MARK: Sending to the program

    /// Sends an interim head.
    func send(_ head: [UInt8]) {
        if !isOver { out.yield(head) }
    }

    /// Ends the interim heads.
    func finish() {
        state.withLock { $0.isOver = true }
        out.finish()
    }

    /// Whether the final head is next.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// The last head as received, even if it was refused or truncated.
    var lastHead: [UInt8] { state.withLock { $0.last + $0.refused } }

    /// The body bytes received since the last call, as on the wire.
    func takeWire() -> [UInt8] {
        state.withLock { state in
            defer { state.wire = [] }
            return state.wire
        }
    }
}
