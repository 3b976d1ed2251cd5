/// The members of an object, by name.
struct ArenaKeyedDecoding<Key: CodingKey>: KeyedArenaContainer {
    let context: DecodingContext
    let index: UInt32
    /// Whether the document's names are the coding keys.
    let keepsKeys: Bool

    var codingPath: [any CodingKey] { context.codingPath(of: index) }

    var allKeys: [Key] {
        let names =
            keepsKeys
            ? context.arena.children(of: index).map { context.arena.key(of: context.arena[$0]) }
            : context.convertedKeys(of: index)
        return names.compactMap { Key(stringValue: $0) }
    }

    func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }

    @inline(__always)
    private func find(_ name: String) -> UInt32? {
        var name = name
        return keepsKeys ? context.member(&name, of: index) : context.convertedMember(name, of: index)
    }

    @inline(__always)
    private func member(_ key: Key) throws -> UInt32 {
        guard let member = find(key.stringValue) else { throw missing(key) }
        return member
    }

    /// The member, if present and not null.
    @inline(__always)
    private func present(_ key: Key) -> UInt32? {
        guard let member = find(key.stringValue), !context.isNull(at: member) else { return nil }
        return member
    }

    @inline(never)
    private func missing(_ key: Key) -> DecodingError {
        .keyNotFound(
            key, .init(codingPath: codingPath, debugDescription: "the object has no member \"\(key.stringValue)\""))
    }

    func decodeNil(forKey key: Key) throws -> Bool { context.isNull(at: try member(key)) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try ArenaDecoder(context: context, index: try member(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ArenaDecoder(context: context, index: try member(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        guard let member = find("super") else {
            throw DecodingError.keyNotFound(
                PathKey(stringValue: "super"),
                .init(codingPath: codingPath, debugDescription: "the object has no member \"super\""))
        }
        return ArenaDecoder(context: context, index: member)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        ArenaDecoder(context: context, index: try member(key))
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try context.decode(type, at: try member(key))
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let member = present(key) else { return nil }
        return try context.decode(type, at: member)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try context.bool(at: try member(key))
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        guard let member = present(key) else { return nil }
        return try context.bool(at: member)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try context.string(at: try member(key))
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let member = present(key) else { return nil }
        return try context.string(at: member)
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try context.double(at: try member(key))
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        guard let member = present(key) else { return nil }
        return try context.double(at: member)
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        try context.float(at: try member(key))
    }

    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        guard let member = present(key) else { return nil }
        return try context.float(at: member)
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try context.integer(Int.self, at: try member(key))
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        guard let member = present(key) else { return nil }
        return try context.integer(Int.self, at: member)
    }

    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
        try context.integer(Int8.self, at: try member(key))
    }

    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
        guard let member = present(key) else { return nil }
        return try context.integer(Int8.self, at: member)
    }

    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
        try context.integer(Int16.self, at: try member(key))
    }

    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
        guard let member = present(key) else { return nil }
        return try context.integer(Int16.self, at: member)
    }

    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
        try context.integer(Int32.self, at: try member(key))
    }

    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
        guard let member = present(key) else { return nil }
        return try context.integer(Int32.self, at: member)
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try context.integer(Int64.self, at: try member(key))
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        guard let member = present(key) else { return nil }
        return try context.integer(Int64.self, at: member)
    }

    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
        try context.integer(UInt.self, at: try member(key))
    }

    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
        guard let member = present(key) else { return nil }
        return try context.integer(UInt.self, at: member)
    }

    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
        try context.integer(UInt8.self, at: try member(key))
    }

    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
        guard let member = present(key) else { return nil }
        return try context.integer(UInt8.self, at: member)
    }

    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
        try context.integer(UInt16.self, at: try member(key))
    }

    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
        guard let member = present(key) else { return nil }
        return try context.integer(UInt16.self, at: member)
    }

    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
        try context.integer(UInt32.self, at: try member(key))
    }

    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
        guard let member = present(key) else { return nil }
        return try context.integer(UInt32.self, at: member)
    }

    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
        try context.integer(UInt64.self, at: try member(key))
    }

    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        guard let member = present(key) else { return nil }
        return try context.integer(UInt64.self, at: member)
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try context.integer(Int128.self, at: try member(key))
    }

    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
        guard let member = present(key) else { return nil }
        return try context.integer(Int128.self, at: member)
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try context.integer(UInt128.self, at: try member(key))
    }

    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
        guard let member = present(key) else { return nil }
        return try context.integer(UInt128.self, at: member)
    }
}
