internal import SockeyeTransport

/// Gathers bytes for large writes; over TLS, it fills 16 records of 16 KiB.
final class SendBuffer {
    private static let capacity = 256 * 1024

    // SAFETY: private, allocated here and freed in `deinit`; its first `count` bytes are initialised.
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 4096)
    private(set) var count = 0

    deinit { memory.deallocate() }

    var isFull: Bool { count == Self.capacity }

    func removeAll() { count = 0 }

    /// Appends as much of `bytes` from `start` as fits; returns the count.
    func append(_ bytes: [UInt8], from start: Int) -> Int {
        let taken = min(bytes.count - start, Self.capacity - count)
        // SAFETY: `taken` bytes are in bounds of both, since it is at most the rest of the array and of the memory.
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyBytes(from: bytes[start..<start + taken])
        count += taken
        return taken
    }

    /// Reads the next bytes of a file into the free space.
    func fill(from source: UnchangedFile) throws(RequestBodyError) {
        // SAFETY: the slice is the free space after `count`, and `read` doesn't keep the pointer.
        count += try source.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[count...]))
    }

    func show(to observer: Observers) {
        // SAFETY: the first `count` bytes are initialised and not modified during the call.
        observer.observe(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: memory[..<count])), of: .sentBody)
    }

    /// Writes once from the concatenation of `head` and the buffer, beginning at `start`.
    func write(
        to transport: any Transport, after head: [UInt8], from start: Int, atMost most: Int
    ) throws(StreamError) -> TransportStep {
        // SAFETY: bounds-checked slices of the head and the memory, which both outlive the call.
        try head.withUnsafeBufferPointer { head throws(StreamError) in
            let bytes = UnsafeRawBufferPointer(head)
            let fromHead = min(start, bytes.count)
            let rest = memory[(start - fromHead)..<count]
            return try transport.write(
                UnsafeRawBufferPointer(rebasing: bytes[fromHead...]),
                UnsafeRawBufferPointer(rebasing: rest.prefix(most)))
        }
    }
}
