public import HTTPTypes

// Values as the octets they are. `value` and `fields[.name]` are text, which shows what isn't UTF-8 as U+FFFD; what goes back
// to the wire, to disk or into a digest, or is compared, is read from here (RFC 9110 section 5.5: obs-text is opaque).
extension HTTPField {
    /// The value's octets, as received or given.
    public var octets: [UInt8] { withUnsafeBytesOfValue { Array($0) } }
}

extension HTTPFields {
    /// The values of all fields of that name as octets, in their order. Octets that no value may hold (CR, LF, NUL) become
    /// spaces when they are set, as with `[values:]`.
    public subscript(octets name: HTTPField.Name) -> [[UInt8]] {
        get { self[fields: name].map(\.octets) }
        set { self[fields: name] = newValue.map { HTTPField(name: name, value: $0) } }
    }
}

extension [UInt8] {
    /// The octets as text: UTF-8 if they are that, else ISO 8859-1, which every octet is a character of.
    ///
    /// For names that are shown or saved under, where U+FFFD would make different names equal.
    package var utf8OrLatin1: String {
        if let text = String(validating: self, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        for byte in self { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }
}
