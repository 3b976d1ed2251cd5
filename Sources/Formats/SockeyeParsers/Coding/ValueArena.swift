//   nodes   ┌──────┬──────┬──────┬──────┐      one for each value, in document order;
//           │ {    │ "id" │ [    │ 1    │ …    parent, next sibling and first child are indices
//           └──────┴──────┴──────┴──────┘
//   source  {"id":12,"name":"some text"…       the document, if available: most texts are slices of it;
//   bytes   id12namesome text…                 all other texts, concatenated

/// One value in a ``ValueArena``: 32 bytes. A value without a parent is its own.
struct ValueNode {
    enum Kind: UInt8 {
        /// Nothing is encoded here yet.
        case unset
        case null, no, yes
        /// A number as its text.
        case number
        case signed, unsigned, double, float
        case string, data
        /// Seconds and nanoseconds since 1970 as 12 bytes.
        case date
        case array, object
    }

    /// A number's bits; the offset of a text; or a container's first child (low half) and its last added child, later
    /// the one that will probably be requested next (high half).
    var payload: UInt64 = 0
    /// Where the name is, for a member of an object; the position of an element in its array.
    var keyOffset: UInt32 = 0
    var keyLength: UInt32 = 0
    /// The bytes of a text, or the children of a container.
    var length: UInt32 = 0
    /// The next sibling; 0 for none.
    var next: UInt32 = 0
    var parent: UInt32 = 0
    var kind = Kind.unset
    /// Whether the text is known to be ASCII.
    var isASCII = false
    /// Whether the names in this object are exempt from the key strategy.
    var keepsKeys = false

    var firstChild: UInt32 {
        get { UInt32(truncatingIfNeeded: payload) }
        set { payload = payload & ~0xFFFF_FFFF | UInt64(newValue) }
    }
    var lastChild: UInt32 {
        get { UInt32(truncatingIfNeeded: payload >> 32) }
        set { payload = payload & 0xFFFF_FFFF | UInt64(newValue) << 32 }
    }
    var offset: Int { Int(truncatingIfNeeded: payload) }
}

/// The intermediate form between Codable and a format: all values of a document, flat.
///
/// Both directions use it: a parser fills it and a decoder walks it; an encoder fills it, in whatever order its
/// containers are used, and a writer walks it. Compared to one object per value, this made decoding 3 times and
/// encoding several times as fast.
///
/// Texts have 32-bit addresses, first those in the document, then the others, so an arena holds at most 4 GiB; `isFull`
/// tells when that is exceeded.
final class ValueArena {
    struct Storage {
        // SAFETY: `capacity` nodes of which the first `count` are initialized; the arena owns them.
        var base: UnsafeMutablePointer<ValueNode>
        var capacity: Int
        var count: Int
        var isFull = false
        // SAFETY: the document's bytes while they are lent, or a copy of them that the arena owns.
        var source: UnsafePointer<UInt8>?
        var sourceCount = 0
        var ownsSource = false
        // SAFETY: bytes that are being read, only compared with the address of a text: it is then at `readOffset` and on.
        var read: UnsafePointer<UInt8>?
        var readCount = 0
        var readOffset = 0
    }

    // SAFETY: allocated in init, freed in deinit, reachable only through this object; nodes are trivial.
    private let storage: UnsafeMutablePointer<Storage>
    let bytes: ByteOutput

    init(capacity: Int = 64, byteCapacity: Int = 1024) {
        let room = max(16, capacity)
        // SAFETY: both are freed in deinit; `grow` replaces `base`.
        storage = .allocate(capacity: 1)
        storage.initialize(to: Storage(base: .allocate(capacity: room), capacity: room, count: 0))
        bytes = ByteOutput(capacity: byteCapacity)
    }

    deinit {
        storage.pointee.base.deallocate()
        if storage.pointee.ownsSource { storage.pointee.source?.deallocate() }
        storage.deallocate()
    }

    /// Lets texts be addressed inside `window`, until ``returnSource(isShared:)``. The arena must be empty.
    ///
    /// This saves copying every name and text.
    func borrowSource(_ window: ByteWindow) {
        // SAFETY: the lender calls `returnSource` while the bytes are still alive.
        storage.pointee.source = window.base
        storage.pointee.sourceCount = window.count
        (storage.pointee.read, storage.pointee.readCount) = (window.base, window.count)
        storage.pointee.readOffset = 0
    }

