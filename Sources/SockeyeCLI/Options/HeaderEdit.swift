/// The change that one `-H` makes to the request's fields.
enum HeaderEdit: Equatable, Sendable {
    /// `Name: value`: adds the field, replacing a default one.
    case set(name: String, value: OctetText)
    /// `Name;`: sends the field with an empty value.
    case setEmpty(name: String)
    /// `Name:`: removes the default field of that name.
    case remove(name: String)

    /// Reads one header line.
    ///
    /// - Returns: `nil` for any other line; curl ignores it, our caller warns.
    /// - Throws: ``OptionFault`` for a line break or another control character, which could start a second field
    ///   (RFC 9110 section 5.5), and for a name that isn't a token (RFC 9110 section 5.6.2).
    static func parse(_ line: [UInt8]) throws(OptionFault) -> HeaderEdit? {
        let separators: [UInt8] = [UInt8(ascii: ":"), UInt8(ascii: ";")]
        guard let separator = line.firstIndex(where: separators.contains), separator > 0 else { return nil }
        let name = String(decoding: line[..<separator], as: UTF8.self)
        // As octets: a value need not be UTF-8 (RFC 9110 section 5.5).
        let value = OctetText(trimmed(line[(separator + 1)...]))
        guard name.utf8.allSatisfy(isTokenByte) else {
            throw .invalid("'\(name)' is not a field name (letters, digits and !#$%&'*+-.^_`|~)")
        }
        guard value.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw .invalid("the value of '\(name)' contains a line break or another control character")
        }
        if line[separator] == UInt8(ascii: ";") { return value.isEmpty ? .setEmpty(name: name) : nil }
        return value.isEmpty ? .remove(name: name) : .set(name: name, value: value)
    }

    /// The header lines of `-H @file`: one per line, ending in LF or CRLF; empty lines are skipped.
    static func lines(of bytes: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for var line in bytes.split(separator: UInt8(ascii: "\n")) {
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if !line.isEmpty { lines.append(Array(line)) }
        }
        return lines
    }

    /// Without spaces and tabs at both ends. Control characters stay, to be refused.
    private static func trimmed(_ octets: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let first = octets.firstIndex(where: { !isBlank($0) }),
            let last = octets.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return octets[first...last]
    }

    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
