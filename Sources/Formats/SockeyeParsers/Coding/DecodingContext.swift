/// State that all decoders of one document share.
final class DecodingContext {
    let arena: ValueArena
    let keys: KeyStrategy
    let hasKeyStrategy: Bool
    let timestamps: TimestampFormat
    let conversions: ValueConversions?
    let convertsScalars: Bool
    let userInfo: [CodingUserInfoKey: any Sendable]
    let readsNumbersAsStrings: Bool
    let known = WellKnownTypes()
    var makers = RecentObjects()
    var lists = DecodableLists()
    var activeConversions = ActiveConversions()
    /// The members of objects that were asked for by converted names: by those names. The arena keeps the document's, since an
    /// object may be decoded again, as a dictionary or by another type.
    fileprivate var convertedMembers: [UInt32: [String.UTF8ViewKey: UInt32]] = [:]

    init(
        arena: ValueArena, keys: KeyStrategy, timestamps: TimestampFormat, conversions: ValueConversions,
        userInfo: [CodingUserInfoKey: any Sendable], readsNumbersAsStrings: Bool = false
    ) throws(DecodingError) {
        try conversions.checkDecoding()
        self.readsNumbersAsStrings = readsNumbersAsStrings
        self.arena = arena
        self.keys = keys
        hasKeyStrategy = !keys.isDefault
        self.timestamps = timestamps
        self.conversions = conversions.isEmpty ? nil : conversions
        convertsScalars = conversions.holdScalars
        self.userInfo = userInfo
    }
}

extension DecodingContext {
    /// Forgets the document, so that the arena can be filled with another.
    func removeAll() {
        arena.removeAll()
        convertedMembers.removeAll()
    }
}

extension DecodingContext {
    func mismatch(_ expected: Any.Type, at index: UInt32) -> DecodingError {
        let node = arena[index]
        let path = codingPath(of: index)
        let found =
            switch node.kind {
            case .unset, .null: "null"
            case .no, .yes: "a Boolean"
            case .number, .signed, .unsigned, .double, .float: "a number"
            case .string: "a string"
            case .data: "data"
            case .date: "a date"
            case .array: "an array"
            case .object: "an object"
            }
        let context = DecodingError.Context(
            codingPath: path, debugDescription: "expected \(expected), found \(found)")
        return node.kind == .null ? .valueNotFound(expected, context) : .typeMismatch(expected, context)
    }

    func corrupted(_ message: String, at index: UInt32) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath(of: index), debugDescription: message))
    }

    /// Where the node is; members that were asked for by converted names have those.
    func codingPath(of index: UInt32) -> [any CodingKey] {
        arena.codingPath(of: index) { node in
            let name = arena.key(of: node)
            return convertedMembers[node.parent] == nil ? name : keys.codingKey(for: name)
        }
    }

    /// The members of an object by their coding keys, the first of those with the same one.
    private func convertedMembers(of object: UInt32) -> [String.UTF8ViewKey: UInt32] {
        if let known = convertedMembers[object] { return known }
        var members: [String.UTF8ViewKey: UInt32] = [:]
        for child in arena.children(of: object) {
            let key = String.UTF8ViewKey(keys.codingKey(for: arena.key(of: arena[child])))
            if members[key] == nil { members[key] = child }
        }
        convertedMembers[object] = members
        return members
    }

    /// The member of an object with the given coding key.
    @inline(never)
    func convertedMember(_ key: String, of object: UInt32) -> UInt32? {
        convertedMembers(of: object)[String.UTF8ViewKey(key)]
    }

    /// The coding keys of an object's members, in the document's order.
    func convertedKeys(of object: UInt32) -> [String] {
        convertedMembers(of: object).sorted { $0.value < $1.value }.map(\.key.text)
    }

    /// The member of an object with the given name.
    ///
    /// Members are mostly requested in document order, so the search starts after the last one found. Compared to a
    /// dictionary per object, this halved decoding time.
    @inline(__always)
    func member(_ name: inout String, of object: UInt32) -> UInt32? {
        let node = arena[object]
        guard node.length > 0 else { return nil }
        return name.withUTF8 { buffer in
            // SAFETY: the string keeps its bytes alive for the closure; an empty name's window is never read.
            let wanted = ByteWindow(UnsafeRawBufferPointer(buffer)) ?? arena.emptyWindow
            let start = node.lastChild == 0 ? node.firstChild : node.lastChild
            var child = start
            repeat {
                let next = arena[child].next
                if Int(arena[child].keyLength) == wanted.count,
                    arena.keyWindow(of: arena[child]).isEqual(to: wanted)
                {
                    arena[object].lastChild = next
                    return child
                }
                child = next == 0 ? node.firstChild : next
            } while child != start
            return nil
        }
    }
}
