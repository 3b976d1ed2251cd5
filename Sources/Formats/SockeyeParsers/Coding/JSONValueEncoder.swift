/// Encodes `Encodable` types as JSON, without Foundation.
public struct JSONValueEncoder: Sendable {
    /// How the text is laid out.
    public var format: JSONFormat
    /// How coding keys map to names in the text.
    public var keys: KeyStrategy
    /// The format of a ``Timestamp``.
    public var timestamps: TimestampFormat
    /// Types that are encoded by other means than their own `encode(to:)`.
    public var conversions: ValueConversions
    /// The `userInfo` that the encoded types see in their encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// Makes an encoder; by default compact, with names equal to the coding keys and timestamps in ISO 8601.
    public init(
        format: JSONFormat = .compact,
        keys: KeyStrategy = .useDefaultKeys,
        timestamps: TimestampFormat = .iso8601,
        conversions: ValueConversions = .init(),
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.format = format
        self.keys = keys
        self.timestamps = timestamps
        self.conversions = conversions
        self.userInfo = userInfo
    }

    /// Encodes `value` as UTF-8.
    ///
    /// - Throws: `EncodingError` for a number that is not finite and a ``Timestamp`` that ISO 8601 has no four digits for the
    ///   year of, and whatever the type's own `encode(to:)` throws.
    public func encode(_ value: some Encodable) throws -> [UInt8] {
        let arena = try fill(value)
        if format.sortsKeys { arena.sortKeys() }
        let output = ByteOutput(capacity: arena.bytes.count + arena.count * 4)
        var writer = JSONWriter(format: format, output: output)
        arena.write(from: 0, to: &writer)
        return output.bytes()
    }

    /// Encodes `value` to a tree.
    ///
    /// - Throws: as ``encode(_:)``.
    public func encodeToValue(_ value: some Encodable) throws -> JSONValue {
        let arena = try fill(value)
        if format.sortsKeys { arena.sortKeys() }
        return arena.jsonValue(at: 0)
    }

    private func fill(_ value: some Encodable) throws -> ValueArena {
        let arena = ValueArena()
        let context = try EncodingContext(
            arena: arena, keys: keys, timestamps: timestamps, isPropertyList: false, conversions: conversions,
            userInfo: userInfo)
        try context.encode(value, at: arena.addRoot())
        try arena.complete(value)
        return arena
    }
}

extension ValueArena {
    /// Checks and tidies what was encoded, the same for every format.
    func complete(_ value: some Encodable) throws(EncodingError) {
        // A superclass that encodes nothing, into the encoder that it got, is an empty object too.
        for index in 0..<UInt32(truncatingIfNeeded: count) where self[index].kind == .unset {
            self[index].kind = .object
        }
        keepLastOfEqualNames()
        if isFull {
            throw .invalidValue(value, .init(codingPath: [], debugDescription: "the value takes more than 4 GiB"))
        }
    }
}
