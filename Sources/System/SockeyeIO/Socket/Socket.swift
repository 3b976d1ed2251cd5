internal import CSystemShims
internal import Synchronization

/// A connected stream socket: TCP over IPv4 or IPv6, or a Unix domain socket.
///
/// ```swift
/// let socket = try await Socket.connect(host: "example.com", port: 80)
/// try await socket.send("GET / HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n")
/// let bytes = try await socket.receiveToEnd()
/// socket.close()
/// ```
///
/// Calls suspend without blocking a thread, until their deadline, and stop when their task is cancelled. Close the socket
/// after a cancelled `send`: part of the bytes may be on their way. One task may send while another receives. The descriptor
/// is closed by `close()` or with the last reference.
public final class Socket: Sendable {
    private let descriptor: SharedDescriptor
    private let readiness: Readiness
    /// Polling state for tasks off the loop's thread.
    private let polling = Mutex(PollingPolicy())
    /// The loop that watches the socket.
    public let loop: EventLoop

    /// Takes a descriptor that was accepted, or on which connect was called.
    init(_ descriptor: consuming Descriptor, on loop: EventLoop) throws(IOError) {
        let shared = SharedDescriptor(owning: descriptor)
        self.descriptor = shared
        self.loop = loop
        readiness = try Readiness.start(shared.number, on: loop)
    }

    deinit {
        close()
    }

    /// Closes the socket (`close(2)`). Waiting calls throw `IOError.closed`. A second call is a no-op.
    public func close() {
        descriptor.close { number in readiness.stop(number) }
    }

    /// Ends every wait on this socket, now and later, with `IOError.cancelled`; callable from any thread.
    package func interrupt() {
        readiness.interrupt()
    }

    /// Ends a wait to read as if bytes had come; any thread may call it.
    package func nudge() {
        readiness.nudge()
    }

    /// Whether every wait on this socket ends at once, because it was interrupted or closed.
    package var isInterrupted: Bool { readiness.isInterrupted }

    // MARK: Addresses and options

    /// The address of this end (`getsockname(2)`); `nil` if the system doesn't say.
    public var localAddress: SocketAddress? {
        var raw = sockeye_address()
        guard let result = try? descriptor.use({ sockeye_local_address($0, &raw) }), result == 0 else { return nil }
        return SocketAddress(raw: raw)
    }

    /// The address of the other end (`getpeername(2)`); `nil` if the system doesn't say.
    public var peerAddress: SocketAddress? {
        var raw = sockeye_address()
        guard let result = try? descriptor.use({ sockeye_peer_address($0, &raw) }), result == 0 else { return nil }
        return SocketAddress(raw: raw)
    }

    /// Sends small pieces at once instead of gathering them (`TCP_NODELAY`). On by default for sockets made by
    /// `connect`.
    package func setNoDelay(_ isOn: Bool) throws(IOError) {
        _ = try descriptor.use { number throws(IOError) in
            try SystemCall.check("setsockopt", sockeye_set_no_delay(number, isOn ? 1 : 0))
        }
    }

    /// Sets how many bytes must be there before a wait to receive ends (`SO_RCVLOWAT`), 1 by default; the end of the stream and
    /// an error end it too. Receiving itself takes what is there.
    package func setReceiveLowWaterMark(_ bytes: Int) throws(IOError) {
        _ = try descriptor.use { number throws(IOError) in
            try SystemCall.check("setsockopt", sockeye_set_receive_low_water_mark(number, Int32(clamping: bytes)))
        }
    }

    /// The bytes sent that the peer's kernel hasn't acknowledged; a reset discards them.
    package var unacknowledgedBytes: Int {
        get throws(IOError) {
            try descriptor.use { number throws(IOError) in Int(sockeye_unacknowledged_bytes(number)) }
        }
    }

    /// Makes close send a reset instead of an orderly end, for servers that misbehave on purpose.
    package func setResetOnClose() throws(IOError) {
        _ = try descriptor.use { number throws(IOError) in
            try SystemCall.check("setsockopt", sockeye_set_reset_on_close(number))
        }
    }

