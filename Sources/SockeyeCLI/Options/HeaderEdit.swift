/// What one `-H` does to the request's fields.
enum HeaderEdit: Equatable, Sendable {
    /// `Name: value`: adds the field, in place of one the program would send itself.
    case set(name: String, value: String)
    /// `Name;`: sends the field with nothing in it.
    case setEmpty(name: String)
    /// `Name:`: the program does not send its own field of that name.
    case remove(name: String)

    /// Reads one header line.
    ///
    /// - Returns: `nil` for a line that is neither of the three; curl ignores such a line, the caller warns.
    /// - Throws: ``OptionFault`` for a line break or another control, which could start a second field
    ///   (RFC 9110 section 5.5), and for a name that is no token (RFC 9110 section 5.6.2).
    static func parse(_ line: String) throws(OptionFault) -> HeaderEdit? {
        let separators: [UInt8] = [UInt8(ascii: ":"), UInt8(ascii: ";")]
        guard let separator = line.utf8.firstIndex(where: separators.contains) else { return nil }
        let name = String(line[..<separator])
        let rest = line[line.utf8.index(after: separator)...]
        let value = trimmed(rest)
        guard !name.isEmpty else { return nil }
        guard name.utf8.allSatisfy(isTokenByte) else {
            throw .invalid("'\(name)' is not a field name (letters, digits and !#$%&'*+-.^_`|~)")
        }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw .invalid("the value of '\(name)' holds a line break or another control character")
        }
        if line.utf8[separator] == UInt8(ascii: ";") { return value.isEmpty ? .setEmpty(name: name) : nil }
        return value.isEmpty ? .remove(name: name) : .set(name: name, value: value)
    }

    /// The header lines of a file given as `-H @file`: one a line, with LF or CRLF; empty lines are skipped.
    static func lines(of bytes: [UInt8]) throws(OptionFault) -> [String] {
        var lines: [String] = []
        for var line in bytes.split(separator: UInt8(ascii: "\n")) {
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard let text = String(validating: line, as: UTF8.self) else { throw .invalid("its file is not UTF-8") }
            if !text.isEmpty { lines.append(text) }
        }
        return lines
    }

    /// Blanks and tabs are taken off both ends; a control is left to be refused.
    private static func trimmed(_ text: Substring) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
            let last = text.utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(text[first...last])
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
