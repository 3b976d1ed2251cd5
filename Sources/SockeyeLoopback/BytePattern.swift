/// Bytes that anybody can compute from their offset, so that a body is checked without keeping a copy.
///
/// The bytes do not repeat with a short period, so that a shifted, doubled or dropped piece shows.
public enum BytePattern {
    /// The bytes at these offsets; a negative offset counts as zero.
    public static func bytes(_ offsets: Range<Int>) -> [UInt8] {
        let offsets = offsets.clamped(to: 0..<Int.max)
        return [UInt8](unsafeUninitializedCapacity: offsets.count) { buffer, initialized in
            // SAFETY: `count` is the buffer's capacity, and every element below it is written exactly once.
            for index in 0..<offsets.count { buffer[index] = byte(at: offsets.lowerBound + index) }
            initialized = offsets.count
        }
    }

    /// The byte at an offset: two rounds of multiplying by an odd constant and folding the high half down.
    public static func byte(at offset: Int) -> UInt8 {
        var mixed = (UInt64(bitPattern: Int64(offset)) &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 32)) &* 0xD6E8_FEB8_6659_FD93
        return UInt8(truncatingIfNeeded: mixed >> 56)
    }
}
