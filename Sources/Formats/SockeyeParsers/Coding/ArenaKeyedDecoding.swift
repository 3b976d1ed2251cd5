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
        try ifPresent(key) { try context.decode(type, at: $0) }
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try context.bool(at: try member(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try context.string(at: try member(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try context.double(at: try member(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try context.float(at: try member(key)) }
    @inline(__always)
    func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type, forKey key: Key) throws -> Integer {
        try context.integer(type, at: try member(key))
    }
    // Without these the standard library refuses these two.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
        try context.integer(type, at: try member(key))
    }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
        try context.integer(type, at: try member(key))
    }

    // The standard library would prefer its own to a generic one, and look up each member three times.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try ifPresent(key) { try context.bool(at: $0) }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try ifPresent(key) { try context.string(at: $0) }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try ifPresent(key) { try context.double(at: $0) }
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try ifPresent(key) { try context.float(at: $0) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integer(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integer(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integer(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integer(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integer(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integer(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integer(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integer(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integer(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integer(type, key) }
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try integer(type, key) }
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try integer(type, key) }

    @inline(__always)
    private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, _ key: Key) throws -> Integer? {
        guard let member = present(key) else { return nil }
        return try context.integer(type, at: member)
    }

    @inline(__always)
    private func ifPresent<Value>(_ key: Key, _ read: (UInt32) throws -> Value) throws -> Value? {
        guard let member = present(key) else { return nil }
        return try read(member)
    }
}
