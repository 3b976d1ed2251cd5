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
    /// - Throws: `EncodingError` for a name that XML does not allow, and whatever the type throws.
    public func encode(_ value: some Encodable, root name: String) throws -> [UInt8] {
        XMLDocument(root: try encodeToElement(value, name: name)).bytes(format)
    }

    /// Encodes `value` as an element.
    ///
    /// - Throws: as ``encode(_:root:)``.
    public func encodeToElement(_ value: some Encodable, name: String) throws -> XMLElement {
        let tree = try JSONValueEncoder(keys: keys, timestamps: timestamps).encodeToValue(value)
        guard let element = try Self.elements(name, tree).first else { return XMLElement(XMLName(name)) }
        return element
    }

    private static func elements(_ name: String, _ value: JSONValue) throws -> [XMLElement] {
        guard isName(name) else {
            throw EncodingError.invalidValue(
                name, .init(codingPath: [], debugDescription: "\"\(name)\" is not a valid XML name"))
        }
        switch value {
        case .null: return []
        case .array(let elements): return try elements.flatMap { try Self.elements(name, $0) }
        case .object(let object):
            var element = XMLElement(XMLName(name))
            for member in object.members {
                if member.name == "#text" {
                    element.children.append(.text(member.value.rawText))
                } else if member.name.hasPrefix("@") {
                    if member.value.isNull { continue }
                    let attribute = String(member.name.dropFirst())
                    guard isName(attribute) else { return try elements(attribute, member.value) }
                    element.attributes.append(XMLAttribute(XMLName(attribute), member.value.rawText))
                } else {
                    element.children += try elements(member.name, member.value).map(XMLNode.element)
                }
            }
            return [element]
        default: return [XMLElement(XMLName(name), text: value.rawText)]
        }
    }

    /// Whether `text` is a valid name (XML 1.0 section 2.3; beyond ASCII, every scalar is accepted).
    private static func isName(_ text: String) -> Bool {
        var isFirst = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
                UInt8(ascii: ":"), 0x80...:
                break
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if isFirst { return false }
            default: return false
            }
            isFirst = false
        }
        return !isFirst
    }
}
