/// Bytes that are written one after the other, without the checks for uniqueness and exclusivity that an array in a
/// class pays at every append (the encoder spent 30 % on them).
@usableFromInline
final class ByteOutput {
    struct Storage {
        // SAFETY: `capacity` bytes of which the first `count` are initialised; the object owns them.
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
        // SAFETY: the new place holds what the old one held and `extra` more; the old one is freed once.
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
        // SAFETY: `length` bytes of the window, inside its bounds, go to reserved room.
        (storage.pointee.base + storage.pointee.count).update(from: window.base + start, count: length)
        storage.pointee.count += length
    }

    func append(_ bytes: some Collection<UInt8>) {
        withByteWindow(of: bytes) { window in append(window, from: 0, to: window.count) }
    }

    func append(_ text: StaticString) {
        // SAFETY: a static string's bytes live for ever.
        text.withUTF8Buffer { buffer in
            if let window = ByteWindow(UnsafeRawBufferPointer(buffer)) { append(window, from: 0, to: window.count) }
        }
    }

    @inline(__always)
    func append(_ text: UTF8Span) {
        let bytes = text.span
        // SAFETY: the pointer is used inside the closure only.
        bytes.withUnsafeBytes { buffer in
            if let window = ByteWindow(buffer) { append(window, from: 0, to: window.count) }
        }
    }

    func append(_ text: String) {
        var text = text
        // SAFETY: the pointer is used inside the closure only.
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

    /// A view of what has been written, valid until the next append.
    var window: ByteWindow {
        @inline(__always) get { ByteWindow(base: storage.pointee.base, count: storage.pointee.count) }
    }

    /// What has been written, as an array.
    func bytes() -> [UInt8] {
        // SAFETY: the buffer covers the initialised bytes and is used at once.
        Array(UnsafeBufferPointer(start: storage.pointee.base, count: storage.pointee.count))
    }

    /// Forgets what has been written; the room is kept.
    func removeAll() { storage.pointee.count = 0 }

    /// Forgets what was written after the first `count` bytes.
    func truncate(to count: Int) { storage.pointee.count = max(0, min(count, storage.pointee.count)) }

    /// What has been written since the last call, as an array; the room is used again.
    func takeBytes() -> [UInt8] {
        let taken = bytes()
        storage.pointee.count = 0
        return taken
    }
}
