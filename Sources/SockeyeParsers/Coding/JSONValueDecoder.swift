/// Decodes `Decodable` types from JSON, without Foundation.
///
/// ```swift
/// let user = try JSONValueDecoder(keys: .snakeCase).decode(User.self, from: bytes)
/// ```
public struct JSONValueDecoder: Sendable {
    /// What texts are accepted, and within which limits.
    public var options: JSONReadingOptions
    /// How names in the text become coding keys.
    public var keys: KeyStrategy
    /// How a ``Timestamp`` is written.
    public var timestamps: TimestampFormat
    /// Types that are decoded otherwise than they say themselves.
    public var conversions: ValueConversions
    /// What the types being decoded find in their decoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// Makes a decoder; by default names are coding keys as they are and timestamps ISO 8601.
    public init(
        options: JSONReadingOptions = .init(),
        keys: KeyStrategy = .useDefaultKeys,
        timestamps: TimestampFormat = .iso8601,
        conversions: ValueConversions = .init(),
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.options = options
        self.keys = keys
        self.timestamps = timestamps
        self.conversions = conversions
        self.userInfo = userInfo
    }

    /// Decodes a whole text.
    ///
    /// - Throws: ``JSONError`` if the bytes are no JSON, `DecodingError` if they do not fit the type, and whatever the
    ///   type's own `init(from:)` throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: some Collection<UInt8>
    ) throws -> Value {
        var value: Value?
        try withByteWindow(of: bytes) { (window) throws(any Error) in value = try decode(type, in: window) }
        guard let value else {
            throw JSONError(reason: .unexpectedEnd("before a value"), position: TextPosition())
        }
        return value
    }

    private func decode<Value: Decodable>(_ type: Value.Type, in window: ByteWindow) throws -> Value {
        // A node stands for some twenty bytes; only texts with escapes need room of their own.
        var arena = ValueArena(capacity: window.count / 16 + 16, byteCapacity: window.count / 16)
        arena.borrowSource(window)
        defer { arena.returnSource(isShared: !isKnownUniquelyReferenced(&arena)) }
        try Self.fill(arena, window, options)
        return try decode(type, from: arena)
    }

    /// Decodes a value that has been read already.
    ///
    /// - Throws: `DecodingError`, and whatever the type's own `init(from:)` throws.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from value: JSONValue) throws -> Value {
        let arena = ValueArena()
        arena.set(value, at: arena.addRoot())
        return try decode(type, from: arena)
    }

    func decode<Value: Decodable>(_ type: Value.Type, from arena: ValueArena) throws -> Value {
        let context = DecodingContext(
            arena: arena, keys: keys, timestamps: timestamps, conversions: conversions, userInfo: userInfo)
        return try context.decode(type, at: 0)
    }

    /// Not generic, so that the compiler specialises the tokenizer for the builder.
    private static func fill(
        _ arena: ValueArena, _ window: ByteWindow, _ options: JSONReadingOptions
    ) throws(JSONError) {
        var tokenizer = JSONTokenizer(options: options)
        var builder = ArenaBuilder(arena: arena, options: options)
        try tokenizer.feed(window, to: &builder, isLast: true)
    }
}
