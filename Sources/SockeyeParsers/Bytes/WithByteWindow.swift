/// Lends the bytes of a collection to `body`, copying only those that are not contiguous. Empty ones are skipped.
///
/// - Throws: what `body` throws.
@inlinable
func withByteWindow<Failure: Error>(
    of bytes: some Collection<UInt8>, _ body: (ByteWindow) throws(Failure) -> Void
) throws(Failure) {
    // `withContiguousStorageIfAvailable` rethrows without a type, so the typed error travels in a variable.
    var thrown: Failure?
    let done: Void? = bytes.withContiguousStorageIfAvailable { buffer in
        // SAFETY: the pointer is used inside the closure only.
        guard let window = ByteWindow(UnsafeRawBufferPointer(buffer)) else { return }
        do throws(Failure) { try body(window) } catch { thrown = error }
    }
    if let thrown { throw thrown }
    if done == nil, !bytes.isEmpty {
        try withByteWindow(of: Array(bytes), body)
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
