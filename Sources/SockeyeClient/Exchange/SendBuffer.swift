internal import SockeyeStream

/// Bytes gathered until a write is worth its call, and over TLS until they fill records: 16 of 16 KiB.
final class SendBuffer {
    private static let capacity = 256 * 1024

    // SAFETY: allocated here, freed in `deinit`, reached by nobody else; its first `count` bytes are initialised.
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 4096)
    private(set) var count = 0

    deinit { memory.deallocate() }

    var isFull: Bool { count == Self.capacity }

    func removeAll() { count = 0 }

    /// Takes what fits of `bytes` from `start` on; gives how many.
    func append(_ bytes: [UInt8], from start: Int) -> Int {
        let taken = min(bytes.count - start, Self.capacity - count)
        // SAFETY: `taken` bytes are there in both, and the pointers are used during the call only.
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyBytes(from: bytes[start..<start + taken])
        count += taken
        return taken
    }

    /// Reads what comes next of a file into what room there is, at most `most` bytes of it.
    func fill(from source: UnchangedFile, atMost most: Int64 = .max) throws(RequestBodyError) {
        let room = Int(clamping: min(most, Int64(Self.capacity - count)))
        // SAFETY: the room is within the memory, and used during the call only.
        count += try source.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + room]))
    }

    func show(to observer: any ExchangeObserver) {
        // SAFETY: the bytes are the buffer's, initialised and left alone during the call.
        observer.observe(
            sent: RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: memory[..<count])), isHead: false)
    }

    /// Writes once what is left of `head` and of the buffer after `start` bytes of both.
    func write(
        to transport: any Transport, after head: [UInt8], from start: Int, atMost most: Int
    ) throws(StreamError) -> TransportStep {
        // SAFETY: slices of the head's bytes and of the memory, bounds-checked, valid for the call.
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
