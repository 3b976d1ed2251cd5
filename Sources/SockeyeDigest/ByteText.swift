/// Bytes as text: hexadecimal digits, and base64 (RFC 4648 section 4).
public enum ByteText {
    private static let hexDigits = Array("0123456789abcdef".utf8)
    private static let base64Digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// Two small digits a byte.
    public static func hex(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [hexDigits[Int($0 >> 4)], hexDigits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The bytes that `text` spells, in capitals or not; `nil` when it is no even number of digits.
    public static func bytes(hex text: some StringProtocol) -> [UInt8]? {
        let digits = text.utf8.map { hexValue($0) }
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        let values = digits.compactMap { $0 }
        return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Base64 with its padding.
    public static func base64(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? base64Digits[Int(bits >> UInt32(18 - 6 * place) & 63)] : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that `text` spells in base64; `nil` when it is malformed, unpadded or has bits left over.
    public static func bytes(base64 text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 4) else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 4) {
            let group = digits[start..<start + 4]
            let spelled = group.prefix { $0 != padding }
            let isLast = start + 4 == digits.count
            guard spelled.count == 4 || isLast && spelled.count >= 2 && group.dropFirst(spelled.count).allSatisfy({ $0 == padding })
            else { return nil }
            var bits: UInt32 = 0
            for digit in spelled {
                guard let value = base64Digits.firstIndex(of: digit) else { return nil }
                bits = bits << 6 | UInt32(value)
            }
            bits <<= UInt32(6 * (4 - spelled.count))
            let count = spelled.count - 1
            // RFC 4648 section 3.5: bits that stand for nothing must be zero.
            guard bits & (0xFF_FFFF >> UInt32(8 * count)) == 0 || count == 3 else { return nil }
            for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place))) }
        }
        return bytes
    }
}