    /// Ends the loan. If a decoder was kept, the arena is shared and keeps a copy.
    func returnSource(isShared: Bool) {
        guard let source = storage.pointee.source, !storage.pointee.ownsSource else { return }
        guard isShared else {
            removeAll()
            return
        }
        // SAFETY: the copy has the size of the lent bytes, which are still alive; deinit frees it.
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: storage.pointee.sourceCount)
        copy.initialize(from: source, count: storage.pointee.sourceCount)
        storage.pointee.source = UnsafePointer(copy)
        storage.pointee.ownsSource = true
        endPiece()
    }

    /// Copies a piece of the document in one go, so that the texts in it aren't copied one by one, until ``endPiece()``.
    func beginPiece(_ window: ByteWindow) {
        let offset = endOffset
        bytes.append(window, from: 0, to: window.count)
        (storage.pointee.read, storage.pointee.readCount) = (window.base, window.count)
        storage.pointee.readOffset = offset
    }

    /// Forgets where the bytes being read are, which may now go away.
    func endPiece() { (storage.pointee.read, storage.pointee.readCount) = (nil, 0) }

    /// Whether the contents exceed what 32-bit indices can address; the arena is then unusable.
    var isFull: Bool { storage.pointee.isFull || endOffset > Int(UInt32.max) }

    var count: Int { storage.pointee.count }

    /// The node at an index returned by the arena.
    subscript(index: UInt32) -> ValueNode {
        @inline(__always) get {
            assert(Int(index) < storage.pointee.count)
            return storage.pointee.base[Int(index)]
        }
        @inline(__always) _modify {
            assert(Int(index) < storage.pointee.count)
            yield &storage.pointee.base[Int(index)]
        }
    }

    @inline(never)
    private func grow() {
        // SAFETY: the nodes move to a buffer twice as large, and the old one is freed exactly once.
        let larger = UnsafeMutablePointer<ValueNode>.allocate(capacity: storage.pointee.capacity * 2)
        larger.update(from: storage.pointee.base, count: storage.pointee.count)
        storage.pointee.base.deallocate()
        storage.pointee.base = larger
        storage.pointee.capacity *= 2
    }

    /// Adds a node without a parent: it is its own.
    @inline(__always)
    func addRoot(_ node: ValueNode = ValueNode()) -> UInt32 {
        var node = node
        node.parent = UInt32(truncatingIfNeeded: count)
        return append(node)
    }

    /// Adds a node whose links are set.
    @inline(__always)
    func append(_ node: ValueNode) -> UInt32 {
        if storage.pointee.count == storage.pointee.capacity { grow() }
        if storage.pointee.count >= Int(UInt32.max) {
            storage.pointee.isFull = true
            return 0
        }
        let index = storage.pointee.count
        (storage.pointee.base + index).initialize(to: node)
        storage.pointee.count += 1
        return UInt32(truncatingIfNeeded: index)
    }

    /// Appends a node to a container's children.
    @inline(__always)
    func addChild(of parent: UInt32, _ node: ValueNode = ValueNode()) -> UInt32 {
        var node = node
        node.parent = parent
        if self[parent].kind == .array { node.keyOffset = self[parent].length }
        let index = append(node)
        if self[parent].length == 0 {
            self[parent].firstChild = index
        } else {
            let last = self[parent].lastChild
            self[last].next = index
        }
        self[parent].lastChild = index
        self[parent].length &+= 1
        return index
    }

    /// Discards everything, keeping the capacity.
    func removeAll() {
        storage.pointee.count = 0
        if !storage.pointee.ownsSource { (storage.pointee.source, storage.pointee.sourceCount) = (nil, 0) }
        endPiece()
        bytes.removeAll()
    }
}

extension ValueArena {
    /// Stores a text, as a slice of the document if it is inside it; returns its address.
    @inline(__always)
    func addBytes(_ text: UTF8Span) -> (offset: UInt32, length: UInt32) {
        let span = text.span
        // SAFETY: the span keeps the bytes alive for the closure, which only compares their address or copies them.
        return span.withUnsafeBytes { buffer in
            guard let window = ByteWindow(buffer) else { return (0, 0) }
            return addBytes(window)
        }
    }

