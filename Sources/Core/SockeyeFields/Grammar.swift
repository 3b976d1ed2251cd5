/// The character classes of RFC 9110 section 5.6, as byte predicates.
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
    static func isFieldValueByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 ? byte != 0x7F : byte == UInt8(ascii: "\t")
    }

    /// Whether `byte` is optional white space, OWS (RFC 9110 section 5.6.3): space or tab.
    static func isOptionalWhiteSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// The value of a decimal digit; `nil` for any other byte.
    @inlinable
    package static func decimalDigit(_ byte: UInt8) -> UInt8? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? byte - UInt8(ascii: "0") : nil
    }

    /// The value of a hexadecimal digit; `nil` for any other byte.
    static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// `byte` in lowercase if it is an ASCII letter.
    @inlinable
    package static func asciiLowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// A decimal number and nothing else: no sign, no space, at least one digit, no overflow.
    ///
    /// Content-Length, Content-Range and the like are 1*DIGIT; anything looser is how requests are smuggled
    /// (RFC 9112 section 11.2).
    static func decimalNumber(_ bytes: some Sequence<UInt8>) -> Int64? {
        var number: Int64 = 0
        var isEmpty = true
        for byte in bytes {
            guard let digit = decimalDigit(byte) else { return nil }
            let (scaled, scaleOverflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflow) = scaled.addingReportingOverflow(Int64(digit))
            if scaleOverflow || sumOverflow { return nil }
            number = sum
            isEmpty = false
        }
        return isEmpty ? nil : number
    }
}
