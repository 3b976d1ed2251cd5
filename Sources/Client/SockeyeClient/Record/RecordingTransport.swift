internal import SockeyeIO
internal import SockeyeRecording
internal import SockeyeTransport
internal import SockeyeTLS
internal import Synchronization

/// A transport whose steps are written down or come from a recording.
protocol TapedTransport: Transport {
    /// A request is about to be sent: what follows in both directions begins with a head.
    func beginExchange()
    /// What is sent from here on is masked by chance (RFC 6455 section 5.3), so it isn't compared.
    func endComparison()
    /// What TLS negotiated.
    var tlsDetails: TLSDetails? { get }
    /// Passes TLS messages on; `nil` stops that.
    func watchTLS(_ watcher: (@Sendable (TLSMessage, RawSpan) -> Void)?)
}

/// One connection of a recording, on whatever layers it stands.
final class RecordedLine: Sendable {
    private struct Masks {
        var sent = HeadMask(isResponse: false)
        var received = HeadMask(isResponse: true)
    }

    let recorder: Recorder
    private let number: Int
    /// Locked until what was masked is written down, so that bytes keep their order: a task whose wait failed writes down
    /// what is held back while another one sends.
    private let masks = Mutex(Masks())

    init(_ recorder: Recorder, to origin: String) {
        self.recorder = recorder
        number = recorder.nextConnection()
        note(.open, [Value("origin", origin)])
    }

    func note(_ kind: RecordingEntry.Kind, _ values: [Value] = []) {
        recorder.note(kind, connection: number, values)
    }

    /// Cancellation is the client's own doing, which a replay repeats by itself.
    func failed(_ step: String, _ error: StreamError, _ more: [Value] = []) {
        if error == .io(.cancelled) { return }
        noteRest()
        note(.failed, [Value("step", step)] + error.recorded + more)
    }

    func ended() {
        noteRest()
        note(.ended)
    }

    func closed() {
        noteRest()
        note(.closed)
    }

    func beginExchange() {
        masks.withLock { masks in
            noteRest(of: &masks)
            masks.sent.begin()
            masks.received.begin()
        }
    }

    func sent(_ bytes: [UInt8]) {
        masks.withLock { noteBytes(.sent, recorder.keepsSecrets ? bytes : $0.sent.passed(bytes)) }
    }

    func received(_ bytes: [UInt8]) {
        masks.withLock { noteBytes(.received, recorder.keepsSecrets ? bytes : $0.received.passed(bytes)) }
    }

    /// Writes down what was held back since it could have been the beginning of a secret.
    private func noteRest() {
        masks.withLock { noteRest(of: &$0) }
    }

    private func noteRest(of masks: inout Masks) {
        noteBytes(.sent, masks.sent.rest())
        noteBytes(.received, masks.received.rest())
    }

    private func noteBytes(_ kind: RecordingEntry.Kind, _ bytes: [UInt8]) {
        if !bytes.isEmpty { note(kind, [Value("bytes", bytes)]) }
    }

    func message(_ message: TLSMessage, _ bytes: RawSpan) {
        // A ticket resumes the session, so it is as good as a key.
        let isSecret = message.name?.hasPrefix("TLS handshake, Newsession") == true && !recorder.keepsSecrets
        // SAFETY: the span's bytes are copied.
        let bytes =
            isSecret ? [UInt8](repeating: HeadMask.filler, count: bytes.byteCount) : bytes.withUnsafeBytes { Array($0) }
        note(
            .message,
            [
                Value("sent", message.isSent ? 1 : 0), Value("version", message.version), Value("bytes", bytes),
            ] + (message.name.map { [Value("name", $0)] } ?? []))
    }
}

// SAFETY: as `ByteStream`, which it passes everything to.
/// A socket with or without TLS that writes down what passes.
final class RecordingTransport: TapedTransport, @unchecked Sendable {
    let base: ByteStream
    let line: RecordedLine
    private var isClosed = false

    init(_ base: ByteStream, _ line: RecordedLine) {
        (self.base, self.line) = (base, line)
    }

    var stream: ByteStream? { base }
    var tlsDetails: TLSDetails? { base.tlsDetails }
    func beginExchange() { line.beginExchange() }
    func endComparison() {}

    func watchTLS(_ watcher: (@Sendable (TLSMessage, RawSpan) -> Void)?) {
        base.watchTLS(line.watcher(watcher))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> TransportStep {
        let step: TransportStep
        do throws(StreamError) {
            // SAFETY: the buffer is the caller's and only passed on.
            step = try base.read(into: buffer)
        } catch {
            line.failed("read", error)
            throw error
        }
        switch step {
        // SAFETY: `read` initialised the first `count` bytes, which are copied.
        case .bytes(let count): line.received(Array(buffer[..<count]))
        case .ended: line.ended()
        case .wouldBlock: break
        }
        return step
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> TransportStep {
        do throws(StreamError) {
            // SAFETY: the bytes are the caller's, and the part that was sent is copied.
            let step = try base.write(bytes)
            if case .bytes(let count) = step { line.sent(Array(bytes[..<count])) }
            return step
        } catch {
            line.failed("write", error)
            throw error
        }
    }

    func write(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(StreamError) -> TransportStep {
        do throws(StreamError) {
            // SAFETY: as above; the count never exceeds both together.
            let step = try base.write(first, second)
            if case .bytes(let count) = step {
                let ofFirst = base.isEncrypted && first.isEmpty ? 0 : min(count, first.count)
                line.sent(Array(first[..<ofFirst]) + Array(second.prefix(count - ofFirst)))
            }
            return step
        } catch {
            line.failed("write", error)
            throw error
        }
    }

    func waitToRead(until deadline: Deadline) async throws(StreamError) {
        do throws(StreamError) {
            try await base.waitToRead(until: deadline)
        } catch {
            line.failed("wait-read", error)
            throw error
        }
    }

    func waitToWrite(until deadline: Deadline) async throws(StreamError) {
        do throws(StreamError) {
            try await base.waitToWrite(until: deadline)
        } catch {
            line.failed("wait-write", error)
            throw error
        }
    }

    func sleep(until moment: Deadline) async throws(StreamError) { try await base.sleep(until: moment) }
    func nudge() { base.nudge() }
    func interrupt() { base.interrupt() }
    var isInterrupted: Bool { base.isInterrupted }

    var isQuiet: Bool {
        let isQuiet = base.isQuiet
        line.note(.quiet, [Value("is", isQuiet ? "yes" : "no")])
        return isQuiet
    }

    func close() {
        if isClosed { return }
        isClosed = true
        base.close()
        line.closed()
    }
}

extension RecordedLine {
    /// Writes TLS messages down on their way to an observer.
    func watcher(_ show: (@Sendable (TLSMessage, RawSpan) -> Void)?) -> TLSWatcher? {
        show.map { show in
            TLSWatcher { [self] message, bytes in
                self.message(message, bytes)
                show(message, bytes)
            }
        }
    }
}
