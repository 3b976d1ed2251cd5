internal import Synchronization

/// Large receive buffers, shared by all connections and lent only while bytes are being received.
///
/// A waiting connection holds none, so ten thousand idle ones cost no buffers, yet a busy one receives hundreds of
/// kilobytes per system call, which is twice as fast as small buffers.
package enum ScratchBuffers {
    /// The size of one buffer.
    static let byteCount = 512 * 1024
    /// Buffers kept for reuse: as many as threads are likely to receive at the same time.
    private static let keptLimit = 8

    // SAFETY: a buffer is either in the list or lent to one caller, never both; the lock guards the list.
    private struct Kept: @unchecked Sendable {
        var buffers: [UnsafeMutableRawBufferPointer] = []
    }

    private static let kept = Mutex(Kept())

    /// Lends a buffer to `body`, which must not keep it.
    package static func withBuffer<Value, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        // SAFETY: between leaving the list and returning to it, the buffer is used by this call only.
        let buffer =
            kept.withLock { $0.buffers.popLast() }
            ?? UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 4096)
        defer {
            let isKept = kept.withLock { kept in
                if kept.buffers.count >= keptLimit { return false }
                kept.buffers.append(buffer)
                return true
            }
            if !isKept { buffer.deallocate() }
        }
        return try body(buffer)
    }
}
