public import HTTPTypes

// Values as octets. `value` and `fields[.name]` are text, with U+FFFD for anything that isn't UTF-8; read values from here
// that go back to the wire, to disk or into a digest, or are compared (RFC 9110 section 5.5: obs-text is opaque).
extension HTTPField {
    /// The value's octets, as received or given.
    public var octets: [UInt8] {
        // SAFETY: the bytes are copied into the array before the closure returns.
        withUnsafeBytesOfValue { Array($0) }
    }
}

extension HTTPFields {
    /// The values of all fields of that name as octets, in order. When set, illegal octets (CR, LF, NUL) become spaces, as
    /// with `[values:]`.
    public subscript(octets name: HTTPField.Name) -> [[UInt8]] {
        get { self[fields: name].map(\.octets) }
        set { self[fields: name] = newValue.map { HTTPField(name: name, value: $0) } }
    }
}

extension [UInt8] {
    /// The octets as text: UTF-8 if valid, else ISO 8859-1, in which every octet is a character.
    ///
    /// For names to display or save under, where U+FFFD would make different names equal.
    package var utf8OrLatin1: String {
        if let text = String(validating: self, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        for byte in self { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }
}
