internal import Sockeye
internal import SockeyeClient
internal import SockeyeWebSocket

// ws and wss: standard input becomes messages, messages become output.
//
//   standard input ──→ lines (or, with --ws-binary, what comes) ──→ messages; at its end, the close frame
//   output ←── messages, a line each ←── until the server has closed
extension Transfer {
    /// Whether the URL asks for a WebSocket.
    var isWebSocket: Bool {
        guard let scheme = parsedURL?.scheme else { return false }
        return scheme == "ws" || scheme == "wss"
    }

    /// Talks until the server closes, or until standard input ends and the close is answered.
    func converse(_ trace: TransferTrace, _ fileName: String?) async throws {
        let request = try self.request
        guard request.method == .get else {
            throw TransferFailure(
                .failedInitialization, "a WebSocket is opened with GET: leave out -d, -F, -T, -I and -X")
        }
        let sink = try makeSink(fileName)
        sink.deadline = deadline
        let isBinary = operation.webSocket.isBinary
        do {
            try await client.withWebSocket(request, options: operation.webSocket.options, observer: trace) { socket in
                try sink.beginBody(contentType: nil)
                let failure = InputFailure()
                let sender = Task(executorPreference: loop) {
                    do {
                        try await Self.sendInput(to: socket, isBinary)
                    } catch let error as HTTPClientError {
                        // Why nothing can be sent is what receiving tells.
                        _ = error
                    } catch {
                        failure.set(error)
                        try? socket.endSending(.goingAway)
                    }
                }
                defer { sender.cancel() }
                while let piece = try await socket.receivePiece() {
                    try sink.writeBody(piece.bytes.span.bytes)
                    if piece.isLast, !isBinary { try sink.writeBody(([0x0A] as [UInt8]).span.bytes) }
                }
                try failure.check()
                try Self.check(socket)
            }
            _ = try sink.complete()
        } catch let refusal as WebSocketRefusal {
            let code = refusal.response.status.code
            throw TransferFailure(
                .httpReturnedError, "the server refused the WebSocket: the requested URL returned \(code)")
        }
    }

    /// Sends standard input, then the close frame.
    private static func sendInput(to socket: WebSocket, _ isBinary: Bool) async throws {
        var line: [UInt8] = []
        while let chunk = try await StandardInput.next() {
            if isBinary {
                try await socket.send(.binary(chunk))
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
        }
        if !line.isEmpty { try await send(line, to: socket) }
        try socket.endSending()
    }

    private static func send(_ line: [UInt8], to socket: WebSocket) async throws {
        guard let text = String(validating: line, as: UTF8.self) else {
            throw TransferFailure(.readError, "a line of standard input isn't UTF-8; --ws-binary sends it unchanged")
        }
        try await socket.send(.text(text))
    }

    /// The server has closed. Its code tells whether that is a failure.
    private static func check(_ socket: WebSocket) throws {
        let code = socket.closeCode ?? .noCode
        guard let exit = ExitCode(closing: code) else { return }
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
