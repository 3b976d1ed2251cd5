internal import SockeyeIO
internal import SockeyeTransport

/// Whole frames to be sent, and whose turn it is to add the next message.
struct WebSocketOutbox {
    /// Memory that is kept for the next message.
    private static let keptByteLimit = 2 << 20

    /// Encoded frames; those before `sent` are with the kernel.
    var bytes: [UInt8] = []
    private var sent = 0
    /// Those before it were shown to the observer.
    var shown = 0
    /// The answer to the last ping, if the frames before it aren't sent (RFC 6455 section 5.5.3: one answer will do).
    var pong: [UInt8]?
    /// The task that sends what the kernel had no room for, if any.
    var flusher: Task<Void, Never>?
    /// Those who wait until everything is sent.
    var waiters: [OneShot<Void>] = []
    /// Whether a task is in the middle of a message.
    var isTaken = false
    /// Those who want to send one, in order.
    var queue: [OneShot<Void>] = []
    /// Why nothing more can be sent.
    var failure: StreamError?

    var isEmpty: Bool { sent == bytes.count }

    /// Sends as much as the kernel takes. Returns whether that is all.
    mutating func write(to transport: any Transport) throws(StreamError) -> Bool {
        if let failure { throw failure }
        while sent < bytes.count {
            let step: TransportStep
            do throws(StreamError) {
                let start = sent
                // SAFETY: the slice is within the array, which isn't changed during the call.
                step = try bytes.withUnsafeBufferPointer { bytes throws(StreamError) in
                    try transport.write(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start...])))
                }
            } catch {
                failure = error
                throw error
            }
            switch step {
            case .bytes(let count): sent += count
            case .wouldBlock: return false
            case .ended: throw .io(.closed)
            }
        }
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptByteLimit)
        (sent, shown) = (0, 0)
        return true
    }

    /// Those to wake, once all is sent or nothing can be.
    mutating func takeWaiters() -> [OneShot<Void>] {
        defer { waiters = [] }
        return waiters
    }
}
