/// Writes the members of an object by name.
struct ArenaKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let context: EncodingContext
    let index: UInt32

    var codingPath: [any CodingKey] { context.arena.codingPath(of: index) }

    @inline(__always)
    private func add(_ key: Key) -> UInt32 { context.addMember(key.stringValue, to: index) }

    mutating func encodeNil(forKey key: Key) throws { context.arena[add(key)].kind = .null }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try context.encode(value, at: add(key))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        ArenaEncoder(context: context, index: context.nestedMember(key.stringValue, of: index)).container(
            keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ArenaEncoder(context: context, index: context.nestedMember(key.stringValue, of: index)).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        ArenaEncoder(context: context, index: context.addMember("super", to: index))
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder { ArenaEncoder(context: context, index: add(key)) }
    mutating func encode(_ value: Bool, forKey key: Key) throws { try context.setBool(value, at: add(key)) }
    mutating func encode(_ value: String, forKey key: Key) throws { context.setString(value, at: add(key)) }
    mutating func encode(_ value: Double, forKey key: Key) throws { try context.setDouble(value, at: add(key)) }
    mutating func encode(_ value: Float, forKey key: Key) throws { try context.setFloat(value, at: add(key)) }
    @inline(__always)
    mutating func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer, forKey key: Key) throws {
        try context.setInteger(value, at: add(key))
    }
    // Without these the standard library refuses these two.
    mutating func encode(_ value: Int128, forKey key: Key) throws { try context.setInteger(value, at: add(key)) }
    mutating func encode(_ value: UInt128, forKey key: Key) throws { try context.setInteger(value, at: add(key)) }
}
