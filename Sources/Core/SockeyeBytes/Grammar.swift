/// The character classes of RFC 9110 section 5.6, as byte predicates.
@usableFromInline
package enum Grammar {
    /// Whether a token may contain `byte` (RFC 9110 section 5.6.2): methods, field names, parameters.
    @inlinable
    package static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default:
            false
        }
    }

    /// Whether a field value may contain `byte` (RFC 9110 section 5.5): visible ASCII, space, tab and the opaque bytes
    /// from 0x80 up, but not CR, LF, NUL or the other controls.
    @inlinable
    package static func isFieldValueByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 ? byte != 0x7F : byte == UInt8(ascii: "\t")
    }

    /// Whether `byte` is optional white space, OWS (RFC 9110 section 5.6.3): space or tab.
    @inlinable
    package static func isOptionalWhiteSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}

extension BidirectionalCollection<UInt8> {
    /// Without the blank bytes at both ends, by default spaces and tabs.
    @inlinable
    package func trimming(_ isBlank: (UInt8) -> Bool = Grammar.isOptionalWhiteSpace) -> SubSequence {
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return prefix(0)
        }
        return self[first...last]
    }
}
