internal import SockeyeBytes
internal import SockeyeIO
internal import SockeyeRecording
internal import SockeyeTransport
internal import SockeyeTLS

// SAFETY: what changes is used in steps and waits of the one task that reads or the one that writes, which never overlap for the
// same property; the rest is behind the replay's lock.
/// A connection of a recording, as a transport.
final class ReplayTransport: TapedTransport, @unchecked Sendable {
    private let replay: Replay
    private let number: Int
    private let loop: EventLoop
    /// The entry that is being read, and how much of it was.
    private var piece: (entry: RecordingEntry, bytes: [UInt8], used: Int)?
    private var readEnd: Result<TransportStep, StreamError>?
    private var writeEnd: StreamError?
    /// How much of the first outbound entry was sent.
    private var used = 0
    private var sentCount = 0
    private var isCompared = true
    private var mask = HeadMask(isResponse: false)
    private(set) var tlsDetails: TLSDetails?
    private var watcher: (@Sendable (TLSMessage, RawSpan) -> Void)?
    /// The moment that a recorded wait lasted until.
    private var floor = Deadline(nanoseconds: 0)

    init(_ replay: Replay, _ number: Int, on loop: EventLoop) {
        (self.replay, self.number, self.loop) = (replay, number, loop)
    }

    func beginExchange() { mask.begin() }
    func endComparison() {
        isCompared = false
        replay.withLine(number) { $0.takesTurns = true }
    }

    func watchTLS(_ watcher: (@Sendable (TLSMessage, RawSpan) -> Void)?) { self.watcher = watcher }

    // MARK: Opening

    /// What a step of opening the connection came to.
    ///
    /// - Parameter failed: given the entry of a failure, before its error is thrown.
    func outcome(
        of kind: RecordingEntry.Kind, _ step: String, failed: (RecordingEntry) -> Void = { _ in }
    ) async throws(StreamError) -> RecordingEntry {
        while true {
            if isInterrupted || Task.isCancelled { throw .io(.cancelled) }
            guard let entry = takeArrived() else {
                try await replay.wait(for: number)
                continue
            }
            switch entry.kind {
            case .message: showMessage(entry)
            case kind: return entry
            case .failed where entry.text("step") == step:
                failed(entry)
                throw StreamError(entry)
            default:
                let reason = "it wants to \(step), where line \(entry.line) has '\(entry.kind.rawValue)'"
                throw .io(replay.differs(reason))
            }
        }
    }

    /// The handshake as it was.
    func secure() async throws(StreamError) {
        tlsDetails = TLSDetails(recorded: try await outcome(of: .secured, "secure"))
    }

    private func takeArrived() -> RecordingEntry? {
        replay.withLine(number) { $0.arrived.isEmpty ? nil : $0.arrived.removeFirst() }
    }

    private func showMessage(_ entry: RecordingEntry) {
        guard let watcher else { return }
        let message = TLSMessage(
            isSent: entry.number("sent") == 1, version: Int(clamping: entry.number("version") ?? 0),
            name: entry.text("name"))
        let bytes = entry.bytes("bytes") ?? []
        watcher(message, bytes.span.bytes)
    }

    // MARK: Reading

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> TransportStep {
        while true {
            if var current = piece {
                let count = min(buffer.count, current.bytes.count - current.used)
                // SAFETY: `count` is within the buffer and within what is left of the entry.
                buffer.copyBytes(from: current.bytes[current.used..<current.used + count])
                current.used += count
                piece = current.used < current.bytes.count ? current : nil
                return .bytes(count)
            }
            if let readEnd { return try readEnd.get() }
            let isWait = replay.withLine(number) { line in
                line.arrived.first.map { $0.kind == .failed && $0.text("step") == "wait-read" } ?? true
            }
            // How a wait ended is for the wait.
            guard !isWait, let entry = takeArrived() else { return .wouldBlock }
            switch entry.kind {
            case .received:
                let bytes = entry.bytes("bytes") ?? []
                if !bytes.isEmpty { piece = (entry, bytes, 0) }
            case .ended: readEnd = .success(.ended)
            case .failed: readEnd = .failure(StreamError(entry))
            case .message: showMessage(entry)
            default:
                throw .io(replay.differs("it wants to read, where line \(entry.line) has '\(entry.kind.rawValue)'"))
            }
        }
    }

    func waitToRead(until deadline: Deadline) async throws(StreamError) {
        if isInterrupted || Task.isCancelled { throw .io(.cancelled) }
        if piece != nil || readEnd != nil { return }
        try await replay.wait(for: number)
        if isInterrupted || Task.isCancelled { throw .io(.cancelled) }
        let failure = replay.withLine(number) { line -> RecordingEntry? in
            guard let first = line.arrived.first, first.kind == .failed, first.text("step") == "wait-read" else {
                return nil
            }
            return line.arrived.removeFirst()
        }
        guard let failure else { return }
        throw waited(failure, until: deadline)
    }

    /// The error of a recorded wait; the clock is then where that wait ended.
    private func waited(_ entry: RecordingEntry, until deadline: Deadline) -> StreamError {
        let error = StreamError(entry)
        if error == .io(.timedOut), deadline != .never { floor = max(floor, deadline) }
        return error
    }