    // MARK: Steps that never wait

    /// Calls `recv(2)` once. Returns the count (0 at the end of the stream), or `nil` if nothing has arrived.
    ///
    /// - Parameter drops: whether to discard the bytes. TCP drops them without a copy (`MSG_TRUNC`); other sockets overwrite `buffer`.
    @inline(__always)
    package func tryReceive(
        into buffer: UnsafeMutableRawBufferPointer, drops: Bool = false
    ) throws(IOError) -> Int? {
        // SAFETY: the shims write at most `buffer.count` bytes at its base, and don't keep the pointer.
        try descriptor.use { number throws(IOError) in
            try SystemCall.checkNonBlocking(
                "recv",
                drops
                    ? sockeye_receive_dropping(number, buffer.baseAddress, buffer.count)
                    : sockeye_receive(number, buffer.baseAddress, buffer.count))
        }
    }

    /// Calls `send(2)` once. Returns how many bytes the kernel took, or `nil` if it takes none now.
    @inline(__always)
    package func trySend(_ bytes: UnsafeRawBufferPointer) throws(IOError) -> Int? {
        // SAFETY: the shim reads at most `bytes.count` bytes at its base, and does not keep the pointer.
        try descriptor.use { number throws(IOError) in
            try SystemCall.checkNonBlocking("send", sockeye_send(number, bytes.baseAddress, bytes.count))
        }
    }

