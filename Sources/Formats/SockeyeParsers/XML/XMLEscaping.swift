/// The bytes of `text`, with U+FFFD for characters that no document can contain, not even as references (XML 1.0 section 2.2).
func xmlCharacters(_ text: String) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    for byte in text.utf8 { output.appendXML(byte) }
    return output
}

/// Escapes `text` for a document: special characters become references, and others are as in `xmlCharacters`.
func xmlEscaped(_ text: String, inAttribute: Bool = false) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "&"): output += "&amp;".utf8
        case UInt8(ascii: "<"): output += "&lt;".utf8
        case UInt8(ascii: ">"): output += "&gt;".utf8
        case UInt8(ascii: "\"") where inAttribute: output += "&quot;".utf8
        // Unescaped, these would be read back as spaces or, CR, as LF (XML 1.0 sections 2.11 and 3.3.3).
        case 0x0D: output += "&#13;".utf8
        case 0x0A where inAttribute: output += "&#10;".utf8
        case 0x09 where inAttribute: output += "&#9;".utf8
        default: output.appendXML(byte)
        }
    }
    return output
}

extension [UInt8] {
    fileprivate mutating func appendXML(_ byte: UInt8) {
        switch byte {
        case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F: self += "\u{FFFD}".utf8
        // U+FFFE and U+FFFF.
        case 0xBE where hasSuffix(0xEF, 0xBF), 0xBF where hasSuffix(0xEF, 0xBF): append(0xBD)
        default: append(byte)
        }
    }

    fileprivate func hasSuffix(_ first: UInt8, _ second: UInt8) -> Bool {
        count >= 2 && self[count - 2] == first && self[count - 1] == second
    }
}