    var now: Deadline { max(.now, floor) }

    // MARK: Writing

    func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> TransportStep {
        if isInterrupted { throw .io(.closed) }
        if let writeEnd { throw writeEnd }
        if bytes.isEmpty { return .bytes(0) }
        showSentMessages()
        guard let entry = replay.withLine(number, { $0.outbound.first }) else {
            // What isn't compared may also be longer.
            if replay.recording.isCut || !isCompared {
                replay.noteSent(bytes.count, on: number)
                return .bytes(bytes.count)
            }
            // SAFETY: the bytes are the caller's, and only a prefix is copied.
            throw fails(at: sentCount, sent: Array(bytes.prefix(1)), recorded: [], line: nil)
        }
        guard let recorded = entry.bytes("bytes"), entry.kind == .sent else {
            if entry.text("step") == "wait-write" { return .wouldBlock }
            let error = StreamError(entry)
            writeEnd = error
            throw error
        }
        let count = min(bytes.count, recorded.count - used)
        // SAFETY: a prefix of the caller's bytes, copied before the call ends.
        let plain = Array(bytes[..<count])
        let sent = mask.masked(plain)
        let compared = replay.recording.hasSecrets ? plain : sent
        for index in 0..<count where isCompared && compared[index] != recorded[used + index] {
            let end = min(count, index + 16)
            throw fails(
                at: sentCount + index, sent: Array(compared[index..<end]),
                recorded: Array(recorded[(used + index)..<min(recorded.count, used + index + 16)]), line: entry.line)
        }
        used += count
        sentCount += count
        if used == recorded.count {
            used = 0
            replay.withLine(number) { line in if !line.outbound.isEmpty { line.outbound.removeFirst() } }
        }
        replay.noteSent(count, on: number)
        return .bytes(count)
    }

    /// Shows what TLS sent before the next bytes.
    private func showSentMessages() {
        while true {
            let message = replay.withLine(number) { line -> RecordingEntry? in
                line.outbound.first?.kind == .message ? line.outbound.removeFirst() : nil
            }
            guard let message else { return }
            showMessage(message)
        }
    }

    private func fails(at offset: Int, sent: [UInt8], recorded: [UInt8], line: Int?) -> StreamError {
        let place = line.map { " (line \($0))" } ?? ""
        let error = StreamError.io(
            replay.differs(
                "byte \(offset) of what it sends on connection c\(number) is \(Self.shown(sent)), and "
                    + "\(Self.shown(recorded)) was recorded\(place)"))
        writeEnd = error
        readEnd = .failure(error)
        return error
    }

    /// Octets as text in quotes that moves no cursor.
    private static func shown(_ bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "nothing" }
        let text = bytes.map { byte in
            switch byte {
            case 0x0D: "\\r"
            case 0x0A: "\\n"
            case 0x20..<0x7F: String(decoding: [byte], as: UTF8.self)
            default: "\\x" + ASCII.padded(byte, radix: 16)
            }
        }
        return "\"\(text.joined())\""
    }

    func write(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(StreamError) -> TransportStep {
        // SAFETY: both are the caller's, valid for the call, and only passed on.
        if first.isEmpty { return try write(second) }
        // SAFETY: as above.
        let step = try write(first)
        guard case .bytes(let count) = step, count == first.count, !second.isEmpty,
            case .bytes(let more)? = try? write(second)
        else { return step }
        return .bytes(count + more)
    }

    func waitToWrite(until deadline: Deadline) async throws(StreamError) {
        if isInterrupted || Task.isCancelled { throw .io(.cancelled) }
        let failure = replay.withLine(number) { line -> RecordingEntry? in
            guard let first = line.outbound.first, first.text("step") == "wait-write" else { return nil }
            return line.outbound.removeFirst()
        }
        guard let failure else { return await Task.yield() }
        throw waited(failure, until: deadline)
    }

    // MARK: The rest

    func sleep(until moment: Deadline) async throws(StreamError) {
        if isInterrupted || Task.isCancelled { throw .io(.cancelled) }
        // In virtual time the loop moves the clock; otherwise nobody needs to wait for it.
        guard replay.isTimed else {
            floor = max(floor, moment)
            return
        }
        do throws(IOError) {
            try await loop.sleep(until: moment)
        } catch {
            throw .io(error)
        }
    }

    func nudge() {
        replay.withLine(number) { $0.isNudged = true }
        replay.wake(number)
    }

    func interrupt() {
        replay.withLine(number) { $0.isInterrupted = true }
        replay.wake(number)
    }

    var isInterrupted: Bool { replay.withLine(number) { $0.isInterrupted || $0.isClosed } }

    var isQuiet: Bool {
        if piece != nil || readEnd != nil { return false }
        return replay.withLine(number) { line in
            if !line.quiet.isEmpty { return line.quiet.removeFirst() }
            return line.arrived.allSatisfy { $0.kind == .message } && !line.isClosed
        }
    }

    func close() {
        for entry in replay.close(number) where entry.kind == .message { showMessage(entry) }
    }
}
