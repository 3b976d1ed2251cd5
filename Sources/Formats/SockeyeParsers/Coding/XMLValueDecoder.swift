internal import SockeyeBytes

/// Decodes `Decodable` types from XML elements.
///
/// A member is the attribute with its name, otherwise the child elements with its name; `@name` means the attribute
/// only, `#text` the element's text. An array member takes all child elements with its name, any other member the
/// first. An array member without elements is empty. Numbers and Booleans (`true`, `false`, `1`, `0`) are parsed from
/// trimmed text.
public struct XMLValueDecoder: Sendable {
    /// The limits on documents.
    public var limits: XMLLimits
    /// How names in the document map to coding keys.
    public var keys: KeyStrategy
    /// The format of a ``Timestamp``.
    public var timestamps: TimestampFormat
    /// The `userInfo` that the decoded types see in their decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable]

    /// Makes a decoder; by default coding keys equal the names and timestamps are ISO 8601.
    public init(
        limits: XMLLimits = .init(), keys: KeyStrategy = .useDefaultKeys,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.init(limits: limits, keys: keys, timestamps: .iso8601, userInfo: userInfo)
    }

    /// Makes a decoder for timestamps in the given format, as ``XMLValueEncoder`` writes them.
    public init(
        limits: XMLLimits = .init(), keys: KeyStrategy = .useDefaultKeys, timestamps: TimestampFormat,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) {
        self.limits = limits
        self.keys = keys
        self.timestamps = timestamps
        self.userInfo = userInfo
    }

    /// Decodes a whole document; its root is the value.
    ///
    /// - Throws: ``XMLError``, `DecodingError`, and whatever the type throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: some Collection<UInt8>
    ) throws -> Value {
        try decode(type, from: try XMLDocument(parsing: bytes, limits: limits).root)
    }

    /// Decodes an element that is already parsed.
    ///
    /// - Throws: `DecodingError`, and whatever the type throws.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from element: XMLElement) throws -> Value {
        try XMLNodeDecoder(nodes: [.element(element)], codingPath: [], settings: self).decode(type)
    }
}

/// What a coding key can refer to.
enum XMLSource {
    case element(XMLElement)
    case text(String)

    var text: String {
        switch self {
        case .element(let element): element.text
        case .text(let text): text
        }
    }
}

/// Decodes from the nodes that one key refers to.
struct XMLNodeDecoder: Decoder, SingleValueDecodingContainer {
    let nodes: [XMLSource]
    let codingPath: [any CodingKey]
    let settings: XMLValueDecoder
    /// Whether this is one element of a list. It isn't a list itself: a type that accepts anything would otherwise
    /// decode it as a list of itself without end.
    var isItem = false
    /// Whether an array is requested, which may be the text of a single attribute.
    var wantsList = false
    var userInfo: [CodingUserInfoKey: Any] { settings.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .element(let element)? = nodes.first else {
            throw DecodingError.typeMismatch(
                [String: Any].self, .init(codingPath: codingPath, debugDescription: "expected an element, found text"))
        }
        return KeyedDecodingContainer(
            XMLKeyedDecoding<Key>(element: element, codingPath: codingPath, settings: settings))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        // A type that also accepts text must not get an attribute as a list.
        let isText = if case .text? = nodes.first { true } else { false }
        if isItem || isText && !wantsList {
            throw DecodingError.typeMismatch(
                [Any].self,
                .init(
                    codingPath: codingPath,
                    debugDescription: "expected a list, found \(isText ? "text" : "one element of a list")"))
        }
        return XMLUnkeyedDecoding(nodes: nodes, codingPath: codingPath, settings: settings)
    }

    /// Whether there is only text: no second node, no attribute, no element.
    var isScalar: Bool {
        guard nodes.count == 1, case .element(let element)? = nodes.first else { return nodes.count < 2 }
        return element.elements.isEmpty
            && element.attributes.allSatisfy { $0.name.namespace == XMLName.xmlnsNamespace }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { nodes.isEmpty }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // A parsed document respects the limit, with a name and an index per element; an element built by a program may
        // not.
        let depth = settings.limits.depthLimit
        if codingPath.count / 2 > depth {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: [],
                    debugDescription: "elements are nested more than \(depth) deep (depthLimit)"))
        }
        if type == Timestamp.self, let timestamp = try timestamp() as? Value { return timestamp }
        var decoder = self
        decoder.wantsList = type is any EmptyableCollection.Type
        return try Value(from: decoder)
    }

    private func trimmed() throws -> String {
        guard let node = nodes.first else {
            throw DecodingError.valueNotFound(
                String.self, .init(codingPath: codingPath, debugDescription: "there is no such element"))
        }
        return String(Substring(node.text.utf8.trimming { " \t\n\r".utf8.contains($0) }))
    }

    private func scalar<Value: LosslessStringConvertible>(_ type: Value.Type) throws -> Value {
        let text = try trimmed()
        guard let value = Value(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: "the text \"\(text)\" is not a valid \(type)"))
        }
        return value
    }

    /// The text as JSON: a number with all its digits, if JSON has that number, or a Boolean. All else is text, among it a `01234`
    /// or `+49` that isn't meant as a number.
    func jsonScalar() throws -> JSONValue {
        if nodes.isEmpty { return .null }
        let text = try trimmed()
        if text == "true" || text == "false" { return .bool(text == "true") }
        if text.utf8.count <= JSONLimits().numberLimit, let number = JSONNumber(text: text) {
            return .number(number)
        }
        return .string(try decode(String.self))
    }

    private func floatingPoint<Value: LosslessStringConvertible>(_ type: Value.Type) throws -> Value {
        guard DecimalText.isFloatingPoint(try trimmed()) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: codingPath, debugDescription: "the text \"\(try trimmed())\" is not a valid \(type)"))
        }
        return try scalar(type)
    }

    private func timestamp() throws -> Timestamp {
        let text = try trimmed()
        guard let value = Timestamp(text, settings.timestamps) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: codingPath,
                    debugDescription: "the text \"\(text)\" is not a date in the format \(settings.timestamps)"))
        }
        return value
    }

    func decode(_ type: String.Type) throws -> String {
        guard let node = nodes.first else { return try trimmed() }
        return node.text
    }

    func decode(_ type: Bool.Type) throws -> Bool {
        switch try trimmed() {
        case "true", "1": return true
        case "false", "0": return false
        default: return try scalar(type)
        }
    }

    func decode(_ type: Double.Type) throws -> Double { try floatingPoint(type) }
    func decode(_ type: Float.Type) throws -> Float { try floatingPoint(type) }
    func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer { try scalar(type) }
    // Without these the standard library refuses these two.
    func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }
}
