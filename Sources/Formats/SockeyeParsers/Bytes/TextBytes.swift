// Bytes and characters, for all text formats here.

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
