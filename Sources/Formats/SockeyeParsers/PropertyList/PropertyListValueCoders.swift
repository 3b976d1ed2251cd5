/// Decodes `Decodable` types from property lists. `[UInt8]` maps to data, ``Timestamp`` to a date.
public struct PropertyListValueDecoder: Sendable {
    /// The limits on lists.
    public var limits: PropertyListLimits
    /// How names in the list map to coding keys.
    public var keys: KeyStrategy
    /// Types that are decoded by other means than their own `init(from:)`.
    public var conversions: ValueConversions
    /// The `userInfo` that the decoded types see in their decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// Makes a decoder.
    public init(
        limits: PropertyListLimits = .init(), keys: KeyStrategy = .useDefaultKeys,
        conversions: ValueConversions = .init(), userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.limits = limits
        self.keys = keys
        self.conversions = conversions
        self.userInfo = userInfo
    }

    /// Decodes a whole list, XML or binary.
    ///
    /// - Throws: ``PropertyListError``, `DecodingError`, and whatever the type throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: some Collection<UInt8>
    ) throws -> Value {
        try decode(type, from: try PropertyList(parsing: bytes, limits: limits))
    }

    /// Decodes a list that is already parsed.
    ///
    /// - Throws: ``PropertyListError/tooLarge(limit:)`` beyond 4 GiB, `DecodingError`, and whatever the type throws.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from list: PropertyList) throws -> Value {
        let arena = ValueArena()
        arena.set(list, at: arena.addRoot())
        if arena.isFull { throw PropertyListError.tooLarge(limit: Int(UInt32.max)) }
        let context = try DecodingContext(
            arena: arena, keys: keys, timestamps: .iso8601, conversions: conversions, userInfo: userInfo)
        return try context.decode(type, at: 0)
    }
}

/// Encodes `Encodable` types as property lists. `[UInt8]` becomes data, ``Timestamp`` a date. Null members are omitted;
/// a null in an array is refused, since property lists have no null.
public struct PropertyListValueEncoder: Sendable {
    /// How coding keys map to names in the list.
    public var keys: KeyStrategy
    /// Types that are encoded by other means than their own `encode(to:)`.
    public var conversions: ValueConversions
    /// The `userInfo` that the encoded types see in their encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// Makes an encoder.
    public init(
        keys: KeyStrategy = .useDefaultKeys, conversions: ValueConversions = .init(),
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.keys = keys
        self.conversions = conversions
        self.userInfo = userInfo
    }

    /// Encodes `value`.
    ///
    /// - Throws: `EncodingError` for a null in an array and a number that a list can't hold, and whatever the type throws.
    public func encode(_ value: some Encodable, format: PropertyList.Format = .xml) throws -> [UInt8] {
        try encodeToPropertyList(value).bytes(format)
    }

    /// Encodes `value` to a tree.
    ///
    /// - Throws: as ``encode(_:format:)``.
    public func encodeToPropertyList(_ value: some Encodable) throws -> PropertyList {
        let arena = ValueArena()
        let context = try EncodingContext(
            arena: arena, keys: keys, timestamps: .iso8601, isPropertyList: true, conversions: conversions,
            userInfo: userInfo)
        try context.encode(value, at: arena.addRoot())
        try arena.complete(value)
        return try arena.propertyList(at: 0)
    }
}

extension ValueArena {
    /// Fills a node from a property list.
    func set(_ list: PropertyList, at index: UInt32) {
        switch list {
        case .string(let value): setText(value.utf8Span, kind: .string, isASCII: false, at: index)
        case .integer(let value):
            self[index].kind = .signed
            self[index].payload = UInt64(bitPattern: value)
        case .unsignedInteger(let value), .uid(let value):
            self[index].kind = .unsigned
            self[index].payload = value
        case .real(let value):
            self[index].kind = .double
            self[index].payload = value.bitPattern
        case .boolean(let value): self[index].kind = value ? .yes : .no
        case .date(let value): setTimestamp(value, at: index)
        case .data(let value): setData(value, at: index)
        case .array(let elements):
            self[index].kind = .array
            for element in elements { set(element, at: addChild(of: index)) }
            self[index].lastChild = self[index].firstChild
        case .dictionary(let members):
            self[index].kind = .object
            for (key, value) in members {
                let child = addChild(of: index)
                setKey(key, at: child)
                set(value, at: child)
            }
            self[index].lastChild = self[index].firstChild
        }
    }

    func setData(_ value: [UInt8], at index: UInt32) {
        let offset = endOffset
        bytes.append(value)
        self[index].kind = .data
        self[index].payload = UInt64(UInt32(truncatingIfNeeded: offset))
        self[index].length = UInt32(truncatingIfNeeded: value.count)
    }

    func data(of node: ValueNode) -> [UInt8] {
        let window = window(of: node)
        var bytes: [UInt8] = []
        window.append(from: 0, to: window.count, to: &bytes)
        return bytes
    }

    /// The node as a property list.
    func propertyList(at index: UInt32) throws -> PropertyList {
        let node = self[index]
        switch node.kind {
        case .unset, .null:
            throw EncodingError.invalidValue(
                Any?.none as Any,
                .init(codingPath: codingPath(of: index), debugDescription: "property lists have no null"))
        case .no: return .boolean(false)
        case .yes: return .boolean(true)
        case .number:
            let text = string(of: node)
            guard let number = PropertyList(JSONNumber(unchecked: text)) else {
                throw EncodingError.invalidValue(
                    text,
                    .init(
                        codingPath: codingPath(of: index),
                        debugDescription: "the number \(text) is too large for a property list"))
            }
            return number
        case .signed: return .integer(Int64(bitPattern: node.payload))
        case .unsigned: return Int64(exactly: node.payload).map(PropertyList.integer) ?? .unsignedInteger(node.payload)
        case .double: return .real(Double(bitPattern: node.payload))
        case .float: return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: node.payload))))
        case .string: return .string(string(of: node))
        case .data: return .data(data(of: node))
        case .date: return .date(timestamp(of: node))
        case .array: return .array(try children(of: index).map { try propertyList(at: $0) })
        case .object:
            var members: [String: PropertyList] = [:]
            for child in children(of: index) where self[child].kind != .null {
                members[key(of: self[child])] = try propertyList(at: child)
            }
            return .dictionary(members)
        }
    }
}
