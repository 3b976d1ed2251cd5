/// Decodes `Decodable` types from JSON, without Foundation.
///
/// ```swift
/// let user = try JSONValueDecoder(keys: .snakeCase).decode(User.self, from: bytes)
/// ```
public struct JSONValueDecoder: Sendable {
    /// Which texts are accepted, and within which limits.
    public var options: JSONReadingOptions
    /// How names in the text map to coding keys.
    public var keys: KeyStrategy
    /// The format of a ``Timestamp``.
    public var timestamps: TimestampFormat
    /// Types that are decoded by other means than their own `init(from:)`.
    public var conversions: ValueConversions
    /// The `userInfo` that the decoded types see in their decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable]
    /// Whether a number decodes to a `String` too, in the digits of the text: for servers that send `7` as well as `"7"`.
    public var readsNumbersAsStrings: Bool

    /// Makes a decoder; by default coding keys equal the names and timestamps are ISO 8601.
    public init(
        options: JSONReadingOptions = .init(),
        keys: KeyStrategy = .useDefaultKeys,
        timestamps: TimestampFormat = .iso8601,
        conversions: ValueConversions = .init(),
        userInfo: [CodingUserInfoKey: any Sendable] = [:],
        readsNumbersAsStrings: Bool = false
    ) {
        self.readsNumbersAsStrings = readsNumbersAsStrings
        self.options = options
        self.keys = keys
        self.timestamps = timestamps
        self.conversions = conversions
        self.userInfo = userInfo
    }

    /// Decodes a whole text.
    ///
    /// - Throws: ``JSONError`` if the bytes aren't valid JSON, `DecodingError` if they don't fit the type, and whatever
    ///   the type's own `init(from:)` throws.
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
        // There is about one node per twenty bytes; only texts with escapes need byte storage.
        var arena = ValueArena(capacity: window.count / 16 + 16, byteCapacity: window.count / 16)
        arena.borrowSource(window)
        defer { arena.returnSource(isShared: !isKnownUniquelyReferenced(&arena)) }
        try Self.fill(arena, window, options)
        return try decode(type, from: arena)
    }

    /// Decodes a value that is already parsed.
    ///
    /// - Throws: `DecodingError`, and whatever the type's own `init(from:)` throws.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from value: JSONValue) throws -> Value {
        let arena = ValueArena()
        arena.set(value, at: arena.addRoot())
        try arena.checkRoom()
        return try decode(type, from: arena)
    }

    func decode<Value: Decodable>(_ type: Value.Type, from arena: ValueArena) throws -> Value {
        try context(for: arena).decode(type, at: 0)
    }

    func context(for arena: ValueArena) throws(DecodingError) -> DecodingContext {
        try DecodingContext(
            arena: arena, keys: keys, timestamps: timestamps, conversions: conversions, userInfo: userInfo,
            readsNumbersAsStrings: readsNumbersAsStrings)
    }

    /// Not generic, so that the compiler specializes the tokenizer for the builder.
    private static func fill(
        _ arena: ValueArena, _ window: ByteWindow, _ options: JSONReadingOptions
    ) throws(JSONError) {
        var tokenizer = JSONTokenizer(options: options)
        var builder = ArenaBuilder(arena: arena, options: options)
        try tokenizer.feed(window, to: &builder, isLast: true)
        try arena.checkRoom()
    }
}

extension ValueArena {
    /// Checks that what was filled in can be addressed.
    func checkRoom() throws(JSONError) {
        if isFull { throw JSONError(reason: .tooLarge(limit: Int(UInt32.max)), position: TextPosition()) }
    }
}
