/// Encodes `Encodable` types as XML: members are child elements, array elements are child elements with the same name,
/// members whose key begins with `@` are attributes, the member `#text` is the text. Null is omitted.
public struct XMLValueEncoder: Sendable {
    /// The layout of the text.
    public var format: XMLFormat
    /// How coding keys map to names in the document.
    public var keys: KeyStrategy
    /// The format of a ``Timestamp``.
    public var timestamps: TimestampFormat

    /// Makes an encoder; by default compact, with names equal to the coding keys and timestamps in ISO 8601.
    public init(
        format: XMLFormat = .compact, keys: KeyStrategy = .useDefaultKeys, timestamps: TimestampFormat = .iso8601
    ) {
        self.format = format
        self.keys = keys
        self.timestamps = timestamps
    }

    /// Encodes `value` as a document with a root called `name`.
    ///
    /// - Throws: `EncodingError` for a name that XML does not allow or whose prefix no member `@xmlns:…` declares, for an
    ///   array at the root or directly in an array, which XML has no form for, for a ``Timestamp`` that ISO 8601 has no four
    ///   digits for the year of, and whatever the type throws.
    public func encode(_ value: some Encodable, root name: String) throws -> [UInt8] {
        XMLDocument(root: try encodeToElement(value, name: name)).bytes(format)
    }

    /// Encodes `value` as an element.
    ///
    /// - Throws: as ``encode(_:root:)``.
    public func encodeToElement(_ value: some Encodable, name: String) throws -> XMLElement {
        let tree = try JSONValueEncoder(keys: keys, timestamps: timestamps).encodeToValue(value)
        return try XMLElementMaker().element(name, tree, path: [])
    }
}

/// Makes elements of values, as deep as the value is.
private struct XMLElementMaker {
    /// The namespaces declared so far, by prefix.
    private var namespaces = ["xml": "http://www.w3.org/XML/1998/namespace"]

    func element(_ name: String, _ value: JSONValue, path: [any CodingKey]) throws -> XMLElement {
        switch value {
        case .null: return XMLElement(XMLName(try checked(name, path)))
        case .array: throw refused(value, "XML has no list without names around its elements", path)
        case .object(let object): return try element(name, object, path)
        default: return XMLElement(XMLName(try checked(name, path)), text: value.rawText)
        }
    }

    private func element(_ name: String, _ object: JSONObject, _ path: [any CodingKey]) throws -> XMLElement {
        // An element's declarations hold for its own name, and come in any order.
        var inner = self
        for member in object.members where member.name.hasPrefix("@xmlns:") && !member.value.isNull {
            try inner.declare(member.name, member.value.rawText, path)
        }
        var element = XMLElement(XMLName(try inner.checked(name, path)))
        for member in object.members {
            let place = path + [PathKey(stringValue: member.name)]
            switch (member.name, member.value) {
            case (_, .null): continue
            case ("#text", let value): element.children.append(.text(value.rawText))
            case (let key, let value) where key.hasPrefix("@"):
                let attribute = try inner.checked(String(key.dropFirst()), isAttribute: true, place)
                element.attributes.append(XMLAttribute(XMLName(attribute), value.rawText))
            case (let key, .array(let items)):
                for (index, item) in items.enumerated() where !item.isNull {
                    let child = try inner.element(key, item, path: place + [PathKey(intValue: index)])
                    element.children.append(.element(child))
                }
            case (let key, let value): element.children.append(.element(try inner.element(key, value, path: place)))
            }
        }
        try inner.refuseEqualAttributes(of: element, path)
        return element
    }

    private mutating func declare(_ key: String, _ namespace: String, _ path: [any CodingKey]) throws {
        let prefix = String(key.dropFirst("@xmlns:".utf8.count))
        // Namespaces in XML 1.0 sections 2.2 and 3: two prefixes are reserved, and none can be undeclared.
        guard !namespace.isEmpty, prefix != "xmlns", namespace != XMLName.xmlnsNamespace,
            (prefix == "xml") == (namespace == namespaces["xml"])
        else {
            throw refused(key, "the prefix \"\(prefix)\" can't be declared as \"\(namespace)\"", path)
        }
        namespaces[prefix] = namespace
    }

    /// The name, if a parser would accept it here.
    private func checked(_ name: String, isAttribute: Bool = false, _ path: [any CodingKey]) throws -> String {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, parts.allSatisfy(Self.isName) else {
            throw refused(name, "\"\(name)\" is not a valid XML name", path)
        }
        if parts.count == 2 {
            let isDeclaration = isAttribute && parts[0] == "xmlns"
            guard isDeclaration || namespaces[parts[0]] != nil else {
                let remedy = "declare it with a member \"@xmlns:\(parts[0])\""
                throw refused(name, "no namespace is declared for the prefix of \"\(name)\"; \(remedy)", path)
            }
        }
        return name
    }

    /// Two attributes with different prefixes may still have one name.
    private func refuseEqualAttributes(of element: XMLElement, _ path: [any CodingKey]) throws {
        var seen = Set<[String]>()
        for attribute in element.attributes {
            let parts = attribute.name.local.split(separator: ":").map(String.init)
            guard parts.count == 2, let namespace = namespaces[parts[0]] else { continue }
            guard seen.insert([namespace, parts[1]]).inserted else {
                throw refused(attribute.name.local, "the attribute \"\(attribute.name)\" occurs twice", path)
            }
        }
    }

    /// Whether `text` is a valid name without a prefix (XML 1.0 section 2.3).
    private static func isName(_ text: String) -> Bool {
        var isFirst = true
        var isASCII = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): break
            case 0x80...: isASCII = false
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if isFirst { return false }
            default: return false
            }
            isFirst = false
        }
        // Beyond ASCII the editions of XML differ, so the parser itself is asked.
        return !isFirst && (isASCII || (try? XMLDocument(parsing: "<\(text)/>".utf8)) != nil)
    }

    private func refused(_ value: Any, _ message: String, _ path: [any CodingKey]) -> EncodingError {
        .invalidValue(value, .init(codingPath: path, debugDescription: message))
    }
}
