/// A growing byte buffer without the uniqueness and exclusivity checks that an array in a class costs at every append.
@usableFromInline
final class ByteOutput {
    struct Storage {
        // SAFETY: `capacity` bytes of which the first `count` are initialized; this object owns them.
        var base: UnsafeMutablePointer<UInt8>
        var capacity: Int
        var count: Int
    }

    // SAFETY: allocated in init, freed in deinit, reachable only through this object.
    private let storage: UnsafeMutablePointer<Storage>

    @usableFromInline
    init(capacity: Int = 256) {
        let room = max(64, capacity)
        // SAFETY: both are freed in deinit; `grow` replaces `base`.
        storage = .allocate(capacity: 1)
        storage.initialize(to: Storage(base: .allocate(capacity: room), capacity: room, count: 0))
    }

    deinit {
        storage.pointee.base.deallocate()
        storage.deallocate()
    }

    var count: Int {
        @inline(__always) get { storage.pointee.count }
    }

    @inline(never)
    private func grow(by extra: Int) {
        // SAFETY: `capacity` covers the old bytes and `extra` more, and the old buffer is freed exactly once.
        let capacity = max(storage.pointee.capacity * 2, storage.pointee.count + extra)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: storage.pointee.base, count: storage.pointee.count)
        storage.pointee.base.deallocate()
        storage.pointee.base = larger
        storage.pointee.capacity = capacity
    }

    @inline(__always)
    func reserve(_ extra: Int) {
        if storage.pointee.capacity - storage.pointee.count < extra { grow(by: extra) }
    }

    @inline(__always)
    func append(_ byte: UInt8) {
        reserve(1)
        storage.pointee.base[storage.pointee.count] = byte
        storage.pointee.count += 1
    }

    @inline(__always)
    func append(_ window: ByteWindow, from start: Int, to end: Int) {
        let length = end - start
        reserve(length)
        // SAFETY: callers pass bounds inside the window, and `reserve` made room for `length` bytes.
        (storage.pointee.base + storage.pointee.count).update(from: window.base + start, count: length)
        storage.pointee.count += length
    }

    func append(_ bytes: some Collection<UInt8>) {
        withByteWindow(of: bytes) { window in append(window, from: 0, to: window.count) }
    }

    func append(_ text: StaticString) {
        // SAFETY: a static string's bytes live forever.
        text.withUTF8Buffer { buffer in
            if let window = ByteWindow(UnsafeRawBufferPointer(buffer)) { append(window, from: 0, to: window.count) }
        }
    }

    @inline(__always)
    func append(_ text: UTF8Span) {
        let bytes = text.span
        // SAFETY: the span keeps the bytes alive for the closure, and `append` copies them.
        bytes.withUnsafeBytes { buffer in
            if let window = ByteWindow(buffer) { append(window, from: 0, to: window.count) }
        }
    }

    func append(_ text: String) {
        var text = text
        // SAFETY: the string keeps the bytes alive for the closure, and `append` copies them.
        text.withUTF8 { buffer in
            if let window = ByteWindow(UnsafeRawBufferPointer(buffer)) { append(window, from: 0, to: window.count) }
        }
    }

    /// Appends a decimal integer.
    func append(magnitude: UInt64, isNegative: Bool) {
        reserve(20)
        if isNegative { append(UInt8(ascii: "-")) }
        var digits = 1
        var rest = magnitude
        while rest >= 10 {
            rest /= 10
            digits += 1
        }
        rest = magnitude
        var place = storage.pointee.count + digits
        storage.pointee.count = place
        repeat {
            place -= 1
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
            storage.pointee.base[place] = UInt8(truncatingIfNeeded: remainder) &+ 0x30
            rest = quotient
        } while rest != 0
    }

    /// A view of the written bytes, valid until the next append.
    var window: ByteWindow {
        @inline(__always) get { ByteWindow(base: storage.pointee.base, count: storage.pointee.count) }
    }

    /// The written bytes as an array.
    func bytes() -> [UInt8] {
        // SAFETY: the buffer covers the initialized bytes and is copied at once.
        Array(UnsafeBufferPointer(start: storage.pointee.base, count: storage.pointee.count))
    }

    /// Discards everything, keeping the capacity.
    func removeAll() { storage.pointee.count = 0 }

    /// Discards everything after the first `count` bytes.
    func truncate(to count: Int) { storage.pointee.count = max(0, min(count, storage.pointee.count)) }

    /// Returns everything written since the last call, keeping the capacity.
    func takeBytes() -> [UInt8] {
        let taken = bytes()
        storage.pointee.count = 0
        return taken
    }
}
