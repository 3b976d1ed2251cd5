/// Encodes into one node of an arena. Every container only appends children to its own node, so containers may be used
/// in any order.
struct ArenaEncoder: Encoder {
    let context: EncodingContext
    let index: UInt32

    var codingPath: [any CodingKey] { context.arena.codingPath(of: index) }
    var userInfo: [CodingUserInfoKey: Any] { context.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        context.makeContainer(.object, at: index)
        return KeyedEncodingContainer(ArenaKeyedEncoding<Key>(context: context, index: index))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        context.makeContainer(.array, at: index)
        return ArenaUnkeyedEncoding(context: context, index: index)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ArenaSingleValueEncoding(context: context, index: index)
    }
}

extension EncodingContext {
    func encode<Value: Encodable>(_ value: Value, at index: UInt32) throws {
        if conversions != nil, try convert(value, at: index) { return }
        if try !encodeWellKnown(value, at: index) {
            if hasKeyStrategy, value is any StringKeyedDictionary { arena[index].keepsKeys = true }
            try value.encode(to: ArenaEncoder(context: self, index: index))
        }
        completeEmpty(at: index)
    }

    /// A type that encodes nothing becomes an empty object.
    @inline(__always)
    private func completeEmpty(at index: UInt32) {
        if arena[index].kind == .unset { makeContainer(.object, at: index) }
    }

    /// Encodes by the type's conversion; `false` if it has none, or if that is what asks.
    @inline(never)
    func convert<Value: Encodable>(_ value: Value, at index: UInt32) throws -> Bool {
        guard let conversion = conversions?.encoder(for: Value.self),
            !activeConversions.contains(Value.self, at: index)
        else { return false }
        activeConversions.begin(Value.self, at: index)
        defer { activeConversions.end() }
        try conversion(value, ArenaEncoder(context: self, index: index))
        completeEmpty(at: index)
        return true
    }

    /// Encodes types that need no encoder of their own; returns whether this was one.
    @inline(__always)
    private func encodeWellKnown<Value: Encodable>(_ value: Value, at index: UInt32) throws -> Bool {
        let identity = ObjectIdentifier(Value.self)
        if identity == known.string {
            setString(identical(value), at: index)
        } else if identity == known.strings {
            makeContainer(.array, at: index)
            for element in identical(value) as [String] { setString(element, at: arena.addChild(of: index)) }
        } else if identity == known.doubles {
            makeContainer(.array, at: index)
            for element in identical(value) as [Double] { try setDouble(element, at: arena.addChild(of: index)) }
        } else if identity == known.integers {
            makeContainer(.array, at: index)
            for element in identical(value) as [Int] { try setInteger(element, at: arena.addChild(of: index)) }
        } else if isPropertyList, identity == known.bytes {
            arena.setData(identical(value), at: index)
        } else if identity == known.timestamp {
            try setTimestamp(identical(value), at: index)
        } else if identity == known.json {
            arena.set(identical(value) as JSONValue, at: index)
        } else {
            return false
        }
        return true
    }
}

extension Encoder {
    /// Whether this encoder belongs to a ``PropertyListValueEncoder``, whose format has its own data and dates.
    package var isForPropertyList: Bool { (self as? ArenaEncoder)?.context.isPropertyList ?? false }
}