    @inline(__always)
    func addBytes(_ window: ByteWindow) -> (offset: UInt32, length: UInt32) {
        let length = UInt32(truncatingIfNeeded: window.count)
        let place = Int(bitPattern: window.base) &- Int(bitPattern: storage.pointee.read)
        if place >= 0, place < storage.pointee.readCount {
            return (UInt32(truncatingIfNeeded: storage.pointee.readOffset &+ place), length)
        }
        let offset = UInt32(truncatingIfNeeded: endOffset)
        bytes.append(window, from: 0, to: window.count)
        return (offset, length)
    }

    // SAFETY: `sourceCount` bytes, valid as described at the stored field.
    @inline(__always) private var source: UnsafePointer<UInt8>? { storage.pointee.source }
    @inline(__always) private var sourceCount: Int { storage.pointee.sourceCount }

    /// The address of the next byte to be appended.
    @inline(__always) var endOffset: Int { sourceCount &+ bytes.count }

    /// The bytes at an address returned by ``addBytes(_:)``.
    @inline(__always)
    func window(at offset: Int, _ length: UInt32) -> ByteWindow {
        // SAFETY: addresses below `sourceCount` are in the source, others in the bytes, and each text is inside one of
        // the two.
        if let source, offset < sourceCount { return ByteWindow(base: source + offset, count: Int(length)) }
        return ByteWindow(base: bytes.window.base + (offset - sourceCount), count: Int(length))
    }

    @inline(__always)
    func setText(_ text: UTF8Span, kind: ValueNode.Kind, isASCII: Bool, at index: UInt32) {
        let (offset, length) = addBytes(text)
        self[index].kind = kind
        self[index].payload = UInt64(offset)
        self[index].length = length
        self[index].isASCII = isASCII
    }

    func setKey(_ key: String, at index: UInt32) {
        let offset = endOffset
        bytes.append(key)
        self[index].keyOffset = UInt32(truncatingIfNeeded: offset)
        self[index].keyLength = UInt32(truncatingIfNeeded: endOffset - offset)
    }

    /// An empty window.
    var emptyWindow: ByteWindow { ByteWindow(base: bytes.window.base, count: 0) }

    /// The bytes of a text or data node.
    @inline(__always)
    func window(of node: ValueNode) -> ByteWindow {
        window(at: node.offset, node.length)
    }

    /// The bytes of a node's name.
    @inline(__always)
    func keyWindow(of node: ValueNode) -> ByteWindow {
        window(at: Int(node.keyOffset), node.keyLength)
    }

    @inline(__always)
    func string(of node: ValueNode) -> String {
        let window = window(of: node)
        return String(copying: window.text(from: 0, to: window.count, isASCII: node.isASCII))
    }

    func key(of node: ValueNode) -> String {
        let window = keyWindow(of: node)
        return String(copying: window.text(from: 0, to: window.count, isASCII: false))
    }

    /// Sorts the members of every object by name, byte by byte.
    func sortKeys() {
        for index in 0..<UInt32(truncatingIfNeeded: count) where self[index].kind == .object {
            var children = children(of: index)
            guard children.count > 1 else { continue }
            children.sort { keyBytes($0).lexicographicallyPrecedes(keyBytes($1)) }
            self[index].firstChild = children[0]
            for (child, next) in zip(children, children.dropFirst()) { self[child].next = next }
            if let last = children.last { self[last].next = 0 }
        }
    }

    func children(of index: UInt32) -> [UInt32] {
        guard self[index].length > 0 else { return [] }
        var children: [UInt32] = []
        var child = self[index].firstChild
        repeat {
            children.append(child)
            child = self[child].next
        } while child != 0
        return children
    }

    private func keyBytes(_ index: UInt32) -> UnsafeBufferPointer<UInt8> {
        // SAFETY: nothing is appended to the bytes while names are compared.
        let window = keyWindow(of: self[index])
        return UnsafeBufferPointer(start: window.base, count: window.count)
    }
}
