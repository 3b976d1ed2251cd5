/// The elements of an array, in order.
struct ArenaUnkeyedDecoding: UnkeyedDecodingContainer {
    let context: DecodingContext
    let index: UInt32
    /// The next element; 0 after the last.
    private var nextChild: UInt32
    private(set) var currentIndex = 0

    init(context: DecodingContext, index: UInt32) {
        self.context = context
        self.index = index
        nextChild = context.arena[index].length == 0 ? 0 : context.arena[index].firstChild
    }

    var codingPath: [any CodingKey] { context.codingPath(of: index) }
    var count: Int? { Int(context.arena[index].length) }
    var isAtEnd: Bool { nextChild == 0 }

    /// Decodes the next element with `read`, and advances if that succeeds.
    @inline(__always)
    private mutating func next<Value>(_ read: (UInt32) throws -> Value) throws -> Value {
        guard nextChild != 0 else { throw pastTheEnd(Value.self) }
        let value = try read(nextChild)
        nextChild = context.arena[nextChild].next
        currentIndex += 1
        return value
    }

    @inline(never)
    private func pastTheEnd(_ type: Any.Type) -> DecodingError {
        .valueNotFound(
            type,
            .init(
                codingPath: codingPath + [PathKey(intValue: currentIndex)],
                debugDescription: "the array has only \(currentIndex) elements"))
    }

    mutating func decodeNil() throws -> Bool {
        guard nextChild != 0 else { throw pastTheEnd(Never?.self) }
        guard context.isNull(at: nextChild) else { return false }
        return try next { _ in true }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let context = context
        return try next { try ArenaDecoder(context: context, index: $0).container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let context = context
        return try next { try ArenaDecoder(context: context, index: $0).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        let context = context
        return try next { ArenaDecoder(context: context, index: $0) }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let context = context
        return try next { try context.decode(type, at: $0) }
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        let context = context
        return try next { try context.bool(at: $0) }
    }

    mutating func decode(_ type: String.Type) throws -> String {
        let context = context
        return try next { try context.string(at: $0) }
    }

    mutating func decode(_ type: Double.Type) throws -> Double {
        let context = context
        return try next { try context.double(at: $0) }
    }

    mutating func decode(_ type: Float.Type) throws -> Float {
        let context = context
        return try next { try context.float(at: $0) }
    }

    mutating func decode(_ type: Int.Type) throws -> Int {
        let context = context
        return try next { try context.integer(Int.self, at: $0) }
    }

    mutating func decode(_ type: Int8.Type) throws -> Int8 {
        let context = context
        return try next { try context.integer(Int8.self, at: $0) }
    }

    mutating func decode(_ type: Int16.Type) throws -> Int16 {
        let context = context
        return try next { try context.integer(Int16.self, at: $0) }
    }

    mutating func decode(_ type: Int32.Type) throws -> Int32 {
        let context = context
        return try next { try context.integer(Int32.self, at: $0) }
    }

    mutating func decode(_ type: Int64.Type) throws -> Int64 {
        let context = context
        return try next { try context.integer(Int64.self, at: $0) }
    }

    mutating func decode(_ type: UInt.Type) throws -> UInt {
        let context = context
        return try next { try context.integer(UInt.self, at: $0) }
    }

    mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
        let context = context
        return try next { try context.integer(UInt8.self, at: $0) }
    }

    mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
        let context = context
        return try next { try context.integer(UInt16.self, at: $0) }
    }

    mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
        let context = context
        return try next { try context.integer(UInt32.self, at: $0) }
    }

    mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
        let context = context
        return try next { try context.integer(UInt64.self, at: $0) }
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        let context = context
        return try next { try context.integer(Int128.self, at: $0) }
    }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        let context = context
        return try next { try context.integer(UInt128.self, at: $0) }
    }
}
