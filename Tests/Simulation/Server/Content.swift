/// The bytes of bodies, each recognisable: no two requests, answers or versions of a file share eight bytes in a row.
enum Content {
    /// The bytes in `range` of the body named by two numbers.
    static func bytes(_ first: Int, _ second: Int, _ range: Range<Int>) -> [UInt8] {
        if range.isEmpty { return [] }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count + 8)
        let base =
            UInt64(truncatingIfNeeded: first) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: second)
            &* 0xC2B2_AE3D_27D4_EB4F
        var word = range.lowerBound / 8
        while word * 8 < range.upperBound {
            var mixed = (base &+ UInt64(word)) &* 0xBF58_476D_1CE4_E5B9
            mixed ^= mixed >> 31
            withUnsafeBytes(of: mixed) { bytes.append(contentsOf: $0) }
            word += 1
        }
        return Array(bytes[range.lowerBound % 8..<range.lowerBound % 8 + range.count])
    }

    /// The body of a request.
    static func request(_ operation: Int, _ range: Range<Int>) -> [UInt8] { bytes(operation, -1, range) }
}
