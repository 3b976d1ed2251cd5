/// Encodes a single value.
struct ArenaSingleValueEncoding: SingleValueEncodingContainer {
    let context: EncodingContext
    let index: UInt32

    var codingPath: [any CodingKey] { context.arena.codingPath(of: index) }

    mutating func encodeNil() throws { context.arena[index].kind = .null }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try context.encode(value, at: index) }
    mutating func encode(_ value: Bool) throws { try context.setBool(value, at: index) }
    mutating func encode(_ value: String) throws { context.setString(value, at: index) }
    mutating func encode(_ value: Double) throws { try context.setDouble(value, at: index) }
    mutating func encode(_ value: Float) throws { try context.setFloat(value, at: index) }
    @inline(__always)
    mutating func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) throws {
        try context.setInteger(value, at: index)
    }
    // Without these the standard library refuses these two.
    mutating func encode(_ value: Int128) throws { try context.setInteger(value, at: index) }
    mutating func encode(_ value: UInt128) throws { try context.setInteger(value, at: index) }
}
