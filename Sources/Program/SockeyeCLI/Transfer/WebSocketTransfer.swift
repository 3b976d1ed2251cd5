internal import Sockeye
internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeWebSocket

/// ws and wss: standard input becomes messages, messages become output.
///
///     standard input ──→ lines (or, with --ws-binary, what comes) ──→ messages; at its end, after --ws-linger, the close frame
///     output ←── messages, a line each ←── until the server has closed
struct WebSocketTransfer {
    let item: TransferItem
    let trace: TransferTrace
    let display: ProgressDisplay?
    /// The file for the messages; `nil` for standard output.
    let fileName: String?

    private var operation: TransferSettings { item.operation }
    private var outputs: TransferOutputs { TransferOutputs(item: item) }

    private var options: WebSocketOptions {
        operation.webSocket.options(
            silenceLimit: operation.idleTimeout, totalTime: operation.timeLimit,
            ratioLimit: operation.coding.ratioLimit)
    }

    private var request: Request {
        get throws {
            let request = try item.request
            guard request.method == .get else {
                throw TransferFailure(
                    .failedInitialization, "a WebSocket is opened with GET: leave out -d, -F, -T, -I and -X")
            }
            return request
        }
    }

    /// The request that opens it, for `--dry-run`.
    var handshake: Request { get throws { try item.client.plannedHandshake(of: try request, options: options) } }

    /// Talks until the server closes, or until standard input ends and the close is answered.
    func run() async throws {
        let request = try request
        trace.correct { $0.asked = request.url }
        let ticker = display?.beginTicking(on: item.loop)
        defer { ticker?.cancel() }
        try await RetryLoop(item: item, trace: trace).run { retry in
            let sink = try outputs.makeSink(fileName, isStream: true)
            defer { trace.correct { $0.delivered = sink.delivered } }
            do {
                try await attempt(request, sink, retry)
                _ = try sink.complete()
            } catch let later as RetryLater {
                throw later
            } catch {
                // Heads that arrived are written even if it fails.
                try? outputs.writeHeads(trace, into: sink)
                try? sink.completeHeads()
                throw error
            }
        }
    }

    /// One attempt: what fails before the socket is open may be tried again.
    private func attempt(_ request: Request, _ sink: BodySink, _ retry: RetryDecision) async throws {
        var isOpen = false
        do {
            try await item.client.withWebSocket(request, options: options, observer: trace) { socket in
                isOpen = true
                try await outputs.openPipes(of: sink, hasBody: true)
                try outputs.writeHeads(trace, into: sink)
                try sink.beginBody(contentType: nil)
                let input = StandardInput(item.machine)
                let sender = Task(executorPreference: item.loop) { await send(input, to: socket) }
                defer { sender.cancel() }
                try await receive(from: socket, into: sink)
                try input.check()
                try Self.check(socket, input)
            }
        } catch let refusal as UpgradeRefusal {
            let response = refusal.response
            if let later = retry.later(after: response.head) { throw later }
            try await outputs.openPipes(of: sink, hasBody: false)
            try outputs.writeHeads(trace, into: sink)
            // An error page is no message: a file keeps what it has.
            if !operation.failsOnHTTPError, fileName == nil {
                try sink.beginBody(contentType: response.fields[.contentType])
                try sink.writeWithinLimit(response.body.span.bytes)
                _ = try sink.complete()
            }
            throw TransferFailure(
                .httpReturnedError,
                "the server refused the WebSocket: the requested URL returned \(response.status.code)")
        } catch {
            if !isOpen, let later = retry.later(after: error) { throw later }
            throw error
        }
    }

    /// Writes messages, a line each, until the server has closed.
    private func receive(from socket: WebSocket, into sink: BodySink) async throws {
        var terminal = outputs.showsOnTerminal(sink.fileName) ? TerminalStream() : nil
        while let piece = try await socket.receivePiece() {
            trace.note(received: piece.bytes.count)
            var bytes = piece.bytes
            if piece.kind == .text, let text = terminal?.escaped(bytes, isLast: piece.isLast) { bytes = text }
            try sink.writeWithinLimit(bytes.span.bytes)
            if piece.isLast, !operation.webSocket.isBinary { try sink.writeBody(([0x0A] as [UInt8]).span.bytes) }
        }
    }

    /// Sends standard input, and the close frame after it.
    private func send(_ input: StandardInput, to socket: WebSocket) async {
        do {
            try await sendAll(of: input, to: socket)
            try await item.loop.sleep(until: .after(operation.webSocket.linger))
            try socket.endSending()
        } catch is HTTPClientError {
            // Why nothing can be sent is what receiving tells.
        } catch is IOError {
            // The server closed during the wait.
        } catch {
            input.fail(error)
            try? socket.endSending(.goingAway)
        }
    }

    private func sendAll(of input: StandardInput, to socket: WebSocket) async throws {
        var line: [UInt8] = []
        while let chunk = try await input.next() {
            if operation.webSocket.isBinary {
                try await socket.send(.binary(chunk))
                trace.note(sent: chunk.count)
                input.setSent()
                continue
            }
            var rest = chunk[...]
            while let feed = rest.firstIndex(of: 0x0A) {
                line += rest[..<feed]
                try await send(line, to: socket)
                line = []
                rest = rest[(feed + 1)...]
            }
            line += rest
            if line.isEmpty { input.setSent() }
        }
        if !line.isEmpty { try await send(line, to: socket) }
    }

    private func send(_ line: [UInt8], to socket: WebSocket) async throws {
        guard let text = String(validating: line, as: UTF8.self) else {
            throw TransferFailure(.readError, "a line of standard input isn't UTF-8; --ws-binary sends it unchanged")
        }
        try await socket.send(.text(text))
        trace.note(sent: line.count)
    }

    /// The server has closed. Its code tells whether that is a failure, and so does what it didn't wait for.
    private static func check(_ socket: WebSocket, _ input: StandardInput) throws {
        let code = socket.closeCode ?? .noCode
        guard let exit = ExitCode(closing: code) else {
            if !input.isUnsent { return }
            throw TransferFailure(
                .sendError, "the server closed the WebSocket with code \(code) before all of standard input was sent")
        }
        let reason = socket.closeReason.map { $0.isEmpty ? "" : ": \(TerminalText.escaped($0))" } ?? ""
        throw TransferFailure(exit, "the server closed the WebSocket with code \(code)\(reason)")
    }
}

extension ExitCode {
    /// The exit code for a close code; `nil` if the conversation ended in order.
    init?(closing code: WebSocketCloseCode) {
        switch code {
        case .normal, .goingAway, .noCode: return nil
        case .policyViolation: self = .remoteAccessDenied
        case .messageTooBig: self = .fileSizeExceeded
        default: self = .webSocketClosed
        }
    }
}
