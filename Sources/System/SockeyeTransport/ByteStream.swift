package import SockeyeIO
package import SockeyeTLS
internal import Synchronization

// SAFETY: the mutable state is the TLS session and `wanted`, used only by the task that owns the stream; owners pass it
// on through a lock (the pool's), never share it. `socket` is thread-safe by itself.
/// A connection's bytes, plain or through TLS, behind one interface: try a step, and wait if it would block.
///
/// ```
///   ByteStream ──→ Socket                       plain
///              └─→ TLSSession ──→ descriptor    TLS; the socket still does the waiting
/// ```
///
/// One task reads while another may write, never in a step at the same moment; others may call only `interrupt()` and
/// `nudge()`.
package final class ByteStream: Transport, @unchecked Sendable {
    package let socket: Socket
    private let session: TLSSession?
    /// What the last read waits for; TLS may need to write in order to read.
    var readInterest: Readiness.Interest = .readable
    /// What the last write waits for.
    var writeInterest: Readiness.Interest = .writable
    private var isClosed = false
    /// Whether the last write over TLS took bytes that have not all left. The next one must have the same bytes.
    package private(set) var isMidwayThroughWrite = false
    /// Whether the kernel gathers the bytes of a body.
    var gathering = Gathering()

    /// Makes a plain stream.
    package init(_ socket: Socket) {
        self.socket = socket
        session = nil
    }

    private init(_ socket: Socket, session: TLSSession) {
        self.socket = socket
        self.session = session
    }

    deinit {
        close()
    }

    package var isEncrypted: Bool { session != nil }

    package var stream: ByteStream? { self }

    // MARK: TLS

    /// Starts TLS as a client over another stream, which may itself be TLS to a proxy.
    package static func client(
        over stream: ByteStream, context: TLSContext, host: String, isAddress: Bool, resuming ticket: TLSTicket? = nil,
        watcher: TLSWatcher? = nil, until deadline: Deadline
    ) async throws(StreamError) -> ByteStream {
        // The new stream closes the socket.
        stream.isClosed = true
        guard let outer = stream.session else {
            return try await client(
                over: stream.socket, context: context, host: host, isAddress: isAddress, resuming: ticket,
                watcher: watcher, until: deadline)
        }
        let inner = try StreamError.wrapping { () throws(TLSError) in
            ByteStream(
                stream.socket,
                session: try TLSSession(
                    context: context, over: outer, host: host, isAddress: isAddress, resuming: ticket))
        }
        inner.watchTLS(watcher)
        try await inner.handshake(until: deadline)
        return inner
    }

    /// Starts TLS as a client: sends nothing but the handshake, and returns once it is verified.
    package static func client(
        over socket: Socket, context: TLSContext, host: String, isAddress: Bool, resuming ticket: TLSTicket? = nil,
        watcher: TLSWatcher? = nil, until deadline: Deadline
    ) async throws(StreamError) -> ByteStream {
        let stream = try attach(to: socket) { descriptor throws(TLSError) in
            try TLSSession(
                context: context, descriptor: descriptor, host: host, isAddress: isAddress, resuming: ticket)
        }
        stream.watchTLS(watcher)
        try await stream.handshake(until: deadline)
        return stream
    }

    /// Starts TLS as a server.
    package static func server(
        over socket: Socket, context: TLSContext, until deadline: Deadline
    ) async throws(StreamError) -> ByteStream {
        let stream = try attach(to: socket) { descriptor throws(TLSError) in
            try TLSSession(serverContext: context, descriptor: descriptor)
        }
        try await stream.handshake(until: deadline)
        return stream
    }

    private static func attach(
        to socket: Socket, _ make: (Int32) throws(TLSError) -> TLSSession
    ) throws(StreamError) -> ByteStream {
        let made: Result<TLSSession, TLSError>
        do throws(IOError) {
            made = try socket.withDescriptor { descriptor -> Result<TLSSession, TLSError> in
                do throws(TLSError) {
                    return .success(try make(descriptor))
                } catch {
                    return .failure(error)
                }
            }
        } catch {
            throw .io(error)
        }
        return ByteStream(socket, session: try StreamError.wrapping { () throws(TLSError) in try made.get() })
    }

    private func handshake(until deadline: Deadline) async throws(StreamError) {
        guard let session else { return }
        while true {
            switch try StreamError.wrapping({ () throws(TLSError) in try session.handshake() }) {
            case .done: return
            case .wantsRead: try await wait(for: .readable, until: deadline)
            case .wantsWrite: try await wait(for: .writable, until: deadline)
            case .asks(let question):
                session.answer(try await answer(to: question, asking: session.trustDecision, until: deadline))
            }
        }
    }

    /// Asks the caller, and stops waiting at the deadline or when cancelled, even if the closure doesn't.
    private func answer(
        to question: TLSTrustQuestion, asking decide: (@Sendable (TLSTrustQuestion) async -> TLSTrustAnswer)?,
        until deadline: Deadline
    ) async throws(StreamError) -> TLSTrustAnswer {
        guard let decide else { return .refuse }
        let answer = OneShot<TLSTrustAnswer>()
        let asking = Task { answer.give(await decide(question)) }
        defer { asking.cancel() }
        switch await answer.wait(on: socket.loop, until: deadline) {
        case .value(let value): return value
        case .timedOut: throw .io(.timedOut)
        case .cancelled: throw .io(.cancelled)
        }
    }

    /// Shows every TLS message to `watcher` from now on; `nil` stops it. No-op on a plain stream.
    package func watchTLS(_ watcher: TLSWatcher?) { session?.watch(watcher) }

    /// What the TLS handshake negotiated; `nil` for a plain stream.
    package var tlsDetails: TLSDetails? { session?.details }

    /// The host name a TLS client asked for (SNI), on a server's stream.
    package var serverName: String? { session?.serverName }

    /// The ticket that lets the next connection to the same server resume this session.
    package func takeTicket() -> TLSTicket? { session?.takeTicket() }

    // MARK: Steps

    /// Receives into `buffer` what is there.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> TransportStep {
        guard let session else {
            guard socket.mayBeReady(.readable) || isUndrained else {
                readInterest = .readable
                return .wouldBlock
            }
            // SAFETY: the caller keeps the buffer alive for the call, and it is only passed on.
            return try plainRead(into: buffer)
        }
        // A record takes one recv instead of three.
        let hasNews = isUndrained || socket.mayBeReady(.readable)
        isUndrained = false
        // SAFETY: the caller keeps the buffer alive for the call, and it is only passed on.
        return try secureStep(&readInterest) { () throws(TLSError) in try session.read(into: buffer, hasNews: hasNews) }
    }

    /// Whether bytes may be there without a new event: the last plain read filled its buffer, or none came since the last wait.
    ///
    /// Atomic, since a write that fails sets it while the reader ends its wait.
    var isUndrained: Bool {
        get { undrained.load(ordering: .relaxed) }
        set { undrained.store(newValue, ordering: .relaxed) }
    }
    private let undrained = Atomic(true)

    private func plainRead(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> TransportStep {
        // SAFETY: the buffer is the caller's and is only passed on.
        let count: Int?
        do throws(IOError) {
            count = try socket.tryReceive(into: buffer)
        } catch {
            throw .io(error)
        }
        guard let count else {
            isUndrained = false
            readInterest = .readable
            return .wouldBlock
        }
        // A short read has emptied the kernel's buffer, so later bytes raise a new event.
        isUndrained = count == buffer.count
        return count == 0 ? .ended : .bytes(count)
    }

    /// Sends as much of `bytes` as can be sent now.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> TransportStep {
        // SAFETY: the bytes are the caller's and are only passed on.
        if let session {
            let step = try secureStep(&writeInterest) { () throws(TLSError) in try session.write(bytes) }
            isMidwayThroughWrite = step == .wouldBlock
            return step
        }
        return try plainStep { () throws(IOError) in try socket.trySend(bytes) }
    }

    /// Sends as much of two pieces as can be sent now; over TLS, only of the first that isn't empty.
    package func write(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(StreamError) -> TransportStep {
        // SAFETY: the bytes are the caller's and are only passed on.
        if isEncrypted { return try write(first.isEmpty ? second : first) }
        return try plainStep { () throws(IOError) in try socket.trySend(first, second) }
    }

    /// Sends a TLS 1.3 message that carries no data; no-op on a plain stream. For servers that misbehave on purpose.
    package func send(_ message: TLSSession.Dataless, until deadline: Deadline) async throws(StreamError) {
        guard let session else { return }
        while try secureStep(&writeInterest, { () throws(TLSError) in try session.send(message) }) == .wouldBlock {
            try await waitToWrite(until: deadline)
        }
    }

    package func waitToRead(until deadline: Deadline) async throws(StreamError) {
        try await wait(for: readInterest, until: deadline)
    }

    package func waitToWrite(until deadline: Deadline) async throws(StreamError) {
        try await wait(for: writeInterest, until: deadline)
    }

    private func wait(for interest: Readiness.Interest, until deadline: Deadline) async throws(StreamError) {
        if gathering.isOn, interest.contains(.readable) { return try await waitForMuch(until: deadline) }
        do throws(IOError) {
            try await socket.wait(for: interest, until: deadline)
            if interest.contains(.readable) { isUndrained = true }
        } catch {
            throw .io(error)
        }
    }

    package func sleep(until moment: Deadline) async throws(StreamError) {
        do throws(IOError) {
            try await socket.loop.sleep(until: moment)
        } catch {
            throw .io(error)
        }
    }

    /// Ends the present wait to read as if bytes had come. Any thread may call it.
    package func nudge() { socket.nudge() }

    private func plainStep(_ step: () throws(IOError) -> Int?) throws(StreamError) -> TransportStep {
        do throws(IOError) {
            if let count = try step() { return .bytes(count) }
            writeInterest = .writable
            return .wouldBlock
        } catch {
            // A peer that refuses a request often responds before it breaks the connection. The event for that response
            // may still be under way, so the next read must try.
            isUndrained = true
            throw .io(error)
        }
    }

    private func secureStep(
        _ interest: inout Readiness.Interest, _ step: () throws(TLSError) -> TLSSession.Step
    ) throws(StreamError) -> TransportStep {
        do throws(TLSError) {
            switch try step() {
            case .done(let count): return .bytes(count)
            case .ended: return .ended
            case .wantsRead:
                interest = .readable
                return .wouldBlock
            case .wantsWrite:
                interest = .writable
                return .wouldBlock
            }
        } catch {
            // As after a plain write that failed.
            isUndrained = true
            throw .tls(error)
        }
    }

    // MARK: Idle and end

    /// Whether the idle stream can be reused: nothing is buffered, and the peer neither sent anything nor closed.
    ///
    /// Reads tickets that a TLS 1.3 server sends after the handshake; they yield no bytes.
    package var isQuiet: Bool {
        guard let session else { return socket.isQuiet }
        // SAFETY: the buffer outlives the closure. A byte read into it is one nobody asked for, and the stream is then
        // discarded.
        return withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { buffer in
            (try? session.read(into: buffer)) == .wantsRead
        }
    }

    /// Ends every wait on the stream, now and later. Callable from any thread.
    package func interrupt() {
        socket.interrupt()
    }

    /// Whether `interrupt()` was called; the stream is then unusable.
    package var isInterrupted: Bool { socket.isInterrupted }

    /// Sends `close_notify` if this is TLS, and closes the socket.
    package func close() {
        // Only once: after the socket is closed, its number may belong to another connection.
        if isClosed { return }
        isClosed = true
        session?.close()
        socket.close()
    }

    /// Sends `close_notify` if this is TLS, then ends the sending side (`shutdown(2)`); receiving goes on. After a write that was
    /// given up midway, the end is a cut, which it is for the peer.
    ///
    /// - Returns: false if there is no room for `close_notify` now: to be called again after `waitToWrite`.
    @discardableResult
    package func endSending() -> Bool {
        if isClosed { return true }
        if !isMidwayThroughWrite, session?.close() == false {
            writeInterest = .writable
            return false
        }
        try? socket.shutdownSending()
        return true
    }

    /// Closes the socket without `close_notify`, like a peer that died. For servers that misbehave on purpose.
    package func abandon() {
        if isClosed { return }
        isClosed = true
        socket.close()
    }
}
