extension RawSpan {
    /// The byte at `offset`, which the standard library checks against the bounds.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        // SAFETY: every bit pattern is a UInt8; the bounds are checked by the callee.
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The first offset from `start` on, before `end`, whose byte may not stand in a field value; `end` if none.
    ///
    /// Eight bytes a step: this is where a head spends its length (a 500-byte value: 40 ns, byte by byte 270).
    @inline(__always)
    func endOfFieldValueBytes(from start: Int, to end: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highBits: UInt64 = ones &* 0x80
        var position = start
        while end - position >= 8 {
            // SAFETY: every bit pattern is a UInt64; the bounds are checked by the callee.
            let word = unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
            let controls = (word &- ones &* 0x20) & ~word
            let withoutDelete = word ^ (ones &* 0x7F)
            let deletes = (withoutDelete &- ones) & ~withoutDelete
            if (controls | deletes) & highBits != 0 { break }
            position += 8
        }
        while position < end, Grammar.isFieldValueByte(byte(at: position)) { position += 1 }
        return position
    }

    /// The first offset from `start` on, before `end`, whose byte may not stand in a token; `end` if none.
    @inline(__always)
    func endOfTokenBytes(from start: Int, to end: Int) -> Int {
        var position = start
        while position < end {
            let byte = byte(at: position)
            // Letters and hyphens are nearly all of a field name; the full table is asked for the rest.
            let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
            guard isLetter || byte == UInt8(ascii: "-") || Grammar.isTokenByte(byte) else { break }
            position += 1
        }
        return position
    }

    /// The bytes of `range` without the blanks (OWS, RFC 9110 section 5.6.3) around them.
    func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, Grammar.isOptionalWhiteSpace(byte(at: lower)) { lower += 1 }
        while lower < upper, Grammar.isOptionalWhiteSpace(byte(at: upper - 1)) { upper -= 1 }
        return lower..<upper
    }

    /// The text of `range`; what is not UTF-8 is replaced.
    func text(_ range: Range<Int>) -> String {
        // SAFETY: the pointer is used within the closure only.
        extracting(range).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the bytes of `range` spell `lowercased`, capitals counting as small letters.
    func matches(_ range: Range<Int>, lowercased: StaticString) -> Bool {
        guard range.count == lowercased.utf8CodeUnitCount else { return false }
        // SAFETY: the buffer has static storage, and the index stays below its count, compared above.
        return lowercased.withUTF8Buffer { expected in
            for index in 0..<expected.count
            where Grammar.asciiLowercased(byte(at: range.lowerBound + index)) != expected[index] {
                return false
            }
            return true
        }
    }
}

extension [UInt8] {
    /// Appends the bytes of `range`.
    mutating func append(_ span: RawSpan, _ range: Range<Int>) {
        // SAFETY: the pointer is used within the closure only.
        span.extracting(range).withUnsafeBytes { append(contentsOf: $0) }
    }
}
