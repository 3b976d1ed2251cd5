/// Shows bytes as they are on the wire: a line for each line, with its CR and LF drawn.
public enum Wire {
    /// Prints what was sent, after an arrow to the right.
    public static func sent(_ text: String) {
        show(Array(text.utf8), "→")
    }

    /// Prints what was sent, after an arrow to the right.
    public static func sent(_ bytes: [UInt8]) {
        show(bytes, "→")
    }

    /// Prints what was received, after an arrow to the left.
    public static func received(_ bytes: [UInt8]) {
        show(bytes, "←")
    }

    private static func show(_ bytes: [UInt8], _ arrow: String) {
        for line in bytes.split(after: UInt8(ascii: "\n")) {
            print("\(arrow) \(drawn(line))")
        }
    }

    /// The bytes as text with CR, LF and other control characters visible.
    public static func drawn(_ bytes: [UInt8]) -> String {
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            // U+2400 and the 32 after it are pictures of the control characters.
            if scalar.value < 32, let picture = Unicode.Scalar(0x2400 + scalar.value) {
                text.unicodeScalars.append(picture)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension [UInt8] {
    /// The pieces that end with `separator`, and what is left after the last one.
    fileprivate func split(after separator: UInt8) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = self[...]
        while let end = rest.firstIndex(of: separator) {
            pieces.append(Array(rest[...end]))
            rest = rest[(end + 1)...]
        }
        if !rest.isEmpty { pieces.append(Array(rest)) }
        return pieces
    }
}
