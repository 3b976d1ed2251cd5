internal import Sockeye
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeRecording
internal import SockeyeTLS
internal import Synchronization

/// `--explain`: shows one transfer line by line on standard error, with what each line means and what the client decides.
final class Explanation: Sendable {
    /// The most chunks that are shown one by one.
    private static let chunkLimit = 8

    private struct State: Sendable {
        var sources: [String: String] = [:]
        var target: String?
        /// Set while a chunked body arrives.
        var chunks: ChunkScanner?
        var chunkCount = 0
        var sentBody: Int64 = 0
        var receivedBody: Int64 = 0
    }

    private let terminal: Terminal
    private let layout: ExplainLayout
    private let prefix: String
    private let state = Mutex(State())

    /// - Parameter prefix: comes before every line, to tell transfers apart.
    init(_ terminal: Terminal, prefix: String = "") {
        (self.terminal, layout, self.prefix) = (terminal, ExplainLayout(terminal), prefix)
    }

    private func write(_ lines: [ExplainedLine]) {
        // In one piece, so that those of others don't come between.
        if !lines.isEmpty { terminal.printError(layout.text(lines, prefix: prefix)) }
    }

    func show(_ event: ClientEvent) {
        write(state.withLock { Self.lines(for: event, &$0) })
        if let metrics = event[.measured], let times = ExplainedTimes(metrics.durations) {
            terminal.printError(layout.text(times, prefix: prefix))
        }
    }

    private static func lines(for event: ClientEvent, _ state: inout State) -> [ExplainedLine] {
        // Shown beside their lines.
        if let (name, source) = event[.fieldAdded] {
            state.sources[name.canonicalName] = source
            return []
        }
        if event[.targetChosen] != nil {
            state.target = "\(event)"
            return []
        }
        if let rule = event[.responseFramed] { state.chunks = rule.length == .chunked ? ChunkScanner() : nil }
        return wire(event, &state) + [ExplainedLine(event)].compactMap(\.self)
    }

    /// What goes over the wire.
    private static func wire(_ event: ClientEvent, _ state: inout State) -> [ExplainedLine] {
        if let head = event[.sentHead] {
            defer { (state.sources, state.target) = ([:], nil) }
            (state.sentBody, state.receivedBody, state.chunkCount, state.chunks) = (0, 0, 0, nil)
            return ExplainText.lines(ofRequest: head, sources: state.sources, target: state.target)
        }
        if let (bytes, _) = event[.sentBody] { state.sentBody = bytes }
        if let bytes = event[.receivedBody] { state.receivedBody = bytes }
        if let details = event[.tlsNegotiated] { return ExplainText.certificates(of: details) }
        if let frame = event[.frame] {
            let side: ExplainedLine.Side = frame.isSent ? .sent : .received
            let clause = ClientEvent.Clause("RFC 6455", "5.2", "")
            return [ExplainedLine(side, "[\(frame)]", "a frame of WebSocket", clause)]
        }
        if event[.waitingForConnectivity] != nil {
            return [ExplainedLine(.decided, "\(event)", "the request waits until the network changes")]
        }
        if event[.connectionKept] != nil || event[.connectionClosed] != nil { return bodies(&state) }
        if let failure = event[.measured]?.failure {
            return [ExplainedLine(.failed, TerminalText.escaped("\(failure)"), "the attempt failed")]
        }
        return []
    }

    /// How much of the bodies went over the wire.
    private static func bodies(_ state: inout State) -> [ExplainedLine] {
        defer { (state.sentBody, state.receivedBody, state.chunkCount) = (0, 0, 0) }
        let content = ClientEvent.Clause("RFC 9110", "6.4", "")
        var lines: [ExplainedLine] = []
        if state.sentBody > 0 {
            lines.append(ExplainedLine(.sent, "(\(state.sentBody) bytes)", "the body of the request", content))
        }
        if state.receivedBody > 0 {
            let rest = state.chunkCount - Self.chunkLimit
            let note = rest > 0 ? "the body of the response; \(rest) more chunks" : "the body of the response"
            lines.append(ExplainedLine(.received, "(\(state.receivedBody) bytes)", note, content))
        }
        return lines
    }

    /// Shows a head or trailers as received.
    func show(head: [UInt8], isTrailer: Bool) { write(ExplainText.lines(ofResponse: head, isTrailer: isTrailer)) }

    /// Shows the sizes of chunks.
    func show(received bytes: RawSpan) {
        let lines = state.withLock { state -> [ExplainedLine] in
            guard var chunks = state.chunks else { return [] }
            // SAFETY: the bytes are copied before the span can end.
            let found = chunks.scan(bytes.withUnsafeBytes { Array($0) })
            state.chunks = chunks
            return found.compactMap { chunk in
                let size = chunk.size
                if size > 0 { state.chunkCount += 1 }
                guard size == 0 || state.chunkCount <= Self.chunkLimit else { return nil }
                let meaning = size == 0 ? "the last chunk" : "a chunk of \(size) byte\(size == 1 ? "" : "s")"
                return ExplainedLine(
                    .received, TerminalText.escaped(chunk.line), meaning, ClientEvent.Clause("RFC 9112", "7.1", ""))
            }
        }
        write(lines)
    }

    func show(_ message: TLSMessage) { write([ExplainText.line(of: message)].compactMap(\.self)) }
}
