// Bytes and characters, for all text formats here.

/// Appends `scalar`, which must not be a surrogate or above U+10FFFF, as UTF-8.
func appendUTF8(_ scalar: UInt32, to bytes: inout [UInt8]) {
    switch scalar {
    case ..<0x80:
        bytes.append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
        bytes.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    case ..<0x1_0000:
        bytes.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    default:
        bytes.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
        bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    }
}

/// The value of a hexadecimal digit; `nil` for other bytes.
@inlinable
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// The lowercase digits as bytes.
let hexadecimalDigits = Array("0123456789abcdef".utf8)
