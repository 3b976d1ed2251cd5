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
        for scalar in text.unicodeScalars {
            append(scalar, to: &safe)
        }
        return safe
    }

    /// `bytes` as text, escaped like a string; a byte that is not part of valid UTF-8 becomes `\xNN`.
    static func escaped(_ bytes: some Sequence<UInt8>) -> String {
        var safe = ""
        var decoder = UTF8ByteDecoder(bytes.makeIterator())
        while let piece = decoder.next() {
            switch piece {
            case .scalar(let scalar): append(scalar, to: &safe)
            case .invalid(let byte): safe += "\\x" + hexadecimal(UInt32(byte), digits: 2)
            }
        }
        return safe
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

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

/// Decodes UTF-8 one scalar at a time, and returns each byte that isn't part of one.
private struct UTF8ByteDecoder<Bytes: IteratorProtocol<UInt8>> {
    enum Piece {
        case scalar(Unicode.Scalar)
        case invalid(UInt8)
    }

    private var bytes: Bytes
    private var pending: [UInt8] = []

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    mutating func next() -> Piece? {
        while pending.count < 4, let byte = bytes.next() {
            pending.append(byte)
        }
        guard let first = pending.first else { return nil }
        let length = Self.sequenceLength(startingWith: first)
        if length > 0, pending.count >= length,
            let text = String(validating: pending[..<length], as: UTF8.self),
            let scalar = text.unicodeScalars.first
        {
            pending.removeFirst(length)
            return .scalar(scalar)
        }
        pending.removeFirst()
        return .invalid(first)
    }

    private static func sequenceLength(startingWith byte: UInt8) -> Int {
        switch byte {
        case 0x00...0x7F: 1
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }
}
