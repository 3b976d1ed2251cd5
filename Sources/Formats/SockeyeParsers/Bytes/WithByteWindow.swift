/// Calls `body` with a window over the bytes of a collection, copying them only if they aren't contiguous. Does nothing
/// for empty collections.
///
/// - Throws: what `body` throws.
@inlinable
func withByteWindow<Failure: Error>(
    of bytes: some Collection<UInt8>, _ body: (ByteWindow) throws(Failure) -> Void
) throws(Failure) {
    // `withContiguousStorageIfAvailable` rethrows without a type, so the typed error travels in the result. The
    // alternative, an optional variable that is thrown afterwards, is miscompiled by Swift 6.3.
    let result = bytes.withContiguousStorageIfAvailable { buffer -> Result<Void, Failure> in
        // SAFETY: the collection keeps its storage alive for the closure, and `body` must not keep the window.
        lend(UnsafeRawBufferPointer(buffer), to: body)
    }
    if let result { return try result.get() }
    // SAFETY: the array keeps its storage alive for the closure, and `body` must not keep the window.
    try Array(bytes).withUnsafeBytes { buffer in lend(buffer, to: body) }.get()
}

// SAFETY: the caller keeps the buffer alive until this returns; `body` must not keep the window.
@inlinable
func lend<Failure: Error>(
    _ buffer: UnsafeRawBufferPointer, to body: (ByteWindow) throws(Failure) -> Void
) -> Result<Void, Failure> {
    guard let window = ByteWindow(buffer) else { return .success(()) }
    do throws(Failure) {
        return .success(try body(window))
    } catch {
        return .failure(error)
    }
}

extension ByteWindow {
    /// The first `length` bytes, or all of them if there are fewer.
    @inlinable
    func prefix(_ length: Int) -> ByteWindow {
        length >= count ? self : ByteWindow(base: base, count: max(0, length))
    }

    /// The bytes from `start` up to `end`.
    @inlinable
    func slice(from start: Int, to end: Int) -> ByteWindow {
        assert(start >= 0 && start <= end && end <= count)
        return ByteWindow(base: base + start, count: end - start)
    }

    // SAFETY: the caller guarantees `count` initialized bytes that outlive the window, as for the other initializer.
    @inlinable
    init(base: UnsafePointer<UInt8>, count: Int) {
        self.base = base
        self.count = count
    }
}