    /// Calls `sendmsg(2)` once with two pieces, so that a head and its body leave in one segment.
    package func trySend(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) throws(IOError) -> Int? {
        // SAFETY: sendmsg only reads what the vectors point to, and keeps nothing; both buffers outlive the call.
        try withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { vectors throws(IOError) -> Int? in
            vectors[0] = iovec(iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress), iov_len: first.count)
            vectors[1] = iovec(iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress), iov_len: second.count)
            return try descriptor.use { number throws(IOError) in
                try SystemCall.checkNonBlocking("sendmsg", sockeye_send_vectors(number, vectors.baseAddress, 2))
            }
        }
    }

    /// Whether a call to receive returns at once: with bytes, the end, or an error, which this leaves for it (`poll(2)`).
    private var isReadable: Bool {
        (try? descriptor.use { sockeye_is_readable($0) }) != 0
    }

    /// Whether an idle connection can be reused: the peer has neither closed it nor sent anything unasked. An error is
    /// taken off the socket.
    package var isQuiet: Bool {
        guard let result = try? descriptor.use({ sockeye_probe($0) }) else { return false }
        return result == -ErrorNumber.wouldBlock
    }

    /// Whether an event came since the last wait, so that a call is worth trying (see `Readiness.mayBeReady`).
    package func mayBeReady(_ interest: Readiness.Interest) -> Bool {
        readiness.mayBeReady(interest)
    }

    /// Runs `body` with the descriptor, which stays open meanwhile; for TLS, which calls send and recv itself.
    package func withDescriptor<Result>(_ body: (Int32) throws(IOError) -> Result) throws(IOError) -> Result {
        try descriptor.use(body)
    }

    /// Waits until a step is worth trying again.
    ///
    /// - Throws: `.timedOut`, `.cancelled` if the task is cancelled, `.closed`.
    package func wait(for interest: Readiness.Interest, until deadline: Deadline) async throws(IOError) {
        if EventLoop.isOnLoopThread || !isAnswerExpected(interest) {
            return try await readiness.wait(for: interest, on: descriptor, until: deadline)
        }
        let start = sockeye_monotonic_nanoseconds()
        if pollForAnswer(from: start, until: deadline) {
            if polling.withLock({ $0.recordSuccess() }) { await Task.yield() }
            return
        }
        try await readiness.wait(for: interest, on: descriptor, until: deadline)
        // Two threads were woken, the loop's and this one.
        let waited = (sockeye_monotonic_nanoseconds() &- start) / 2
        polling.withLock { $0.note(waited: waited, clients: loop.registeredCount) }
    }

    /// Notes that the next wait is for the response to a request just sent, which may come at once (see `PollingPolicy`).
    /// Don't call it while waiting for more of a body: that takes as long as the sender needs, and polling would only
    /// cost.
    package func expectAnswer() {
        if loop.isCurrent { loop.expectAnswer() } else { polling.withLock { $0.isAnswerExpected = true } }
    }

    private func isAnswerExpected(_ interest: Readiness.Interest) -> Bool {
        guard interest.contains(.readable) else { return false }
        return polling.withLock { polling in
            defer { polling.isAnswerExpected = false }
            return polling.isAnswerExpected
        }
    }

    /// Polls the socket for as long as the policy allows; false if nothing came. On the calling thread, whose wake-up is
    /// saved: one connection to a server on the same machine, 8,200 requests per second without, 20,700 with.
    private func pollForAnswer(from start: UInt64, until deadline: Deadline) -> Bool {
        guard let end = polling.withLock({ $0.pollUntil(now: start) }),
            loop.registeredCount <= PollingPolicy.clientLimit,
            // The wait that follows says so.
            start < deadline.nanoseconds, !Task.isCancelled, !isInterrupted
        else { return false }
        let moment = min(end, deadline.nanoseconds)
        repeat {
            if isReadable { return true }
        } while sockeye_monotonic_nanoseconds() < moment
        polling.withLock { $0.recordFailure() }
        return false
    }

    // MARK: Whole operations

    /// Sends all of `bytes`, waiting whenever the kernel's buffer is full (`send(2)`).
    public func send(_ bytes: [UInt8], until deadline: Deadline = .never) async throws(IOError) {
        var sent = 0
        while sent < bytes.count {
            if Task.isCancelled { throw .cancelled }
            // A peer that drains as fast as this sends never makes it wait.
            if sent > 0, deadline.hasPassed { throw .timedOut }
            // SAFETY: the pointer stays within this call, and `sent` is below the count.
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

    /// Sends the UTF-8 bytes of `text`.
    public func send(_ text: String, until deadline: Deadline = .never) async throws(IOError) {
        try await send(Array(text.utf8), until: deadline)
    }

    /// The memory for what one call receives, whatever the caller would take.
    private static let pieceLimit = 1 << 20

    /// Receives at most `count` bytes, and at most 1 MiB, waiting until something arrives (`recv(2)`).
    ///
    /// - Returns: the bytes; empty at the end of the stream.
    public func receive(upTo count: Int = 65_536, until deadline: Deadline = .never) async throws(IOError) -> [UInt8] {
        while true {
            if Task.isCancelled { throw .cancelled }
            if let bytes = try receiveNow(upTo: count) { return bytes }
            try await wait(for: .readable, until: deadline)
        }
    }

    private func receiveNow(upTo count: Int) throws(IOError) -> [UInt8]? {
        var result: Result<Int?, IOError> = .success(nil)
        // SAFETY: recv fills the buffer from its start, and only the bytes it reports are claimed as initialized.
        let bytes = [UInt8](unsafeUninitializedCapacity: min(max(1, count), Self.pieceLimit)) { buffer, initialized in
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

    /// Receives until the end of the stream.
    ///
    /// - Parameters:
    ///   - limit: the most bytes to accept (default 64 MiB); more throw `IOError.limitExceeded`.
    ///   - deadline: for all of it; default none.
    public func receiveToEnd(
        limit: Int = 64 * 1024 * 1024, until deadline: Deadline = .never
    ) async throws(IOError) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try await receive(until: deadline)
            if bytes.isEmpty { return all }
            // A peer that always has more never makes it wait.
            if deadline.hasPassed { throw .timedOut }
            if bytes.count > limit - all.count { throw .limitExceeded(limit) }
            all += bytes
        }
    }

    /// Sends the end of the stream; receiving goes on (`shutdown(2)` with `SHUT_WR`).
    public func shutdownSending() throws(IOError) {
        _ = try descriptor.use { number throws(IOError) in
            try SystemCall.check("shutdown", sockeye_shutdown_sending(number))
        }
    }
}
