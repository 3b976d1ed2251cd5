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
    private mutating func next<Value>(_ read: (DecodingContext, UInt32) throws -> Value) throws -> Value {
        guard nextChild != 0 else { throw pastTheEnd(Value.self) }
        let value = try read(context, nextChild)
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
        return try next { _, _ in true }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next { try ArenaDecoder(context: $0, index: $1).container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try ArenaDecoder(context: $0, index: $1).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { ArenaDecoder(context: $0, index: $1) } }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next { try $0.decode(type, at: $1) }
    }
    mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.bool(at: $1) } }
    mutating func decode(_ type: String.Type) throws -> String { try next { try $0.string(at: $1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.double(at: $1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.float(at: $1) } }
    @inline(__always)
    mutating func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        try next { try $0.integer(type, at: $1) }
    }
    // Without these the standard library refuses these two.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next { try $0.integer(type, at: $1) } }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next { try $0.integer(type, at: $1) } }
}
