/// Fills a ``ValueArena`` from JSON events.
struct ArenaBuilder: JSONElementBuilder {
    private(set) var arena: ValueArena
    private var parent: UInt32?
    private var key: (offset: UInt32, length: UInt32)?
    private var names = DuplicateFinder()
    private var nameStarts: [Int] = []
    private let duplicateNames: JSONReadingOptions.DuplicateNames
    private let removesNullMembers: Bool

    init(arena: ValueArena, options: JSONReadingOptions) {
        self.arena = arena
        duplicateNames = options.duplicateNames
        removesNullMembers = options.removesNullMembers
    }

    /// Goes on with `next`, an empty arena, and moves there what isn't finished: the nodes from `start` on.
    mutating func moveUnfinished(from start: UInt32, to next: ValueArena) {
        let old = arena
        arena = next
        var index = start
        while Int(index) < old.count {
            var node = old[index]
            // An element has its position there.
            let isMember = old[node.parent].kind == .object
            node.parent &-= start
            if node.next != 0 { node.next &-= start }
            if node.kind == .array || node.kind == .object {
                if node.length > 0 {
                    node.firstChild &-= start
                    node.lastChild &-= start
                }
            } else {
                node.payload = UInt64(next.addBytes(old.window(of: node)).offset)
            }
            if isMember { node.keyOffset = next.addBytes(old.keyWindow(of: node)).offset }
            _ = next.append(node)
            index &+= 1
        }
        if let parent { self.parent = parent &- start }
        if let key { self.key = next.addBytes(old.window(at: Int(key.offset), key.length)) }
    }

    /// Stops sharing what copies of a builder share, and goes on in `next`, an empty arena.
    mutating func own(_ next: ValueArena) {
        names = names.copy()
        moveUnfinished(from: 0, to: next)
    }

    /// Whether the end of the value isn't visible in the text itself: true for numbers and literals.
    var isScalarOrEmpty: Bool {
        guard arena.count > 0 else { return true }
        return [.number, .null, .no, .yes].contains(arena[0].kind)
    }

    private(set) var depth = 0
    var count: Int { arena.count }

    /// Adds a node. All its fields must be set before, so that it is stored once.
    @inline(__always)
    @discardableResult
    private mutating func add(_ node: ValueNode) -> UInt32 {
        guard let parent else { return arena.addRoot(node) }
        var node = node
        if let key {
            node.keyOffset = key.offset
            node.keyLength = key.length
            self.key = nil
        }
        return arena.addChild(of: parent, node)
    }

    @inline(__always)
    private mutating func add(_ kind: ValueNode.Kind, _ text: ByteWindow, isASCII: Bool) {
        var node = ValueNode(kind: kind)
        let (offset, length) = arena.addBytes(text)
        node.payload = UInt64(offset)
        node.length = length
        node.isASCII = isASCII
        add(node)
    }

    mutating func null() {
        add(ValueNode(kind: .null))
    }

    mutating func boolean(_ value: Bool) { add(ValueNode(kind: value ? .yes : .no)) }

    mutating func number(_ text: ByteWindow) { add(.number, text, isASCII: true) }

    mutating func string(_ text: ByteWindow, isASCII: Bool) { add(.string, text, isASCII: isASCII) }

    mutating func key(_ text: ByteWindow, isASCII: Bool) throws(JSONError.Reason) {
        if arena.isFull { throw .tooLarge(limit: Int(UInt32.max)) }
        key = arena.addBytes(text)
        names.add(NameOutline(text))
    }

    mutating func beginArray() throws(JSONError.Reason) { try begin(.array) }

    mutating func beginObject() throws(JSONError.Reason) {
        nameStarts.append(names.count)
        try begin(.object)
    }

    mutating func endArray() { end() }

    mutating func endObject() throws(JSONError.Reason) {
        if let start = nameStarts.popLast(), names.close(from: start), let parent {
            try arena.removeDuplicates(in: parent, duplicateNames)
        }
        // Only now: a null may be the member that counts of several with its name.
        if removesNullMembers, let parent { arena.removeNullMembers(of: parent) }
        end()
    }

    private mutating func begin(_ kind: ValueNode.Kind) throws(JSONError.Reason) {
        if arena.isFull { throw .tooLarge(limit: Int(UInt32.max)) }
        parent = add(ValueNode(kind: kind))
        depth += 1
    }

    private mutating func end() {
        guard let closed = parent else { return }
        depth -= 1
        parent = depth == 0 ? nil : arena[closed].parent
        // From now on this holds the child that will probably be requested next.
        arena[closed].lastChild = arena[closed].firstChild
    }
}
