/// Checks that bytes are UTF-8 (RFC 3629), as they arrive: a fault is found at the byte that makes it one.
struct UTF8Check {
    /// How many bytes the open sequence still needs.
    private var needed = 0
    /// The range of the next byte: narrower than 80…BF after E0, ED, F0 and F4.
    private var low: UInt8 = 0x80
    private var high: UInt8 = 0xBF

    /// Whether no sequence is open.
    var isComplete: Bool { needed == 0 }

    /// Returns false at the first byte that isn't UTF-8.
    mutating func accepts(_ bytes: [UInt8], from offset: Int) -> Bool {
        // SAFETY: the buffer is valid for the call, which keeps no pointer.
        bytes.withUnsafeBytes { accepts($0, from: offset) }
    }

    mutating func accepts(_ bytes: RawSpan) -> Bool {
        // SAFETY: the pointer covers the span's initialised bytes and isn't kept.
        bytes.withUnsafeBytes { accepts($0, from: 0) }
    }

    // SAFETY: loads are within the buffer by the conditions of the loops; bytes need no alignment.
    private mutating func accepts(_ bytes: UnsafeRawBufferPointer, from offset: Int) -> Bool {
        var position = offset
        while position < bytes.count {
            if needed == 0 {
                position = Self.skipASCII(bytes, from: position)
                if position == bytes.count { return true }
            }
            guard take(bytes[position]) else { return false }
            position += 1
        }
        return true
    }

    /// The position of the first byte from `start` on that isn't ASCII.
    private static func skipASCII(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var position = start
        guard let base = bytes.baseAddress else { return position }
        while bytes.count - position >= 64 {
            var marks: UInt64 = 0
            for word in 0..<8 {
                // SAFETY: 64 bytes from `position` on are within the buffer.
                marks |= (base + (position &+ word &* 8)).loadUnaligned(as: UInt64.self)
            }
            if marks & 0x8080_8080_8080_8080 != 0 { break }
            position += 64
        }
        while position < bytes.count, bytes[position] < 0x80 { position += 1 }
        return position
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        if needed > 0 {
            guard byte >= low, byte <= high else { return false }
            (low, high) = (0x80, 0xBF)
            needed -= 1
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: needed = 1
        // No overlong forms, no surrogates, nothing above U+10FFFF.
        case 0xE0: (needed, low) = (2, 0xA0)
        case 0xED: (needed, high) = (2, 0x9F)
        case 0xE1...0xEF: needed = 2
        case 0xF0: (needed, low) = (3, 0x90)
        case 0xF4: (needed, high) = (3, 0x8F)
        case 0xF1...0xF3: needed = 3
        default: return false
        }
        return true
    }
}
