/// An array of any decodable type, decoded in one loop with room for all of its elements.
///
/// `Array.init(from:)` doesn't know how many will come: it grows and moves the array, each time into fresh memory.
protocol DecodableList {
    static func decode(from context: DecodingContext, at index: UInt32) throws -> Self
}

extension Array: DecodableList where Element: Decodable {
    static func decode(from context: DecodingContext, at index: UInt32) throws -> [Element] {
        try context.array(at: index) { try context.decode(Element.self, at: $0) }
    }
}

/// Whether types are lists. Remembers the last one, because looking up the conformance takes as long as decoding a short
/// list.
struct DecodableLists {
    private var last: (type: ObjectIdentifier, list: (any DecodableList.Type)?)?

    mutating func list(_ type: Any.Type) -> (any DecodableList.Type)? {
        let identity = ObjectIdentifier(type)
        if let last, last.type == identity { return last.list }
        let list = type as? any DecodableList.Type
        last = (identity, list)
        return list
    }
}
