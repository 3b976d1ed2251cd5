internal import SockeyeIO

/// The change that one `-H` makes to the request's fields.
enum HeaderEdit: Equatable, Sendable {
    /// `Name: value`: adds the field, replacing a default one.
    case set(name: String, value: OctetText)
    /// The same with a line that isn't `Name: value`, sent as written.
    case spelled(name: String, value: OctetText, line: [UInt8])
    /// `Name;`: sends the field with an empty value.
    case setEmpty(name: String)
    /// `Name:`: removes the default field of that name.
    case remove(name: String)

    /// Reads one header line.
    ///
    /// As in curl, the name is what precedes the first colon, and a semicolon counts only if there is no colon and
    /// nothing follows.
    ///
    /// - Returns: `nil` for any other line; curl ignores it, our caller warns.
    /// - Throws: ``OptionFault`` for a line break or another control character, which could start a second field
    ///   (RFC 9110 section 5.5).
    static func parse(_ line: [UInt8]) throws(OptionFault) -> HeaderEdit? {
        let separator = line.firstIndex(of: UInt8(ascii: ":")) ?? line.firstIndex(of: UInt8(ascii: ";"))
        guard let separator, separator > 0 else { return nil }
        // `Authorization : x` is that field to a server that trims, so it must be to whatever asks for the name.
        let trimmed = Self.trimmed(line[..<separator], while: { !isTokenByte($0) })
        let name = String(decoding: trimmed.isEmpty ? line[..<separator] : trimmed, as: UTF8.self)
        // As octets: a value need not be UTF-8 (RFC 9110 section 5.5).
        let value = OctetText(Self.trimmed(line[(separator + 1)...], while: { $0 == 0x20 || $0 == 0x09 }))
        guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw .invalid("'\(name)' contains a line break or another control character, or its value does")
        }
        if line[separator] == UInt8(ascii: ";") { return separator == line.count - 1 ? .setEmpty(name: name) : nil }
        if value.isEmpty { return .remove(name: name) }
        let isUsual = line == Array(name.utf8) + Array(": ".utf8) + value.bytes
        if isUsual, name.utf8.allSatisfy(isTokenByte) { return .set(name: name, value: value) }
        return .spelled(name: name, value: value, line: line)
    }

    /// The name of the field.
    var name: String {
        switch self {
        case .set(let name, _), .spelled(let name, _, _), .setEmpty(let name), .remove(let name): name
        }
    }

    /// The value to send; `nil` if the field is removed.
    var value: OctetText? {
        switch self {
        case .set(_, let value), .spelled(_, let value, _): value
        case .setEmpty: OctetText([])
        case .remove: nil
        }
    }

    /// The line to send, if it isn't `Name: value`.
    var line: [UInt8]? {
        switch self {
        case .spelled(_, _, let line): line
        case .setEmpty(let name): Array(name.utf8) + [UInt8(ascii: ":")]
        case .set, .remove: nil
        }
    }

    /// The header lines of `-H @file`: one per line, ending in LF or CRLF; empty lines are skipped.
    static func lines(of bytes: [UInt8]) -> [[UInt8]] {
        WrittenText.lines(of: bytes).map { Array($0.octets) }.filter { !$0.isEmpty }
    }

    /// Without the octets at both ends that a condition names. Control characters stay in values, to be refused.
    private static func trimmed(_ octets: ArraySlice<UInt8>, while drops: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        octets.lastIndex { !drops($0) }.map { octets[...$0].drop(while: drops) } ?? []
    }

    static func isTokenByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDecimalDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}
