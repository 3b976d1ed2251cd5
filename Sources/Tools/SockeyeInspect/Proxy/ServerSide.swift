internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeTranscript
internal import Synchronization

/// What the client tells of a request on its way to the server: heads as they came, the body's bytes, decisions. Interim heads
/// go on to the program at once.
final class ServerSide: ExchangeObserver {
    private struct State {
        var last: [UInt8] = []
        var refused: [UInt8] = []
        var wire: [UInt8] = []
        /// Whether nothing more goes to the program before the final head.
        var isOver = false
    }

    private let log: InspectLog
    private let id: Int
    private let state = Mutex(State())
    /// What goes to the program before the final head.
    let interim: AsyncStream<[UInt8]>
    private let out: AsyncStream<[UInt8]>.Continuation

    /// What is kept of a flood for a program that doesn't read.
    private static let mostWaiting = 64

    init(_ log: InspectLog, _ id: Int) {
        (self.log, self.id) = (log, id)
        (interim, out) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.mostWaiting))
    }

    // MARK: What the client tells

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
        if event.clause != nil, let event = Transcript.Event(event, at: log.now) { log.add(event, to: id) }
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
            // What 100 tells the program, the proxy says itself, once it reads the body.
            if head.status.code != 100 { pass(raw) }
        }
    }

    private func pass(_ raw: [UInt8]) {
        send(HeadLines.forProgram(raw).head.encodedForProgram)
        log.note(id, "an interim response, passed on at once (RFC 9110 section 15.2)")
    }

    // MARK: For the program

    /// Sends a head before the final one.
    func send(_ head: [UInt8]) {
        if !isOver { out.yield(head) }
    }

    /// Ends what goes before the final head.
    func finish() {
        state.withLock { $0.isOver = true }
        out.finish()
    }

    /// Whether the final head is on its way.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// What came of a head, the last one: also of one that was refused or cut.
    var lastHead: [UInt8] { state.withLock { $0.last + $0.refused } }

    /// What came of the body since the last call, as on the wire.
    func takeWire() -> [UInt8] {
        state.withLock { state in
            defer { state.wire = [] }
            return state.wire
        }
    }
}
