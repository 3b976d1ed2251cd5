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
    private static let waitingLimit = 64

    init(_ log: InspectLog, _ id: Int) {
        (self.log, self.id) = (log, id)
        (interim, out) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.waitingLimit))
    }

    // MARK: Observing the client

    var interests: ClientEvent.Interests { [.bytes, .rawHeads, .reasons] }

    func observe(_ bytes: RawSpan, of part: WirePart) {
        // SAFETY: the span's bytes are initialised, and copied before the closure returns.
        let copy = bytes.withUnsafeBytes { Array($0) }
        state.withLock { state in
            switch part {
            case .receivedHead: state.last = copy
            case .refusedHead: state.refused = copy
            case .receivedBody: state.wire += copy
            default: break
            }
        }
    }

    func observe(_ event: ClientEvent) {
        if event.clause != nil, let event = Transcript.Event(event, at: log.now) { log.change(id) { $0.add(event) } }
        let reused = event[.connectionReused]
        if let details = event[.addressRace]?.connection ?? reused {
            log.change(id) { ($0.track.connection, $0.track.isReused) = (details, reused != nil) }
        } else if let metrics = event[.measured] {
            log.change(id) { $0.track.timings = metrics.timings }
        } else if let head = event[.interimPassed] {
            let raw = state.withLock { state in
                defer { state.last = [] }
                return state.last
            }
            // The proxy sends its own 100 when it starts to read the body.
            if head.status.code != 100 { pass(raw) }
        }
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
