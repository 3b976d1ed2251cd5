/// Bytes as hexadecimal digits (RFC 4648 section 8).
package enum Hex {
    /// Encodes each byte as two lowercase digits.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            let digits = ASCII.hexadecimal(byte, inCapitals: false)
            text.append(digits.high)
            text.append(digits.low)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes digits in either case; `nil` for anything else, or an odd number of digits.
    package static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in text.utf8 {
            guard let value = ASCII.hexadecimalDigit(digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }
}
