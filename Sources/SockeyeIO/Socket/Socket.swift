internal import CSystemShims

/// A connected stream socket: TCP over IPv4 or IPv6, or a Unix domain socket.
///
/// ```swift
/// let socket = try await Socket.connect(host: "example.com", port: 80)
/// try await socket.send("GET / HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n")
/// let bytes = try await socket.receiveToEnd()
/// socket.close()
/// ```
///
/// Every call waits without holding a thread, until its deadline, and stops when its task is cancelled. A cancelled
/// socket is of no further use: nobody knows how much of a message went out. One task may send while another
/// receives. The descriptor is closed by `close()` or when the last reference goes.
public final class Socket: Sendable {
    private let descriptor: SharedDescriptor
    private let readiness: Readiness
    /// The loop whose thread watches the socket.
    public let loop: EventLoop

    /// Takes a descriptor whose connect was called, or that was accepted.
    init(_ descriptor: consuming Descriptor, on loop: EventLoop) throws(IOError) {
        let shared = SharedDescriptor(owning: descriptor)
        self.descriptor = shared
        self.loop = loop
        readiness = try Readiness.start(shared.number, on: loop)
    }

    deinit {
        close()
    }

    /// Closes the socket (`close(2)`). Whoever waits on it is told `IOError.closed`. Calling it again does nothing.
    public func close() {
        descriptor.close { number in readiness.stop(number) }
    }

    /// Ends every wait on this socket, now and later, with `IOError.cancelled`; any thread may call it.
    package func interrupt() {
        readiness.interrupt()
    }

    /// Whether every wait on this socket ends at once, because it was interrupted or closed.
    package var isInterrupted: Bool { readiness.isInterrupted }

    // MARK: Addresses and options

    /// Where this end is (`getsockname(2)`); `nil` when the system does not say.
    public var localAddress: SocketAddress? {
        var raw = sockeye_address()
        guard let result = try? descriptor.use({ sockeye_local_address($0, &raw) }), result == 0 else { return nil }
        return SocketAddress(raw: raw)
    }

    /// Where the other end is (`getpeername(2)`); `nil` when the system does not say.
    public var peerAddress: SocketAddress? {
        var raw = sockeye_address()
        guard let result = try? descriptor.use({ sockeye_peer_address($0, &raw) }), result == 0 else { return nil }
        return SocketAddress(raw: raw)
    }

    /// Sends small pieces at once instead of gathering them (`TCP_NODELAY`). On for every socket made by `connect`.
    public func setNoDelay(_ isOn: Bool) throws(IOError) {
        _ = try descriptor.use { number throws(IOError) in
            try SystemCall.check("setsockopt", sockeye_set_no_delay(number, isOn ? 1 : 0))
        }
    }

    /// Closes with a reset instead of an orderly end. For servers that misbehave on purpose.
    package func setResetOnClose() throws(IOError) {
        _ = try descriptor.use { number throws(IOError) in
            try SystemCall.check("setsockopt", sockeye_set_reset_on_close(number))
        }
    }

    // MARK: Steps that never wait

    /// `recv(2)` once: the count (0 is the peer's end), or `nil` when nothing is there yet.
    @inline(__always)
    package func tryReceive(into buffer: UnsafeMutableRawBufferPointer) throws(IOError) -> Int? {
        // SAFETY: the shim writes at most `buffer.count` bytes at its base, during the call only.
        try descriptor.use { number throws(IOError) in
            try SystemCall.checkNonBlocking("recv", sockeye_receive(number, buffer.baseAddress, buffer.count))
        }
    }

    /// `send(2)` once: how many bytes the kernel took, or `nil` when it takes none now.
    @inline(__always)
    package func trySend(_ bytes: UnsafeRawBufferPointer) throws(IOError) -> Int? {
        // SAFETY: the shim reads at most `bytes.count` bytes at its base, during the call only.
        try descriptor.use { number throws(IOError) in
            try SystemCall.checkNonBlocking("send", sockeye_send(number, bytes.baseAddress, bytes.count))
        }
    }

    /// `sendmsg(2)` once over two pieces, so that a head and its body leave in one segment.
    package func trySend(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(IOError) -> Int? {
        // SAFETY: sendmsg only reads what the vectors point at, during the call only; both buffers outlive it.
        try withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { vectors throws(IOError) -> Int? in
            vectors[0] = iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count)
            vectors[1] = iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
            return try descriptor.use { number throws(IOError) in
                try SystemCall.checkNonBlocking("sendmsg", sockeye_send_vectors(number, vectors.baseAddress, 2))
            }
        }
    }

