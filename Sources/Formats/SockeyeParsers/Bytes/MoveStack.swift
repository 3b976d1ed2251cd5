/// A stack whose topmost values can be moved out as an array, without copying or retaining each.
///
/// With plain arrays (append, slice, remove), every value of a tree would be retained and released once more. A class
/// behind a constant pointer avoids uniqueness and exclusivity checks at every push.
final class MoveStack<Element> {
    struct Storage {
        // SAFETY: `capacity` slots of which the first `count` are initialized; this object owns them.
        var base: UnsafeMutablePointer<Element>
        var capacity: Int
        var count: Int
    }

    // SAFETY: allocated in init, freed in deinit, reachable only through this object.
    private let storage: UnsafeMutablePointer<Storage>

    init(capacity: Int = 32) {
        let room = max(1, capacity)
        // SAFETY: both are freed in deinit; `grow` replaces `base`.
        storage = .allocate(capacity: 1)
        storage.initialize(to: Storage(base: .allocate(capacity: room), capacity: room, count: 0))
    }

    deinit {
        storage.pointee.base.deinitialize(count: storage.pointee.count)
        storage.pointee.base.deallocate()
        storage.deallocate()
    }

    /// An independent stack with the same values.
    func copy() -> MoveStack {
        let copy = MoveStack(capacity: storage.pointee.capacity)
        // SAFETY: there is room for as many values as are initialized here, and none is initialized there.
        copy.storage.pointee.base.initialize(from: storage.pointee.base, count: count)
        copy.storage.pointee.count = count
        return copy
    }

    var count: Int {
        @inline(__always) get { storage.pointee.count }
    }

    @inline(__always)
    func push(_ element: consuming Element) {
        if storage.pointee.count == storage.pointee.capacity { grow() }
        (storage.pointee.base + storage.pointee.count).initialize(to: element)
        storage.pointee.count += 1
    }

    @inline(never)
    private func grow() {
        // SAFETY: the new buffer is twice as large, and the values are moved, so the old one is freed uninitialized.
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: storage.pointee.capacity * 2)
        larger.moveInitialize(from: storage.pointee.base, count: storage.pointee.count)
        storage.pointee.base.deallocate()
        storage.pointee.base = larger
        storage.pointee.capacity *= 2
    }

    /// Calls `change` with the topmost value. The stack must not be empty.
    @inline(__always)
    func withTop(_ change: (inout Element) -> Void) {
        precondition(storage.pointee.count > 0)
        change(&storage.pointee.base[storage.pointee.count - 1])
    }

    /// The value at an index below `count`.
    subscript(index: Int) -> Element {
        @inline(__always) get {
            precondition(index >= 0 && index < storage.pointee.count)
            return storage.pointee.base[index]
        }
        @inline(__always) set {
            precondition(index >= 0 && index < storage.pointee.count)
            storage.pointee.base[index] = newValue
        }
    }

    /// The topmost value.
    var top: Element? {
        @inline(__always) get {
            storage.pointee.count > 0 ? storage.pointee.base[storage.pointee.count - 1] : nil
        }
    }

    @inline(__always)
    func pop() -> Element? {
        guard storage.pointee.count > 0 else { return nil }
        storage.pointee.count -= 1
        return (storage.pointee.base + storage.pointee.count).move()
    }

    /// Moves all values from `start` up off the stack.
    func popAll(from start: Int) -> [Element] {
        let length = storage.pointee.count - start
        guard length > 0 else { return [] }
        storage.pointee.count = start
        // SAFETY: `length` initialized values begin at `start`; `count` no longer includes them, so each is moved once.
        let source = storage.pointee.base + start
        // Reserving first is faster here than `init(unsafeUninitializedCapacity:)`, which looks up the element type's
        // metadata at every call.
        var elements: [Element] = []
        elements.reserveCapacity(length)
        for index in 0..<length { elements.append((source + index).move()) }
        return elements
    }
}
