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
        // A continuation byte has its highest bit set and the next one clear.
        end - start - count(from: start, to: end) { $0 & ~($0 &<< 1) }
    }

    /// The number of line feeds in the first `end` bytes.
    @usableFromInline
    func lineFeedCount(to end: Int) -> Int {
        count(from: 0, to: end) { word in
            // After the XOR, a byte was LF exactly if it is zero: its low seven bits don't carry into the eighth, and
            // the eighth is clear.
            let others = word ^ 0x0A0A_0A0A_0A0A_0A0A
            return ~((others & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F | others)
        }
    }

    /// The number of bytes between `start` and `end` that `marks` marks in the highest bit of each byte of a word.
    ///
    /// The marks are added up byte by byte, which the compiler does for several words at once: four times as fast as counting
    /// the bits of each word.
    @inline(__always)
    private func count(from start: Int, to end: Int, marks: (UInt64) -> UInt64) -> Int {
        assert(start >= 0 && end <= count)
        var total = 0
        var index = start
        // A byte counts up to 255 words.
        while case let words = min(255, (end - index) / 8), words > 0 {
            var sums: UInt64 = 0
            for word in 0..<words { sums &+= marks(self.word(at: index &+ word &* 8)) &>> 7 & 0x0101_0101_0101_0101 }
            let pairs = sums & 0x00FF_00FF_00FF_00FF &+ (sums &>> 8 & 0x00FF_00FF_00FF_00FF)
            total += Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) &>> 48)
            index += words * 8
        }
        while index < end {
            if marks(UInt64(self[index])) & 0x80 != 0 { total += 1 }
            index += 1
        }
        return total
    }
}
