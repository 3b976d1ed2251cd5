/// The bytes of bodies, each recognisable: no two requests, answers or versions of a file share eight bytes in a row.
enum Content {
    /// The bytes in `range` of the body named by two numbers.
    static func bytes(_ first: Int, _ second: Int, _ range: Range<Int>) -> [UInt8] {
        let base =
            UInt64(truncatingIfNeeded: first) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: second)
            &* 0xC2B2_AE3D_27D4_EB4F
        // SAFETY: each byte of the buffer, which has as many as the range, is written once, and none beyond it.
        return [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            var position = range.lowerBound
            while position < range.upperBound {
                var word = (base &+ UInt64(position / 8)) &* 0xBF58_476D_1CE4_E5B9
                word ^= word >> 31
                let offset = position - range.lowerBound
                if position % 8 == 0, range.upperBound - position >= 8 {
                    raw.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
                    position += 8
                } else {
                    raw[offset] = UInt8(truncatingIfNeeded: word >> UInt64(8 * (position % 8)))
                    position += 1
                }
            }
            count = range.count
        }
    }

    /// The body of a request.
    static func request(_ operation: Int, _ range: Range<Int>) -> [UInt8] { bytes(operation, -1, range) }
}
