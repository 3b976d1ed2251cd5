extension JSONValue: Codable {
    /// Decodes whatever the decoder holds: every value of a self-describing format maps to a JSON value.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ArenaDecoder {
            self = decoder.context.arena.jsonValue(at: decoder.index)
            return
        }
        if let decoder = decoder as? XMLNodeDecoder {
            // Any element can present members, and any name can be a list, so decide by content first.
            if decoder.isScalar {
                self = try decoder.jsonScalar()
                return
            }
            if decoder.nodes.count > 1 {
                self = .array(try [JSONValue](from: decoder))
                return
            }
        }
        if let container = try? decoder.container(keyedBy: PathKey.self) {
            self = .object(
                JSONObject(
                    try container.allKeys.map { key in
                        JSONObject.Member(
                            name: key.stringValue, value: try container.decode(JSONValue.self, forKey: key))
                    }))
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            self = try Self.scalar(in: try decoder.singleValueContainer())
        }
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Int64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(UInt64.self) { return .number(JSONNumber(value)) }
        if let value = try? container.decode(Double.self), let number = JSONNumber(value) { return .number(number) }
        // After the numbers: some formats take 1 and 0 for Booleans too.
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        return .string(try container.decode(String.self))
    }

    /// Encodes the value with any encoder. ``JSONValueEncoder`` keeps every digit of a number; others get a machine
    /// number: an integer of 64 bits or a `Double`.
    ///
    /// - Throws: `EncodingError` for a whole number of which a `Double` would lose digits, and whatever the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? ArenaEncoder {
            encoder.context.arena.set(self, at: encoder.index)
            return
        }
        switch self {
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let object):
            var container = encoder.container(keyedBy: PathKey.self)
            for member in object.members {
                try container.encode(member.value, forKey: PathKey(stringValue: member.name))
            }
        default:
            var container = encoder.singleValueContainer()
            try encodeScalar(to: &container)
        }
    }

    private func encodeScalar(to container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .bool(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .number(let value):
            if let integer = value.integer(as: Int64.self) {
                try container.encode(integer)
            } else if let integer = value.integer(as: UInt64.self) {
                try container.encode(integer)
            } else if let double = value.exactDouble {
                try container.encode(double)
            } else {
                throw EncodingError.invalidValue(
                    value, .init(codingPath: container.codingPath, debugDescription: "no Double is \(value.text)"))
            }
        default: try container.encodeNil()
        }
    }
}

extension JSONNumber {
    /// The nearest `Double`; `nil` if that isn't the number although it is written as a whole one.
    fileprivate var exactDouble: Double? {
        guard let double else { return nil }
        let marks = ".eE".utf8
        if text.utf8.contains(where: { marks.contains($0) }) { return double }
        guard let integer = integer(as: Int128.self), integer == Int128(exactly: double) else { return nil }
        return double
    }
}

extension Timestamp: Codable {
    /// Decodes a timestamp in the decoder's format, or RFC 3339 text with any other decoder.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ArenaDecoder {
            self = try decoder.context.timestamp(at: decoder.index)
            return
        }
        let container = try decoder.singleValueContainer()
        guard let value = Timestamp(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 date and time")
        }
        self = value
    }

    /// Encodes the timestamp in the encoder's format, or as RFC 3339 text with any other encoder.
    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? ArenaEncoder {
            try encoder.context.setTimestamp(self, at: encoder.index)
            return
        }
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
