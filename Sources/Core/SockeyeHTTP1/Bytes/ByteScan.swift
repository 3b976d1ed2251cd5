internal import SockeyeBytes

/// Masks for eight bytes in one integer.
private enum Words {
    static var ones: UInt64 { 0x0101_0101_0101_0101 }
    static var highBits: UInt64 { 0x8080_8080_8080_8080 }
}

extension RawSpan {
    /// The byte at `offset`.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        // SAFETY: every bit pattern is a UInt8; the standard library checks the bounds.
        unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    /// The eight bytes from `offset` on, the first one lowest.
    @inline(__always)
    private func word(at offset: Int) -> UInt64 {
        // SAFETY: every bit pattern is a UInt64; the standard library checks the bounds.
        UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The same without a bounds check, for the scans below, which check once instead of at every step.
    @inline(__always)
    private func word(within end: Int, at offset: Int) -> UInt64 {
        assert(offset >= 0 && end - offset >= 8 && end <= byteCount)
        // SAFETY: every bit pattern is a UInt64; the caller has clamped `end` to the bounds, starts at 0 or later, and has
        // 8 bytes left before `end`.
        return UInt64(littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// The first offset from `start` on, before `end`, whose byte a field value may not contain; `end` if none.
    ///
    /// Takes eight bytes a step, as ``endOfTokenBytes(from:to:)`` does.
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

    /// The first offset from `start` on, before `end`, whose byte a token may not contain; `end` if none.
    ///
    /// Letters and hyphens, nearly all of a field name, go eight a step, the rest one by one.
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

    /// Whether `range` contains exactly the bytes of `other`, each first ORed with `bits` in `range`.
    @inline(__always)
    private func equals(_ range: Range<Int>, _ other: RawSpan, oring bits: UInt8) -> Bool {
        guard range.count == other.byteCount else { return false }
        var index = 0
        while other.byteCount - index >= 8 {
            let word = word(at: range.lowerBound + index) | (Words.ones &* UInt64(bits))
            if word != other.word(at: index) { return false }
            index += 8
        }
        while index < other.byteCount {
            if byte(at: range.lowerBound + index) | bits != other.byte(at: index) { return false }
            index += 1
        }
        return true
    }

    /// Whether `range` contains exactly the bytes of `other`.
    @inline(__always)
    func equals(_ range: Range<Int>, _ other: RawSpan) -> Bool { equals(range, other, oring: 0) }

    /// Whether `range` spells `text`, byte for byte.
    @inline(__always)
    func equals(_ range: Range<Int>, _ text: StaticString) -> Bool {
        // SAFETY: a static string is never freed, and the span carries its length.
        text.withUTF8Buffer { equals(range, $0.span.bytes, oring: 0) }
    }

    /// Whether `range` spells `lowercased`, ignoring case.
    ///
    /// - Parameters:
    ///   - range: bytes of a field's name or value.
    ///   - lowercased: lowercase letters and hyphens. Setting bit 5 makes no other byte of a field look like one of them.
    @inline(__always)
    func matches(_ range: Range<Int>, lowercased: StaticString) -> Bool {
        // SAFETY: a static string is never freed, and the span carries its length.
        lowercased.withUTF8Buffer { equals(range, $0.span.bytes, oring: 0x20) }
    }

    /// Whether the bytes contain `lowercased`, two letters or hyphens or more, ignoring case. Looks for the first two, at eight places a
    /// step.
    func mentions(lowercased: StaticString) -> Bool {
        let count = lowercased.utf8CodeUnitCount
        // SAFETY: a static string is never freed, and has two bytes or more.
        let (first, second) = (lowercased.utf8Start[0], lowercased.utf8Start[1])
        var start = 0
        while start <= byteCount - count {
            if byteCount - start > 8 {
                let firsts = (word(within: byteCount, at: start) | Words.ones &* 0x20) ^ (Words.ones &* UInt64(first))
                let seconds =
                    (word(within: byteCount, at: start + 1) | Words.ones &* 0x20) ^ (Words.ones &* UInt64(second))
                // The lowest bit set marks a place where both are; those above may be borrows from it.
                let others = firsts | seconds
                let hits = (others &- Words.ones) & ~others & Words.highBits
                start += hits == 0 ? 8 : hits.trailingZeroBitCount >> 3
                if hits == 0 || start > byteCount - count { continue }
            }
            if matches(start..<start + count, lowercased: lowercased) { return true }
            start += 1
        }
        return false
    }

    /// Whether all bytes of `range` are ASCII.
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

    /// `range` without the optional white space (RFC 9110 section 5.6.3) at its ends.
    func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, Grammar.isOptionalWhiteSpace(byte(at: lower)) { lower += 1 }
        while lower < upper, Grammar.isOptionalWhiteSpace(byte(at: upper - 1)) { upper -= 1 }
        return lower..<upper
    }

    /// The text of `range`, with U+FFFD for anything that isn't UTF-8.
    func text(_ range: Range<Int>) -> String {
        // SAFETY: the text is copied before the borrow of these bytes ends.
        extracting(range).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The text of `range`, which is known to be ASCII and so is not validated again.
    @inline(__always)
    func asciiText(_ range: Range<Int>) -> String {
        // SAFETY: ASCII is valid UTF-8, which is all that the unchecked initializer requires; the text is copied before
        // the borrow of these bytes ends.
        extracting(range).withUnsafeBytes { buffer in
            String(copying: UTF8Span(unchecked: buffer.bindMemory(to: UInt8.self).span, isKnownASCII: true))
        }
    }
}

extension OutputSpan<UInt8> {
    /// Appends `bytes`, for which the caller has made room.
    @inline(__always)
    mutating func append(_ bytes: RawSpan) {
        // SAFETY: the caller has made room behind `count` (checked in debug builds), and `count` grows by exactly what was
        // copied there.
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
        // SAFETY: the bytes are copied before the borrow of `span` ends.
        span.extracting(range).withUnsafeBytes { append(contentsOf: $0) }
    }
}