    /// Whether an idle connection can be used again: the peer neither closed it nor sent anything unasked.
    package var isQuiet: Bool {
        guard let result = try? descriptor.use({ sockeye_probe($0) }) else { return false }
        return result == -ErrorNumber.wouldBlock
    }

    /// Whether an event came since the last wait, so that a call is worth trying (see `Readiness.mayBeReady`).
    package func mayBeReady(_ interest: Readiness.Interest) -> Bool {
        readiness.mayBeReady(interest)
    }

    /// Runs `body` with the descriptor's number, which stays open meanwhile; for TLS, which calls send and recv itself.
    package func withDescriptor<Result>(_ body: (Int32) throws(IOError) -> Result) throws(IOError) -> Result {
        try descriptor.use(body)
    }

    /// Waits until a step is worth trying again. The caller sees to cancellation by `interrupt()`.
    package func wait(for interest: Readiness.Interest, until deadline: Deadline) async throws(IOError) {
        switch await readiness.wait(for: interest, until: deadline) {
        case .ready: return
        case .timedOut: throw .timedOut
        case .interrupted: throw descriptor.isClosing ? .closed : .cancelled
        case .busy: throw .invalidArgument("two tasks already wait on this socket")
        }
    }

    // MARK: Whole operations

    /// Sends all of `bytes`, waiting whenever the kernel's buffer is full (`send(2)`).
    public func send(_ bytes: [UInt8], until deadline: Deadline = .never) async throws(IOError) {
        try await interruptedByCancellation { () throws(IOError) in
            var sent = 0
            while sent < bytes.count {
                // SAFETY: the pointer is used during the call only.
                let taken = try bytes.withUnsafeBufferPointer { buffer throws(IOError) in
                    try trySend(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[sent...])))
                }
                if let taken {
                    sent += taken
                } else {
                    try await wait(for: .writable, until: deadline)
                }
            }
        }
    }

    /// Sends the UTF-8 bytes of `text`.
    public func send(_ text: String, until deadline: Deadline = .never) async throws(IOError) {
        try await send(Array(text.utf8), until: deadline)
    }

    /// Receives what is there, at most `count` bytes, waiting until there is something (`recv(2)`).
    ///
    /// - Returns: the bytes; none means that the peer has sent its end.
    public func receive(upTo count: Int = 65_536, until deadline: Deadline = .never) async throws(IOError) -> [UInt8] {
        try await interruptedByCancellation { () throws(IOError) in
            while true {
                if let bytes = try receiveNow(upTo: count) { return bytes }
                try await wait(for: .readable, until: deadline)
            }
        }
    }

    private func receiveNow(upTo count: Int) throws(IOError) -> [UInt8]? {
        var result: Result<Int?, IOError> = .success(nil)
        // SAFETY: recv writes the first `received` bytes of the buffer, and just those are initialised.
        let bytes = [UInt8](unsafeUninitializedCapacity: max(1, count)) { buffer, initialized in
            do throws(IOError) {
                let received = try tryReceive(into: UnsafeMutableRawBufferPointer(buffer))
                result = .success(received)
                initialized = received ?? 0
            } catch {
                result = .failure(error)
            }
        }
        return try result.get() == nil ? nil : bytes
    }

    /// Receives until the peer has sent its end.
    ///
    /// - Parameter limit: at most so many bytes (64 MiB unless told), then `IOError.limitExceeded`.
    public func receiveToEnd(
        limit: Int = 64 * 1024 * 1024, until deadline: Deadline = .never
    ) async throws(IOError) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try await receive(until: deadline)
            if bytes.isEmpty { return all }
            if bytes.count > limit - all.count { throw .limitExceeded(limit) }
            all += bytes
        }
    }

    /// Tells the peer that nothing more will be sent; receiving goes on (`shutdown(2)` with `SHUT_WR`).
    public func shutdownSending() throws(IOError) {
        _ = try descriptor.use { number throws(IOError) in
            try SystemCall.check("shutdown", sockeye_shutdown_sending(number))
        }
    }

    /// Runs `operation`; if its task is cancelled meanwhile, its waits on this socket end.
    package func interruptedByCancellation<Value>(
        _ operation: () async throws(IOError) -> Value
    ) async throws(IOError) -> Value {
        let result = await withTaskCancellationHandler {
            await outcome(of: operation)
        } onCancel: {
            interrupt()
        }
        return try result.get()
    }
}
