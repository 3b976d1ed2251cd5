internal import SockeyeBytes

/// What the parser removes before it parses, and which bytes end a part.
extension URLParser {
    /// Tabs and line ends are removed everywhere: URLs get wrapped in print (URL Standard section 4.4).
    static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    static func hasLineEnd(_ bytes: [UInt8]) -> Bool {
        for byte in bytes where byte <= UInt8(ascii: "\r") && isLineEnd(byte) {
            return true
        }
        return false
    }

    static func withoutLineEnds(_ text: String) -> [UInt8] {
        text.utf8.filter { !isLineEnd($0) }
    }

    /// `bytes` without the C0 controls and spaces at either end.
    static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> { bytes.trimming { $0 <= 0x20 } }

    /// The offset in `bytes` of the byte at `position` in the cleaned input.
    static func offset(_ position: Int, in bytes: [UInt8]) -> Int {
        var remaining = position
        let kept = trimmed(bytes)
        for index in kept.indices where !isLineEnd(bytes[index]) {
            if remaining == 0 { return index }
            remaining -= 1
        }
        return kept.endIndex
    }

    /// In URLs of these schemes `\` is equivalent to `/`.
    static func isSlash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
    }

    static func endsAuthority(_ byte: UInt8) -> Bool { endsSegment(byte) }

    static func endsSegment(_ byte: UInt8) -> Bool {
        isSlash(byte) || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
