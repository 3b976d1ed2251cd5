internal import Glibc
internal import Sockeye
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeRecording
internal import SockeyeTLS
internal import Synchronization

/// `--explain`: shows one transfer line by line on standard error, with what each line means and what the client decides.
final class Explanation: Sendable {
    /// The most chunks that are shown one by one.
    private static let mostChunks = 8

    private struct State: Sendable {
        var sources: [String: String] = [:]
        var target: String?
        /// Set while a chunked body arrives.
        var chunks: ChunkScanner?
        var chunkCount = 0
        var sentBody: Int64 = 0
        var receivedBody: Int64 = 0
    }

    private let layout: ExplainLayout
    private let prefix: String
    /// The fields that the user named, in lowercase.
    private let named: Set<String>
    private let state = Mutex(State())

    /// - Parameter prefix: comes before every line, to tell transfers apart.
    init(_ layout: ExplainLayout, prefix: String = "", named: Set<String> = []) {
        (self.layout, self.prefix, self.named) = (layout, prefix, named)
    }

    /// For the library everything that the program sends is the request's own.
    private func words(for source: Decision.FieldSource, of name: String) -> String {
        guard source == .caller else { return source.rawValue }
        let defaults = ["user-agent", "accept", "content-type"]
        return defaults.contains(name) && !named.contains(name) ? "a default of sockeye" : "an option"
    }

    private func write(_ lines: [ExplainedLine]) {
        // In one piece, so that those of others don't come between.
        if !lines.isEmpty { Terminal.printError(layout.text(lines, prefix: prefix)) }
    }

    func show(_ decision: Decision) {
        let line = state.withLock { state -> ExplainedLine? in
            switch decision {
            // Shown beside their lines.
            case .fieldAdded(let name, let source):
                state.sources[name.canonicalName] = words(for: source, of: name.canonicalName)
                return nil
            case .targetChosen:
                state.target = decision.description
                return nil
            case .responseFramed(let rule):
                state.chunks = rule.length == .chunked ? ChunkScanner() : nil
                return ExplainedLine(decision)
            default: return ExplainedLine(decision)
            }
        }
        if let line { write([line]) }
    }

    func show(_ event: ExchangeEvent) {
        write(state.withLock { Self.lines(for: event, &$0) })
        if case .measured(let metrics) = event, let times = ExplainedTimes(metrics.durations) {
            Terminal.printError(layout.text(times, prefix: prefix))
        }
    }

    private static func lines(for event: ExchangeEvent, _ state: inout State) -> [ExplainedLine] {
        switch event {
        case .sentHead(let head):
            defer { (state.sources, state.target) = ([:], nil) }
            (state.sentBody, state.receivedBody, state.chunkCount, state.chunks) = (0, 0, 0, nil)
            return ExplainText.lines(ofRequest: head, sources: state.sources, target: state.target)
        case .sentBody(let bytes, _): state.sentBody = bytes
        case .receivedBody(let bytes): state.receivedBody = bytes
        case .secured(let details): return ExplainText.certificates(of: details)
        case .frame(let frame):
            let side: ExplainedLine.Side = frame.isSent ? .sent : .received
            return [ExplainedLine(side, "[\(frame)]", "a frame of WebSocket", Decision.Clause("RFC 6455", "5.2", ""))]
        case .waitingForConnectivity(let path):
            return [ExplainedLine(.decided, "no route yet: \(path)", "the request waits until the network changes")]
        case .finished: return bodies(&state)
        case .measured(let metrics):
            guard let failure = metrics.failure else { return [] }
            return [ExplainedLine(.failed, TerminalText.escaped("\(failure)"), "the attempt failed")]
        default: break
        }
        return []
    }

    /// How much of the bodies went over the wire.
    private static func bodies(_ state: inout State) -> [ExplainedLine] {
        defer { (state.sentBody, state.receivedBody, state.chunkCount) = (0, 0, 0) }
        let content = Decision.Clause("RFC 9110", "6.4", "")
        var lines: [ExplainedLine] = []
        if state.sentBody > 0 {
            lines.append(ExplainedLine(.sent, "(\(state.sentBody) bytes)", "the body of the request", content))
        }
        if state.receivedBody > 0 {
            let rest = state.chunkCount - Self.mostChunks
            let note = rest > 0 ? "the body of the response; \(rest) more chunks" : "the body of the response"
            lines.append(ExplainedLine(.received, "(\(state.receivedBody) bytes)", note, content))
        }
        return lines
    }

    /// Shows a head or trailers as received.
    func show(head: [UInt8], isTrailer: Bool) {
        write(ExplainText.lines(ofResponse: head, isTrailer: isTrailer))
    }

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
                guard size == 0 || state.chunkCount <= Self.mostChunks else { return nil }
                let meaning = size == 0 ? "the last chunk" : "a chunk of \(size) byte\(size == 1 ? "" : "s")"
                return ExplainedLine(
                    .received, TerminalText.escaped(chunk.line), meaning, Decision.Clause("RFC 9112", "7.1", ""))
            }
        }
        write(lines)
    }

    func show(_ message: TLSMessage) {
        write([ExplainText.line(of: message)].compactMap(\.self))
    }
}

extension TransferSettings {
    /// The fields that the user named, in lowercase.
    var namedFields: Set<String> {
        var names = Set(headers.map { $0.name.lowercased() })
        if userAgent != nil { names.insert("user-agent") }
        return names
    }
}
