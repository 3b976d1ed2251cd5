/// XOR with a key of four bytes, over and over (RFC 6455 section 5.3). Masking twice changes nothing.
struct Masking {
    /// The key, rotated so that its lowest byte is for the next byte.
    private var key: UInt32

    init(_ key: UInt32) {
        self.key = key
    }

    /// Bytes copied and masked at once. Longer copies to an odd address, as behind a frame's head, make memcpy(3)
    /// choose an instruction that is slow there.
    private static let blockBytes = 2048

    /// Appends `bytes`, masked.
    mutating func append(_ bytes: RawSpan, to output: inout [UInt8]) {
        output.reserveCapacity(output.count + bytes.byteCount)
        var start = 0
        while start < bytes.byteCount {
            let end = min(bytes.byteCount, start + Self.blockBytes)
            let offset = output.count
            output.append(copying: bytes.extracting(start..<end))
            apply(to: &output, from: offset)
            start = end
        }
    }

    /// Masks `bytes` from `offset` on, in place.
    mutating func apply(to bytes: inout [UInt8], from offset: Int) {
        var key = self.key
        // SAFETY: only octets between `offset` and the count are read and written.
        bytes.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress, offset < bytes.count else { return }
            var position = offset
            // Up to an aligned address, then word by word: of that plain loop the compiler makes vectors.
            while position < bytes.count, UInt(bitPattern: base + position) & 7 != 0 {
                Self.mask(&bytes[position], &key)
                position += 1
            }
            let count = (bytes.count - position) / 8
            let word = (UInt64(key) << 32 | UInt64(key)).littleEndian
            if count == 0 { return Self.maskRest(bytes, from: position, &key) }
            // SAFETY: the address is aligned, and `count` words from there are within the buffer, which nobody else has.
            (base + position).withMemoryRebound(to: UInt64.self, capacity: count) { words in
                for index in 0..<count { words[index] ^= word }
            }
            Self.maskRest(bytes, from: position + count * 8, &key)
        }
        self.key = key
    }

    // SAFETY: every access is within the buffer, by the loop's bounds.
    private static func maskRest(_ bytes: UnsafeMutableRawBufferPointer, from start: Int, _ key: inout UInt32) {
        for position in start..<max(start, bytes.count) { mask(&bytes[position], &key) }
    }

    private static func mask(_ byte: inout UInt8, _ key: inout UInt32) {
        byte ^= UInt8(truncatingIfNeeded: key)
        key = key >> 8 | key << 24
    }
}

extension [UInt8] {
    /// Appends the bytes of a span.
    mutating func append(copying bytes: RawSpan) {
        if bytes.byteCount == 0 { return }
        // SAFETY: the pointer covers the span's initialised bytes, which are copied before the closure returns.
        bytes.withUnsafeBytes { append(contentsOf: $0) }
    }
}
