internal import Sockeye
internal import SockeyeIO
internal import SockeyeTransport
internal import SockeyeURL
internal import Synchronization

/// `--connect`: bytes both ways, as they come.
///
///     standard input ──→ the peer; at its end, the sending side is closed
///     output ←── the peer, until it closes
struct BareConnection {
    let item: TransferItem
    let trace: TransferTrace
    let display: ProgressDisplay?
    /// The file for what comes; `nil` for standard output.
    let fileName: String?

    private var outputs: TransferOutputs { TransferOutputs(item: item) }

    /// Carries bytes until the peer closes its side.
    func carry(to url: HTTPURL) async throws {
        let ticker = display?.beginTicking(on: item.loop)
        defer { ticker?.cancel() }
        try await RetryLoop(item: item, trace: trace).run { retry in
            let sink = try outputs.makeSink(fileName, isStream: true)
            defer { trace.correct { $0.delivered = sink.delivered } }
            var isOpen = false
            do {
                try await item.client.withStream(
                    to: url.hostForConnecting, port: url.effectivePort, tls: url.isSecure, observer: trace
                ) { stream in
                    isOpen = true
                    if let kind = item.operation.startsTLS { try await startTLS(stream, kind, until: sink.deadline) }
                    try await carry(stream, sink)
                }
            } catch {
                if !isOpen, let later = retry.later(after: error) { throw later }
                throw error
            }
            _ = try sink.complete()
        }
    }

    /// Speaks the protocol as far as it takes to start TLS.
    private func startTLS(_ stream: NetworkStream, _ kind: StartTLSProtocol, until end: Deadline) async throws {
        if stream.details.tls != nil {
            throw TransferFailure(
                .failedInitialization, "--starttls begins in the clear: write HOST:PORT without tls://")
        }
        // As the handshake, it is part of connecting: --connect-timeout limits it.
        let patience = Deadline.after(item.operation.connectTimeout ?? .seconds(300))
        let clock = StreamClock(idle: item.operation.idleTimeout, end: min(end, patience))
        var dialogue = StartTLSDialogue(kind)
        do {
            if !dialogue.opening.isEmpty { try await stream.send(dialogue.opening, until: clock.due) }
            while true {
                let bytes = try await stream.receive(until: clock.due)
                clock.moved()
                switch bytes.isEmpty ? .refused("it closed the connection") : dialogue.receive(bytes) {
                case .receive: continue
                case .send(let bytes): try await stream.send(bytes, until: clock.due)
                case .startTLS: return try await stream.startTLS()
                case .refused(let answer):
                    throw TransferFailure(
                        .weirdServerReply, "the server doesn't start TLS for \(kind.rawValue): \(answer)")
                }
            }
        } catch let error as StreamError {
            if patience.hasPassed, !end.hasPassed {
                throw TransferFailure(
                    .operationTimedOut, "the server took too long to start TLS; --connect-timeout SECONDS allows more")
            }
            throw TransferFailure(error, clock)
        }
    }

    private func carry(_ stream: NetworkStream, _ sink: BodySink) async throws {
        try await outputs.openPipes(of: sink, hasBody: true)
        try sink.beginBody(contentType: nil)
        let (input, clock) = (
            StandardInput(item.machine), StreamClock(idle: item.operation.idleTimeout, end: sink.deadline)
        )
        let sender = Task(executorPreference: item.loop) {
            do {
                while let chunk = try await input.next() {
                    try await stream.send(chunk, until: clock.end)
                    clock.moved()
                    trace.note(sent: chunk.count)
                }
                stream.endSending()
            } catch is StreamError {
                // A peer that doesn't want it all may still have something to say: receiving tells how it ends.
            } catch {
                input.fail(error)
                stream.close()
            }
        }
        defer { sender.cancel() }
        var terminal = outputs.showsOnTerminal(sink.fileName) ? TerminalStream() : nil
        while true {
            let bytes: [UInt8]
            do throws(StreamError) {
                bytes = try await stream.receive(until: clock.due)
            } catch {
                try input.check()
                // Something was sent meanwhile.
                if error == .io(.timedOut), !clock.due.hasPassed { continue }
                throw TransferFailure(error, clock)
            }
            clock.moved()
            if bytes.isEmpty { break }
            // A peer that never stops sending doesn't stop the clock.
            if clock.end.hasPassed { throw clock.failure }
            trace.note(received: bytes.count)
            // What is binary is refused by the sink.
            let text = bytes.contains(0) ? nil : terminal?.escaped(bytes, isLast: false)
            let shown = text ?? bytes
            try sink.writeWithinLimit(shown.span.bytes)
        }
        if let rest = terminal?.escaped([], isLast: true) { try sink.writeBody(rest.span.bytes) }
        try input.check()
    }
}

/// The clocks of `-m` and `--idle-timeout` on a connection; the latter counts bytes in either direction.
private final class StreamClock: Sendable {
    let end: Deadline
    private let idle: Duration?
    private let last = Mutex(Deadline.now)

    init(idle: Duration?, end: Deadline) {
        self.idle = idle
        self.end = end
    }

    /// Bytes moved.
    func moved() { last.withLock { $0 = .now } }

    /// When the first of them runs out.
    var due: Deadline {
        guard let idle else { return end }
        return min(end, last.withLock { $0 }.advanced(by: idle))
    }

    /// Why time is up.
    var failure: TransferFailure {
        if end.hasPassed { return .timedOutInTotal }
        return TransferFailure(
            .operationTimedOut, "timed out without a byte moving; --idle-timeout SECONDS allows more")
    }
}

extension TransferFailure {
    /// A connection that carries no HTTP broke.
    fileprivate init(_ error: StreamError, _ clock: StreamClock) {
        switch error {
        case .io(.timedOut): self = clock.failure
        case .io(.cancelled): self.init(.abortedByCallback, "cancelled")
        default: self.init(.receiveError, "the connection broke: \(error)")
        }
    }
}
