/// The attributes and child elements of an element, by name.
struct XMLKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let element: XMLElement
    let codingPath: [any CodingKey]
    let settings: XMLValueDecoder
    private let members: XMLMembers

    init(element: XMLElement, codingPath: [any CodingKey], settings: XMLValueDecoder) {
        (self.element, self.codingPath, self.settings) = (element, codingPath, settings)
        members = XMLMembers(of: element, keys: settings.keys)
    }

    var allKeys: [Key] {
        var names: [String] = []
        for attribute in members.attributes where attribute.name.namespace != XMLName.xmlnsNamespace {
            names.append(settings.keys.codingKey(for: attribute.name.local))
        }
        names += members.elements.map { settings.keys.codingKey(for: $0.name.local) }
        var seen = Set<String>()
        return names.filter { seen.insert($0).inserted }.compactMap { Key(stringValue: $0) }
    }

    private func nodes(for key: any CodingKey) -> [XMLSource] {
        let name = key.stringValue
        if name == "#text" { return [.text(element.text)] }
        let isAttribute = name.hasPrefix("@")
        let wanted = isAttribute ? String(name.dropFirst()) : name
        if let attribute = members.attribute(wanted) { return [.text(attribute.value)] }
        if isAttribute { return [] }
        return members.elements(wanted).map(XMLSource.element)
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

/// The attributes and child elements of an element, found by what keys call them: their names with or without a prefix, and
/// as the key strategy has them.
private struct XMLMembers {
    let attributes: [XMLAttribute]
    let elements: [XMLElement]
    private let keys: KeyStrategy
    /// Where each name is; only of an element with more members than are searched as fast.
    private var places: (attributes: [String: Int], elements: [String: [Int]])?

    private static let largestSearched = 16

    init(of element: XMLElement, keys: KeyStrategy) {
        (attributes, elements, self.keys) = (element.attributes, element.elements, keys)
        guard attributes.count + elements.count > Self.largestSearched else { return }
        var places: (attributes: [String: Int], elements: [String: [Int]]) = ([:], [:])
        for (index, attribute) in attributes.enumerated() {
            for name in names(of: attribute.name) where places.attributes[name] == nil {
                places.attributes[name] = index
            }
        }
        for (index, element) in elements.enumerated() {
            for name in names(of: element.name) { places.elements[name, default: []].append(index) }
        }
        self.places = places
    }

    private func names(of name: XMLName) -> Set<String> {
        var names: Set = [name.local]
        if name.prefix != nil { names.insert(name.description) }
        if !keys.isDefault { names.insert(keys.codingKey(for: name.local)) }
        return names
    }

    private func matches(_ name: XMLName, _ wanted: String) -> Bool {
        name.matches(wanted) || (!keys.isDefault && keys.codingKey(for: name.local) == wanted)
    }

    /// The first attribute of that name.
    func attribute(_ name: String) -> XMLAttribute? {
        if let places { return places.attributes[name].map { attributes[$0] } }
        return attributes.first { matches($0.name, name) }
    }

    /// The elements of that name, in order.
    func elements(_ name: String) -> [XMLElement] {
        if let places { return places.elements[name, default: []].map { elements[$0] } }
        return elements.filter { matches($0.name, name) }
    }
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
