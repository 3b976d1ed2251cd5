/// Writes the elements of an array in order.
struct ArenaUnkeyedEncoding: UnkeyedEncodingContainer {
    let context: EncodingContext
    let index: UInt32

    var codingPath: [any CodingKey] { context.arena.codingPath(of: index) }
    var count: Int { Int(context.arena[index].length) }

    @inline(__always)
    private func add() -> UInt32 { context.arena.addChild(of: index) }

    mutating func encodeNil() throws { context.arena[add()].kind = .null }

    mutating func encode<Value: Encodable>(_ value: Value) throws { try context.encode(value, at: add()) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        ArenaEncoder(context: context, index: add()).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        ArenaEncoder(context: context, index: add()).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { ArenaEncoder(context: context, index: add()) }
    mutating func encode(_ value: Bool) throws { try context.setBool(value, at: add()) }
    mutating func encode(_ value: String) throws { context.setString(value, at: add()) }
    mutating func encode(_ value: Double) throws { try context.setDouble(value, at: add()) }
    mutating func encode(_ value: Float) throws { try context.setFloat(value, at: add()) }
    @inline(__always)
    mutating func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) throws {
        try context.setInteger(value, at: add())
    }
    // Without these the standard library refuses these two.
    mutating func encode(_ value: Int128) throws { try context.setInteger(value, at: add()) }
    mutating func encode(_ value: UInt128) throws { try context.setInteger(value, at: add()) }
}
