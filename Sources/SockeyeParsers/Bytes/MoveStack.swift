/// A stack whose topmost values can be moved out as an array, without a copy or a retain each.
///
/// Building a tree with plain arrays (append, slice, remove) cost twice as much: every value was retained and
/// released once more.
struct MoveStack<Element>: ~Copyable {
    // SAFETY: owns `capacity` places of which the first `count` are initialised; freed in deinit.
    private var base: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 32
        // SAFETY: freed in deinit or replaced in `grow`.
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    mutating func push(_ element: consuming Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count += 1
    }

    private mutating func grow() {
        // SAFETY: the new place is twice as large; the values move, and the old place is empty when it is freed.
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }

    /// The topmost value. There must be one.
    var top: Element {
        get {
            precondition(count > 0)
            return base[count - 1]
        }
        _modify {
            precondition(count > 0)
            yield &base[count - 1]
        }
    }

    mutating func pop() -> Element? {
        guard count > 0 else { return nil }
        count -= 1
        return (base + count).move()
    }

    /// Moves all values from `start` up out of the stack.
    mutating func popAll(from start: Int) -> [Element] {
        let length = count - start
        guard length > 0 else { return [] }
        count = start
        // SAFETY: `length` initialised values stand at `start`; `count` no longer includes them.
        let source = base + start
        return Array(unsafeUninitializedCapacity: length) { buffer, initialized in
            if let target = buffer.baseAddress {
                target.moveInitialize(from: source, count: length)
                initialized = length
            }
        }
    }
}
