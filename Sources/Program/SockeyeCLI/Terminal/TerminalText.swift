internal import SockeyeBytes

/// Makes text from a peer or a user safe to print on a terminal.
///
/// A server chooses its header values, reason phrases and certificate names. Printed raw, they could move the cursor,
/// rename the window or, with bidirectional controls, show one name while being another.
enum TerminalText {
    /// `text` with every control and direction-changing character written as an escape: `\n` as `\n`,
    /// ESC as `\u{1B}`, U+202E as `\u{202E}`. Tabs stay.
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: mustBeEscaped) else { return text }
        var safe = ""
        for scalar in text.unicodeScalars { append(scalar, to: &safe) }
        return safe
    }

    /// `bytes` as text, escaped like a string; a byte that is not part of valid UTF-8 becomes `\xNN`.
    static func escaped(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        var (safe, position, rest, parser) = ("", 0, bytes.makeIterator(), UTF8.ForwardParser())
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                append(UTF8.decode(encoded), to: &safe)
                position += encoded.count
            case .error(let length):
                for byte in bytes[position..<position + length] { safe += "\\x" + hexadecimal(byte, digits: 2) }
                position += length
            case .emptyInput: return safe
            }
        }
    }

    /// A document as it is printed, perhaps in colour: what its own syntax leaves raw of control and direction-changing characters,
    /// DEL and those outside ASCII, is written as an escape of that syntax.
    static func escapedDocument(_ bytes: [UInt8], isXML: Bool) -> [UInt8] {
        guard bytes.contains(where: { $0 >= 0x7F }), let text = String(validating: bytes, as: UTF8.self),
            text.unicodeScalars.contains(where: { $0.value >= 0x7F && mustBeEscaped($0) })
        else { return bytes }
        var safe = ""
        for scalar in text.unicodeScalars {
            if scalar.value < 0x7F || !mustBeEscaped(scalar) {
                safe.unicodeScalars.append(scalar)
            } else if isXML {
                safe += "&#x\(hexadecimal(scalar.value, digits: 2));"
            } else {
                safe += "\\u\(hexadecimal(scalar.value, digits: 4))"
            }
        }
        return Array(safe.utf8)
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout String) {
        if !mustBeEscaped(scalar) {
            text.unicodeScalars.append(scalar)
            return
        }
        switch scalar {
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\0": text += "\\0"
        default: text += "\\u{" + hexadecimal(scalar.value, digits: 2) + "}"
        }
    }

    private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0x00..<0x20, 0x7F...0x9F: true
        // Direction marks, embeddings, overrides and isolates (Unicode Standard Annex 9).
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        // Line and paragraph separators, and the invisible byte order mark.
        case 0x2028, 0x2029, 0xFEFF: true
        default: false
        }
    }

    private static func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
        ASCII.padded(value, to: digits, radix: 16, inCapitals: true)
    }
}
