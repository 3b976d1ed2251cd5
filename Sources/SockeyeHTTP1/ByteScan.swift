/// Bytes taken eight at a time in one integer.
private enum Words {
    static var ones: UInt64 { 0x0101_0101_0101_0101 }
    static var highBits: UInt64 { 0x8080_8080_8080_8080 }
}

extension RawSpan {
    /// The byte at `offset`, which the standard library checks against the bounds.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        // SAFETY: every bit pattern is a UInt8; the bounds are checked by the callee.
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The eight bytes from `offset` on, the first one lowest.
    @inline(__always)
    private func word(at offset: Int) -> UInt64 {
        // SAFETY: every bit pattern is a UInt64; the bounds are checked by the callee.
        UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The same, unchecked: for the scans below, which check their bounds once instead of at every step.
    @inline(__always)
    private func word(within end: Int, at offset: Int) -> UInt64 {
        assert(offset >= 0 && end - offset >= 8 && end <= byteCount)
        // SAFETY: every bit pattern is a UInt64; the caller has brought `end` within the bounds, begins at 0 or later,
        // and knows that 8 bytes are left before `end`.
        return UInt64(littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// The first offset from `start` on, before `end`, whose byte may not stand in a field value; `end` if none.
    ///
    /// Eight bytes a step: with ``endOfTokenBytes(from:to:)`` that cut the instructions spent on a head of 8 fields by
    /// a sixth.
    @inline(__always)
    func endOfFieldValueBytes(from start: Int, to end: Int) -> Int {
        let end = min(end, byteCount)
        var position = max(start, 0)
        while end - position >= 8 {
            let word = word(within: end, at: position)
            // The lowest bit set marks a byte below 0x20 or equal to 0x7F; those above may be borrows from it.
            let controls = (word &- Words.ones &* 0x20) & ~word
            let withoutDelete = word ^ (Words.ones &* 0x7F)
            let deletes = (withoutDelete &- Words.ones) & ~withoutDelete
            let hits = (controls | deletes) & Words.highBits
            guard hits != 0 else {
                position += 8
                continue
            }
            position += hits.trailingZeroBitCount >> 3
            guard byte(at: position) == UInt8(ascii: "\t") else { return position }
            position += 1
        }
        while position < end, Grammar.isFieldValueByte(byte(at: position)) { position += 1 }
        return position
    }

    /// The first offset from `start` on, before `end`, whose byte may not stand in a token; `end` if none.
    ///
    /// Letters and hyphens, nearly all of a field name, go eight a step; the rest is looked at one by one.
    @inline(__always)
    func endOfTokenBytes(from start: Int, to end: Int) -> Int {
        let end = min(end, byteCount)
        var position = max(start, 0)
        while end - position >= 8 {
            let word = word(within: end, at: position)
            let low = word & ~Words.highBits
            let folded = low | (Words.ones &* 0x20)
            // A high bit set: the byte is at least "a", or above "z" (no sum carries into the next byte).
            let atLeastA = folded &+ (Words.ones &* (0x80 - 0x61))
            let aboveZ = folded &+ (Words.ones &* (0x80 - 0x7B))
            let hyphens = ~((low ^ (Words.ones &* 0x2D)) &+ (Words.ones &* 0x7F))
            let others = ~((atLeastA & ~aboveZ) | hyphens) & Words.highBits | (word & Words.highBits)
            guard others != 0 else {
                position += 8
                continue
            }
            position += others.trailingZeroBitCount >> 3
            guard Grammar.isTokenByte(byte(at: position)) else { return position }
            position += 1
        }
        while position < end, Grammar.isTokenByte(byte(at: position)) { position += 1 }
        return position
    }

    /// Whether `range`, as long as `other`, holds the same bytes.
    @inline(__always)
    func equals(_ range: Range<Int>, _ other: RawSpan) -> Bool {
        var index = 0
        while other.byteCount - index >= 8 {
            if word(at: range.lowerBound + index) != other.word(at: index) { return false }
            index += 8
        }
        while index < other.byteCount {
            if byte(at: range.lowerBound + index) != other.byte(at: index) { return false }
            index += 1
        }
        return true
    }

    /// Whether `range`, as long as `other`, holds the same bytes.
    @inline(__always)
    func equals(_ range: Range<Int>, _ other: StaticString) -> Bool {
        // SAFETY: the buffer has static storage and is used within the closure only.
        other.withUTF8Buffer { equals(range, $0.span.bytes) }
    }

    /// Whether the bytes of `range` are all ASCII.
    @inline(__always)
    func isASCII(_ range: Range<Int>) -> Bool {
        var position = range.lowerBound
        while range.upperBound - position >= 8 {
            if word(at: position) & Words.highBits != 0 { return false }
            position += 8
        }
        while position < range.upperBound {
            if byte(at: position) >= 0x80 { return false }
            position += 1
        }
        return true
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

    /// The text of `range`, which is known to be ASCII, so that it is not checked again.
    @inline(__always)
    func asciiText(_ range: Range<Int>) -> String {
        // SAFETY: ASCII is valid UTF-8, which is all that the unchecked initialiser asks for; the pointer is used within
        // the closure only.
        extracting(range).withUnsafeBytes { buffer in
            String(copying: UTF8Span(unchecked: buffer.bindMemory(to: UInt8.self).span, isKnownASCII: true))
        }
    }

    /// Whether the bytes of `range` spell `lowercased`, capitals counting as small letters.
    ///
    /// - Parameters:
    ///   - range: bytes of a field's name or value.
    ///   - lowercased: small letters and hyphens. Setting bit 5 makes no other byte of a field look like one of them.
    @inline(__always)
    func matches(_ range: Range<Int>, lowercased: RawSpan) -> Bool {
        guard range.count == lowercased.byteCount else { return false }
        var index = 0
        while lowercased.byteCount - index >= 8 {
            let folded = word(at: range.lowerBound + index) | (Words.ones &* 0x20)
            if folded != lowercased.word(at: index) { return false }
            index += 8
        }
        while index < lowercased.byteCount {
            if byte(at: range.lowerBound + index) | 0x20 != lowercased.byte(at: index) { return false }
            index += 1
        }
        return true
    }

    /// Whether the bytes of `range` spell `lowercased`, capitals counting as small letters.
    func matches(_ range: Range<Int>, lowercased: StaticString) -> Bool {
        // SAFETY: the buffer has static storage and is used within the closure only.
        lowercased.withUTF8Buffer { matches(range, lowercased: $0.span.bytes) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends `bytes`, for which the caller has made room.
    @inline(__always)
    mutating func append(_ bytes: RawSpan) {
        // SAFETY: the pointers are used within the closures only; the slice checks that there is room, and `count` grows
        // by what was copied into it.
        withUnsafeMutableBufferPointer { buffer, count in
            let room = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[count...]))
            bytes.withUnsafeBytes { room.copyMemory(from: $0) }
            count += bytes.byteCount
        }
    }
}

extension [UInt8] {
    /// Appends CR LF.
    @inline(__always)
    mutating func appendLineEnd() {
        append(UInt8(ascii: "\r"))
        append(UInt8(ascii: "\n"))
    }

    /// Appends the bytes of `range`.
    mutating func append(_ span: RawSpan, _ range: Range<Int>) {
        // SAFETY: the pointer is used within the closure only.
        span.extracting(range).withUnsafeBytes { append(contentsOf: $0) }
    }
}
