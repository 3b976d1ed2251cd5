/// An unowned view of bytes, for the inner loops of the parsers.
///
/// It is made only inside a `withUnsafeBytes` closure and never outlives it. Indices are checked in debug builds only:
/// every caller compares with `count` first, and a second check is expensive in the JSON tokenizer.
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
        // Continuation bytes are 80 to BF.
        count(from: start, to: end) { Int8(bitPattern: $0) >= -64 }
    }

    /// The number of line feeds in the first `end` bytes.
    @usableFromInline
    func lineFeedCount(to end: Int) -> Int { count(from: 0, to: end) { $0 == 0x0A } }

    /// The number of bytes between `start` and `end` that `isCounted` accepts.
    ///
    /// Sums that are bytes themselves, which 240 don't overflow, let the compiler count sixteen at once, which is faster than
    /// eight in a word.
    @inline(__always)
    private func count(from start: Int, to end: Int, where isCounted: (UInt8) -> Bool) -> Int {
        assert(start >= 0 && end <= count)
        var total = 0
        var index = start
        while index < end {
            let stop = min(end, index &+ 240)
            var sum: UInt8 = 0
            while index < stop {
                sum &+= isCounted(self[index]) ? 1 : 0
                index &+= 1
            }
            total &+= Int(sum)
        }
        return total
    }
}
