/// Decodes a single value.
struct ArenaSingleValueDecoding: SingleValueDecodingContainer {
    let context: DecodingContext
    let index: UInt32

    var codingPath: [any CodingKey] { context.codingPath(of: index) }

    func decodeNil() -> Bool { context.isNull(at: index) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try context.decode(type, at: index) }
    func decode(_ type: Bool.Type) throws -> Bool { try context.bool(at: index) }
    func decode(_ type: String.Type) throws -> String { try context.string(at: index) }
    func decode(_ type: Double.Type) throws -> Double { try context.double(at: index) }
    func decode(_ type: Float.Type) throws -> Float { try context.float(at: index) }
    @inline(__always)
    func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        try context.integer(type, at: index)
    }
    // Without these the standard library refuses these two.
    func decode(_ type: Int128.Type) throws -> Int128 { try context.integer(Int128.self, at: index) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try context.integer(UInt128.self, at: index) }
}
