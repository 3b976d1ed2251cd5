/// A body in memory.
final class MemoryBody: CacheBody {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var length: Int64 { Int64(bytes.count) }

    // SAFETY: only this call writes into the caller's buffer, within its bounds.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        guard offset >= 0, offset < length else { return 0 }
        let start = Int(offset)
        let count = min(buffer.count, bytes.count - start)
        // SAFETY: `count` is within the buffer and within the bytes after `start`.
        buffer.copyBytes(from: bytes[start..<start + count])
        return count
    }
}
