internal import SockeyeBytes

/// Parameter values outside ASCII: `UTF-8'en'%e2%82%ac` (RFC 8187 section 3.2).
enum ExtendedValue {
    /// The text; `nil` if the value is malformed, of an unknown charset, or invalid in its charset.
    ///
    /// UTF-8 is mandatory; ISO-8859-1 was before (RFC 5987) and is still in use.
    static func decode(_ value: String) -> String? {
        let parts = value.utf8.split(
            separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = decode(parts[2]) else { return nil }
        switch FieldParameter.asciiLowercased(String(Substring(parts[0]))) {
        case "utf-8":
            return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1":
            var text = String.UnicodeScalarView()
            for byte in bytes { text.append(Unicode.Scalar(byte)) }
            return String(text)
        default:
            return nil
        }
    }

    /// `text` in UTF-8, as the value of a parameter whose name ends in `*`.
    static func encode(_ text: String) -> String {
        var value = Array("UTF-8''".utf8)
        for byte in text.utf8 {
            if isAttributeCharacter(byte) {
                value.append(byte)
            } else {
                value.append(UInt8(ascii: "%"))
                if byte < 0x10 { value.append(UInt8(ascii: "0")) }
                value.append(contentsOf: String(byte, radix: 16, uppercase: true).utf8)
            }
        }
        return String(decoding: value, as: UTF8.self)
    }

    private static func decode(_ text: Substring.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(ASCII.hexadecimalDigit),
                    let low = rest.popFirst().flatMap(ASCII.hexadecimalDigit)
                else { return nil }
                bytes.append(high << 4 | low)
            } else {
                guard isAttributeCharacter(byte) else { return nil }
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// attr-char: token bytes except `*`, `'` and `%`.
    private static func isAttributeCharacter(_ byte: UInt8) -> Bool {
        Grammar.isTokenByte(byte) && byte != UInt8(ascii: "*") && byte != UInt8(ascii: "'")
            && byte != UInt8(ascii: "%")
    }
}
