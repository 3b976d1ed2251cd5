package import SockeyeIO

/// What one step on a transport came to.
package enum TransportStep: Sendable, Hashable {
    /// This many bytes were moved.
    case bytes(Int)
    /// Nothing can be moved now: wait.
    case wouldBlock
    /// The peer ended the stream in order.
    case ended
}

/// What an exchange speaks to: steps that never wait, and waits for a step to be worth trying again.
///
/// ``ByteStream`` is a socket, plain or with TLS; the client has a scripted one for interceptors and tests. One task reads
/// while another may write; the two never take a step at the same moment. `interrupt` and `nudge` may come from any thread.
package protocol Transport: AnyObject, Sendable {
    /// Receives what is there into `buffer`.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> TransportStep
    /// Sends as much of `bytes` as can be sent now.
    func write(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> TransportStep
    /// Sends as much of two pieces as can be sent now, in one call if the transport can.
    func write(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) throws(StreamError) -> TransportStep

    /// The present moment, on the clock by which the waits' deadlines are.
    var now: Deadline { get }
    /// Waits until `read` is worth trying again; may return early.
    ///
    /// - Throws: `.io(.timedOut)` at the deadline, `.io(.cancelled)` when the task is cancelled or after `interrupt`.
    func waitToRead(until deadline: Deadline) async throws(StreamError)
    /// The same for `write`.
    func waitToWrite(until deadline: Deadline) async throws(StreamError)
    /// Waits until `moment`.
    ///
    /// - Throws: `.io(.cancelled)`.
    func sleep(until moment: Deadline) async throws(StreamError)

    /// Makes `waitToRead` return early, once.
    func nudge()
    /// Ends every wait, now and later.
    func interrupt()
    /// Whether `interrupt` or `close` was called.
    var isInterrupted: Bool { get }

    /// Whether the idle transport can be used again: nothing is buffered, and the peer neither spoke nor closed.
    var isQuiet: Bool { get }
    /// Ends both directions.
    func close()

    /// The socket with TLS or without, if there is one: for what only the kernel or OpenSSL can do.
    var stream: ByteStream? { get }
}

extension Transport {
    /// By the system's clock.
    package var now: Deadline { .now }
    /// No socket.
    package var stream: ByteStream? { nil }

    /// Sends as much as can be sent now of the bytes in `range`.
    package func write(_ bytes: [UInt8], _ range: Range<Int>) throws(StreamError) -> TransportStep {
        // SAFETY: the array outlives the call, `write` doesn't keep the pointer, and the slice is bounds-checked.
        try bytes.withUnsafeBufferPointer { buffer throws(StreamError) in
            try write(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[range])))
        }
    }

    /// Receives at most `count` bytes of what is there now, at least one, and at most 1 MiB: the memory for them is taken
    /// first, whatever the caller would take.
    package func receiveNow(upTo count: Int) throws(StreamError) -> (bytes: [UInt8], step: TransportStep) {
        var result: Result<TransportStep, StreamError> = .success(.wouldBlock)
        // SAFETY: `read` writes the first `received` bytes of the buffer, and just those are initialised.
        let bytes = [UInt8](unsafeUninitializedCapacity: min(max(1, count), 1 << 20)) { buffer, initialized in
            do throws(StreamError) {
                let step = try read(into: UnsafeMutableRawBufferPointer(buffer))
                if case .bytes(let received) = step { initialized = received }
                result = .success(step)
            } catch {
                result = .failure(error)
            }
        }
        return (bytes, try result.get())
    }
}
