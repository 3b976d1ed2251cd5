package import SockeyeIO
package import SockeyeTLS

// SAFETY: the mutable state is the TLS session and `wanted`, used only by the task that owns the stream; owners hand
// it on through a lock (the pool's), never share it. `socket` is thread-safe by itself.
/// A connection's bytes, plain or through TLS, with one face: try a step, else wait until it is worth trying again.
///
/// ```
///   ByteStream ──→ Socket                       plain
///              └─→ TLSSession ──→ descriptor    TLS; the socket still does the waiting
/// ```
///
/// One task at a time owns a stream. The one thing that others may call is `interrupt()`.
package final class ByteStream: @unchecked Sendable {
    /// What a step came to.
    package enum Step: Sendable, Hashable {
        /// So many bytes were moved.
        case bytes(Int)
        /// Nothing can be moved now: wait.
        case wouldBlock
        /// The peer ended the stream in order.
        case ended
    }

    package let socket: Socket
    private let session: TLSSession?
    /// What the last step waits for; TLS may need to read in order to write.
    var wanted: Readiness.Interest = .readable
    private var isClosed = false

    /// A plain stream.
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

    package var isSecure: Bool { session != nil }

    // MARK: TLS

    /// Makes a TLS stream as a client over another stream, which may be one to a proxy.
    package static func client(
        over stream: ByteStream, context: TLSContext, host: String, isAddress: Bool, resuming ticket: TLSTicket? = nil,
        watcher: TLSWatcher? = nil, until deadline: Deadline
    ) async throws(StreamError) -> ByteStream {
        // The socket is the new stream's to close.
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

    /// Makes a TLS stream as a client: sends nothing but the handshake, and returns when it is verified.
    package static func client(
        over socket: Socket, context: TLSContext, host: String, isAddress: Bool, resuming ticket: TLSTicket? = nil,
        watcher: TLSWatcher? = nil, until deadline: Deadline
    ) async throws(StreamError) -> ByteStream {
        let stream = try StreamError.wrapping { () throws(TLSError) in
            try attach(to: socket) { descriptor throws(TLSError) in
                try TLSSession(
                    context: context, descriptor: descriptor, host: host, isAddress: isAddress, resuming: ticket)
            }
        }
        stream.watchTLS(watcher)
        try await stream.handshake(until: deadline)
        return stream
    }

    /// Makes a TLS stream as a server.
    package static func server(
        over socket: Socket, context: TLSContext, until deadline: Deadline
    ) async throws(StreamError) -> ByteStream {
        let stream = try StreamError.wrapping { () throws(TLSError) in
            try attach(to: socket) { descriptor throws(TLSError) in
                try TLSSession(serverContext: context, descriptor: descriptor)
            }
        }
        try await stream.handshake(until: deadline)
        return stream
    }

    private static func attach(
        to socket: Socket, _ make: (Int32) throws(TLSError) -> TLSSession
    ) throws(TLSError) -> ByteStream {
        let made = try? socket.withDescriptor { descriptor -> Result<TLSSession, TLSError> in
            do throws(TLSError) {
                return .success(try make(descriptor))
            } catch {
                return .failure(error)
            }
        }
        guard let made else { throw .outOfMemory }
        return ByteStream(socket, session: try made.get())
    }

    private func handshake(until deadline: Deadline) async throws(StreamError) {
        guard let session else { return }
        while true {
            switch try secureStep({ () throws(TLSError) in try session.handshake() }) {
            case .bytes: return
            case .ended: throw .tls(.truncated)
            case .wouldBlock: try await wait(until: deadline)
            }
        }
    }

    /// Shows every message of TLS to `watcher` from now on; `nil` ends that. Nothing happens on a plain stream.
    package func watchTLS(_ watcher: TLSWatcher?) { session?.watch(watcher) }

    /// What the TLS handshake agreed on; `nil` for a plain stream.
    package var tlsDetails: TLSDetails? { session?.details }

    /// The name that a TLS client asked for (SNI), on a server's stream.
    package var serverName: String? { session?.serverName }

    /// The ticket with which the next connection to the same server resumes this session.
    package func takeTicket() -> TLSTicket? { session?.takeTicket() }

    // MARK: Steps

    /// Receives into `buffer` what is there.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> Step {
        guard let session else {
            guard socket.mayBeReady(.readable) || isUndrained else {
                wanted = .readable
                return .wouldBlock
            }
            // SAFETY: the buffer is the caller's and is only passed on.
            return try plainRead(into: buffer)
        }
        return try secureStep { () throws(TLSError) in try session.read(into: buffer) }
    }

    /// Whether the last plain read filled its buffer, so that more may be there although no new event comes.
    var isUndrained = true

    private func plainRead(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> Step {
        // SAFETY: the buffer is the caller's and is only passed on.
        let count: Int?
        do throws(IOError) {
            count = try socket.tryReceive(into: buffer)
        } catch {
            throw .io(error)
        }
        guard let count else {
            isUndrained = false
            wanted = .readable
            return .wouldBlock
        }
        // A short read has emptied the kernel's buffer: whatever comes later makes a new event.
        isUndrained = count == buffer.count
        return count == 0 ? .ended : .bytes(count)
    }

    /// Sends as much of `bytes` as can be sent now.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> Step {
        // SAFETY: the bytes are the caller's and are only passed on.
        if let session { return try secureStep { () throws(TLSError) in try session.write(bytes) } }
        return try plainStep { () throws(IOError) in try socket.trySend(bytes) }
    }

    /// Sends as much of two pieces as can be sent now; over TLS the first comes alone.
    package func write(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(StreamError) -> Step {
        // SAFETY: the bytes are the caller's and are only passed on.
        if isSecure { return try write(first.isEmpty ? second : first) }
        return try plainStep { () throws(IOError) in try socket.trySend(first, second) }
    }

    /// Sends a message of TLS 1.3 that carries no data; nothing on a plain stream. For servers that misbehave on purpose.
    package func send(_ message: TLSSession.Dataless, until deadline: Deadline) async throws(StreamError) {
        guard let session else { return }
        while try secureStep({ () throws(TLSError) in try session.send(message) }) == .wouldBlock {
            try await wait(until: deadline)
        }
    }

    /// Waits until the step that said `.wouldBlock` is worth trying again.
    ///
    /// - Throws: `.io(.timedOut)` at the deadline, `.io(.cancelled)` after `interrupt()`.
    package func wait(until deadline: Deadline) async throws(StreamError) {
        do throws(IOError) {
            try await socket.wait(for: wanted, until: deadline)
            isUndrained = true
        } catch {
            throw .io(error)
        }
    }

    /// Waits for what the last step wants or for something to read, so that an early answer is seen while sending.
    package func waitOrReadable(until deadline: Deadline) async throws(StreamError) {
        do throws(IOError) {
            try await socket.wait(for: [wanted, .readable], until: deadline)
            isUndrained = true
        } catch {
            throw .io(error)
        }
    }

    private func plainStep(_ step: () throws(IOError) -> Int?) throws(StreamError) -> Step {
        do throws(IOError) {
            if let count = try step() { return .bytes(count) }
            wanted = .writable
            return .wouldBlock
        } catch {
            // A peer that refuses often answers before it breaks the connection. The event that tells of the answer may
            // still be on its way to us, so the next read must try.
            isUndrained = true
            throw .io(error)
        }
    }

    private func secureStep(_ step: () throws(TLSError) -> TLSSession.Step) throws(StreamError) -> Step {
        do throws(TLSError) {
            switch try step() {
            case .done(let count): return .bytes(count)
            case .ended: return .ended
            case .wantsRead:
                wanted = .readable
                return .wouldBlock
            case .wantsWrite:
                wanted = .writable
                return .wouldBlock
            }
        } catch {
            throw .tls(error)
        }
    }

    // MARK: Idle and end

    /// Whether the idle stream can be used again: nothing is buffered, and the peer neither spoke nor closed.
    ///
    /// A TLS 1.3 server may send tickets after the handshake; those are read here (they give no bytes).
    package var isQuiet: Bool {
        guard let session else { return socket.isQuiet }
        // SAFETY: the buffer lives for the closure. A byte read here would be one that nobody asked for, and the stream
        // is then given up.
        return withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { buffer in
            (try? session.read(into: buffer)) == .wantsRead
        }
    }

    /// Ends every wait on the stream, now and later. Any thread may call it.
    package func interrupt() {
        socket.interrupt()
    }

    /// Whether `interrupt()` was called: the stream is then of no further use.
    package var isInterrupted: Bool { socket.isInterrupted }

    /// Says `close_notify` when secure, and closes the socket.
    package func close() {
        // Once only: after the socket is closed, its number may belong to another connection.
        if isClosed { return }
        isClosed = true
        session?.close()
        socket.close()
    }

    /// Says `close_notify` when secure, then ends the sending side (`shutdown(2)`); receiving goes on.
    package func endSending() {
        if isClosed { return }
        session?.close()
        try? socket.shutdownSending()
    }

    /// Closes the socket without `close_notify`, as a peer that died would. For servers that misbehave on purpose.
    package func abandon() {
        if isClosed { return }
        isClosed = true
        socket.close()
    }
}
