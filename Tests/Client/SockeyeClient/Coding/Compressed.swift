/// Compressed bytes for tests, handmade from stored blocks so that no second library is needed.
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
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + gzipData(bytes)
    }

    /// One whose header has all that it may have: extra bytes, a name, a comment and a check of itself.
    static func gzipWithFullHeader(_ bytes: [UInt8]) -> [UInt8] {
        let header: [UInt8] =
            [0x1F, 0x8B, 8, 0x1F, 1, 2, 3, 4, 0, 3, 3, 0, 7, 8, 9] + Array("name\u{0}comment\u{0}".utf8)
        return header + little(check(header)).prefix(2) + gzipData(bytes)
    }

    private static func gzipData(_ bytes: [UInt8]) -> [UInt8] {
        deflate(bytes) + little(check(bytes)) + little(UInt32(bytes.count))
    }

    private static func check(_ bytes: [UInt8]) -> UInt32 {
        var check: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check >> 1 ^ (check & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~check
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

    /// A brotli stream (RFC 7932 section 9.2): a window of 64 KiB, uncompressed blocks, an empty last one.
    static func brotli(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.isEmpty { return [0b110] }
        var result: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let block = rest.prefix(65_536)
            rest = rest.dropFirst(block.count)
            // ISLAST 0, MNIBBLES 0 for four, MLEN - 1 in 16 bits, ISUNCOMPRESSED 1; before the first, WBITS 0.
            let header = UInt32(block.count - 1) << 3 | 1 << 19
            result += little(result.isEmpty ? header << 1 : header).prefix(3)
            result += block
        }
        return result + [0b11]
    }

    /// A zstd frame (RFC 8878 section 3.1.1): raw blocks, no checksum, a window of 2 to the given power.
    static func zstd(_ bytes: [UInt8], windowLog: Int = 17) -> [UInt8] {
        var result: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, UInt8(windowLog - 10) << 3]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(131_072)
            rest = rest.dropFirst(block.count)
            result += little(UInt32(block.count) << 3 | (rest.isEmpty ? 1 : 0)).prefix(3)
            result += block
        } while !rest.isEmpty
        return result
    }

    /// A zstd frame of 128 KiB blocks of zeros, four bytes each (RLE blocks).
    static func zstdZeros(blocks: Int) -> [UInt8] {
        var result: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 7 << 3]
        for block in 0..<blocks {
            result += little(131_072 << 3 | 1 << 1 | (block == blocks - 1 ? 1 : 0)).prefix(3) + [0]
        }
        return result
    }
}
