/// An unowned view of bytes, for the inner loops of the parsers.
///
/// It is made only inside a `withUnsafeBytes` closure and never outlives it. Indices are checked in debug builds only:
/// every caller compares with `count` first, and in the JSON tokenizer the second check cost 18 %.
@usableFromInline
struct ByteWindow {
    // SAFETY: points to `count` initialized bytes that outlive every use of the window (see above).
    @usableFromInline let base: UnsafePointer<UInt8>
    @usableFromInline let count: Int

    // SAFETY: the caller stays inside the closure that keeps `buffer` alive; an empty buffer is never read.
    @inlinable
    init?(_ buffer: UnsafeRawBufferPointer) {
        guard let start = buffer.baseAddress else { return nil }
        base = start.assumingMemoryBound(to: UInt8.self)
        count = buffer.count
    }

    @inlinable
    subscript(index: Int) -> UInt8 {
        assert(index >= 0 && index < count)
        return base[index]
    }

    /// Eight bytes from `index`, the first in the lowest position. Requires `index + 8 <= count`.
    @inlinable
    func word(at index: Int) -> UInt64 {
        assert(index >= 0 && index + 8 <= count)
        // SAFETY: the eight bytes are inside the window, as asserted; the load needs no alignment.
        return UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
    }

    /// Four bytes from `index`, the first in the lowest position. Requires `index + 4 <= count`.
    @inlinable
    func halfWord(at index: Int) -> UInt32 {
        assert(index >= 0 && index + 4 <= count)
        // SAFETY: the four bytes are inside the window, as asserted; the load needs no alignment.
        return UInt32(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt32.self))
    }

    /// The bytes from `start` up to `end`, which the caller has checked to be valid UTF-8.
    @inlinable
    @_lifetime(borrow self)
    func text(from start: Int, to end: Int, isASCII: Bool) -> UTF8Span {
        assert(start >= 0 && start <= end && end <= count)
        // SAFETY: the range is inside the window, the scan that found `end` validated its UTF-8, and the span cannot
        // outlive the window.
        let bytes = Span(_unsafeStart: base + start, count: end - start)
        let span = UTF8Span(unchecked: bytes, isKnownASCII: isASCII)
        return _overrideLifetime(span, borrowing: self)
    }

    /// Appends the bytes from `start` up to `end` to `array`.
    @inlinable
    func append(from start: Int, to end: Int, to array: inout [UInt8]) {
        assert(start >= 0 && start <= end && end <= count)
        // SAFETY: the range is inside the window, as asserted, and is copied.
        array.append(contentsOf: UnsafeBufferPointer(start: base + start, count: end - start))
    }

    /// The number of Unicode scalars that begin between `start` and `end` (bytes that aren't continuation bytes).
    @usableFromInline
    func scalarCount(from start: Int, to end: Int) -> Int {
        var continuations = 0
        var index = start
        while index + 8 <= end {
            // A continuation byte has its highest bit set and the next one clear.
            let word = word(at: index)
            continuations += (word & ~(word << 1) & 0x8080_8080_8080_8080).nonzeroBitCount
            index += 8
        }
        while index < end {
            if self[index] & 0xC0 == 0x80 { continuations += 1 }
            index += 1
        }
        return end - start - continuations
    }

    /// The number of line feeds in the first `end` bytes.
    @usableFromInline
    func lineFeedCount(to end: Int) -> Int {
        var lines = 0
        var index = 0
        while index + 8 <= end {
            // After the XOR, a byte was LF exactly if it is zero: its low seven bits don't carry into the eighth, and
            // the eighth is clear.
            let word = word(at: index) ^ 0x0A0A_0A0A_0A0A_0A0A
            let others = (word & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F | word
            lines += (~others & 0x8080_8080_8080_8080).nonzeroBitCount
            index += 8
        }
        while index < end {
            if self[index] == 0x0A { lines += 1 }
            index += 1
        }
        return lines
    }
}
