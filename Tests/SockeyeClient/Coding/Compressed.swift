/// Compressed bytes for tests, made by hand so that no second library is needed: stored blocks only.
enum Compressed {
    /// Raw deflate data (RFC 1951 section 3.2.4).
    static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            result.append(rest.isEmpty ? 1 : 0)
            result += [UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
            result += block
        } while !rest.isEmpty
        return result
    }

    /// One gzip member (RFC 1952).
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var check: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check >> 1 ^ (check & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + deflate(bytes) + little(~check) + little(UInt32(bytes.count))
    }

    /// A zlib stream (RFC 1950).
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return [0x78, 0x01] + deflate(bytes) + little(high << 16 | low).reversed()
    }

    private static func little(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
