extension ByteWindow {
    /// The result of a UTF-8 check.
    enum UTF8Check: Equatable {
        case valid(isASCII: Bool)
        /// The index of the first byte that isn't part of a valid sequence.
        case invalid(at: Int)
    }

    /// Checks that all bytes are UTF-8; a sequence cut off at the end is invalid.
    func validateUTF8() -> UTF8Check {
        var index = 0
        var isASCII = true
        while index < count {
            while index + 8 <= count, word(at: index) & 0x8080_8080_8080_8080 == 0 { index += 8 }
            guard index < count else { break }
            if self[index] < 0x80 {
                index += 1
                continue
            }
            isASCII = false
            guard case .valid(let length) = utf8Sequence(at: index) else { return .invalid(at: index) }
            index += length
        }
        return .valid(isASCII: isASCII)
    }

    /// The bytes as text, with each invalid sequence replaced by U+FFFD.
    func repairedText() -> String {
        // SAFETY: the buffer covers the window, whose bytes are still alive, and is copied at once.
        String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
    }

    /// The index of the first `byte` from `start` on. Compares eight bytes at a time.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let pattern = ones &* UInt64(byte)
        var index = start
        while index + 8 <= count {
            let word = word(at: index) ^ pattern
            let zeros = (word &- ones) & ~word & 0x8080_8080_8080_8080
            if zeros != 0 { return index + zeros.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < count {
            if self[index] == byte { return index }
            index += 1
        }
        return nil
    }
}
