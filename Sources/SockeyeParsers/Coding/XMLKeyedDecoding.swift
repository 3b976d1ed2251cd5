/// The attributes and child elements of an element, by name.
struct XMLKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let element: XMLElement
    let codingPath: [any CodingKey]
    let settings: XMLValueDecoder

    var allKeys: [Key] {
        var names: [String] = []
        for attribute in element.attributes where attribute.name.namespace != XMLName.xmlnsNamespace {
            names.append(settings.keys.codingKey(for: attribute.name.local))
        }
        names += element.elements.map { settings.keys.codingKey(for: $0.name.local) }
        var seen = Set<String>()
        return names.filter { seen.insert($0).inserted }.compactMap { Key(stringValue: $0) }
    }

    private func nodes(for key: any CodingKey) -> [XMLSource] {
        let name = key.stringValue
        if name == "#text" { return [.text(element.text)] }
        let isAttribute = name.hasPrefix("@")
        let wanted = isAttribute ? String(name.dropFirst()) : name
        func matches(_ name: XMLName) -> Bool {
            name.matches(wanted) || (!settings.keys.isDefault && settings.keys.codingKey(for: name.local) == wanted)
        }
        if let attribute = element.attributes.first(where: { matches($0.name) }) { return [.text(attribute.value)] }
        if isAttribute { return [] }
        return element.elements.filter { matches($0.name) }.map(XMLSource.element)
    }

    private func decoder(for key: any CodingKey) -> XMLNodeDecoder {
        XMLNodeDecoder(nodes: nodes(for: key), codingPath: codingPath + [key], settings: settings)
    }

    func contains(_ key: Key) -> Bool { !nodes(for: key).isEmpty }

    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try value(type, key) }
    // Without these the standard library refuses these two.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try value(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(type, key) }

    private func value<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        let decoder = decoder(for: key)
        // No element at all means an empty array, and nothing else.
        if decoder.nodes.isEmpty, !(type is any EmptyableCollection.Type) {
            throw DecodingError.keyNotFound(
                key,
                .init(
                    codingPath: codingPath,
                    debugDescription: "the element has neither an attribute nor an element \"\(key.stringValue)\""))
        }
        return try decoder.decode(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(for: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        var decoder = decoder(for: key)
        decoder.wantsList = true
        return try decoder.unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder(for: PathKey(stringValue: "super")) }

    func superDecoder(forKey key: Key) -> any Decoder { decoder(for: key) }
}

/// A collection that decodes from no elements.
protocol EmptyableCollection {}
extension Array: EmptyableCollection {}
extension Set: EmptyableCollection {}

/// The elements with one name, in order.
struct XMLUnkeyedDecoding: UnkeyedDecodingContainer {
    let nodes: [XMLSource]
    let codingPath: [any CodingKey]
    let settings: XMLValueDecoder
    private(set) var currentIndex = 0

    init(nodes: [XMLSource], codingPath: [any CodingKey], settings: XMLValueDecoder) {
        self.nodes = nodes
        self.codingPath = codingPath
        self.settings = settings
    }

    var count: Int? { nodes.count }
    var isAtEnd: Bool { currentIndex >= nodes.count }

    private mutating func next() throws -> XMLNodeDecoder {
        let path = codingPath + [PathKey(intValue: currentIndex)]
        guard currentIndex < nodes.count else {
            throw DecodingError.valueNotFound(
                Any.self, .init(codingPath: path, debugDescription: "there are only \(nodes.count) elements"))
        }
        defer { currentIndex += 1 }
        return XMLNodeDecoder(nodes: [nodes[currentIndex]], codingPath: path, settings: settings, isItem: true)
    }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next().decode(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next().decode(type) }
    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
}
