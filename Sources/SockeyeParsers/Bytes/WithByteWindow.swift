/// Lends the bytes of a collection to `body`, copying only those that are not contiguous. Empty ones are skipped.
///
/// - Throws: what `body` throws.
@inlinable
func withByteWindow<Failure: Error>(
    of bytes: some Collection<UInt8>, _ body: (ByteWindow) throws(Failure) -> Void
) throws(Failure) {
    // `withContiguousStorageIfAvailable` rethrows without a type, so the typed error travels in the result. Swift 6.3
    // miscompiles the other way, an optional variable that is thrown afterwards.
    let result = bytes.withContiguousStorageIfAvailable { buffer -> Result<Void, Failure> in
        // SAFETY: the pointer is used inside the closure only.
        lend(UnsafeRawBufferPointer(buffer), to: body)
    }
    if let result { return try result.get() }
    // SAFETY: the pointer is used inside the closure only.
    try Array(bytes).withUnsafeBytes { buffer in lend(buffer, to: body) }.get()
}

// SAFETY: the buffer is the caller's, good until this returns; `body` must not keep the window.
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
    /// At most the first `length` bytes.
    @inlinable
    func prefix(_ length: Int) -> ByteWindow {
        length >= count ? self : ByteWindow(base: base, count: max(0, length))
    }

    // SAFETY: the caller vouches for `count` initialised bytes, as for the buffer of the other initialiser.
    @inlinable
    init(base: UnsafePointer<UInt8>, count: Int) {
        self.base = base
        self.count = count
    }
}
