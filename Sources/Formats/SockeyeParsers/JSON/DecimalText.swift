/// Conversions from the text of a JSON number that the caller has validated (RFC 8259 section 6).
enum DecimalText {
    /// The parts of a number: `mantissa × 10^exponent`, as long as the mantissa fits 64 bits.
    struct Parts {
        var isNegative = false
        var mantissa: UInt64 = 0
        var exponent = 0
        /// Whether digits were lost because the mantissa is full.
        var isTruncated = false
    }

    /// The exact integer value of `text`, also if written with a point or an exponent (`1.0`, `12e2`); `nil` if it
    /// isn't an integer or doesn't fit.
    static func integer<Integer: FixedWidthInteger>(_ text: ByteWindow, as type: Integer.Type) -> Integer? {
        if let value = plainInteger(text) { return Integer(exactly: value) }
        if Integer.bitWidth > 64 { return wideInteger(text, as: type) }
        var parts = Parts()
        read(text, into: &parts)
        if parts.isTruncated { return nil }
        while parts.exponent < 0, parts.mantissa != 0 {
            let (quotient, remainder) = parts.mantissa.quotientAndRemainder(dividingBy: 10)
            if remainder != 0 { return nil }
            parts.mantissa = quotient
            parts.exponent += 1
        }
        while parts.exponent > 0, parts.mantissa != 0 {
            let (product, overflow) = parts.mantissa.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            parts.mantissa = product
            parts.exponent -= 1
        }
        if !parts.isNegative { return Integer(exactly: parts.mantissa) }
        if parts.mantissa > UInt64(1) << 63 { return nil }
        return Integer(exactly: Int64(truncatingIfNeeded: 0 &- parts.mantissa))
    }

    /// As `integer`, for types that are wider than the mantissa.
    private static func wideInteger<Integer: FixedWidthInteger>(_ text: ByteWindow, as type: Integer.Type) -> Integer? {
        var digits: [UInt8] = []
        var parts = Parts()
        var isFraction = false
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            if byte == UInt8(ascii: ".") {
                isFraction = true
            } else if ByteWindow.isDigit(byte) {
                if isFraction { parts.exponent -= 1 }
                if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
            } else if byte != UInt8(ascii: "-") {
                readExponent(text, from: index, into: &parts)
                break
            }
        }
        if digits.isEmpty { return 0 }
        while parts.exponent < 0, digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            parts.exponent += 1
        }
        // Each digit stands for more than three bits.
        guard parts.exponent >= 0, parts.exponent <= Integer.bitWidth / 3 else { return nil }
        digits += repeatElement(UInt8(ascii: "0"), count: parts.exponent)
        let sign = text[0] == UInt8(ascii: "-") ? "-" : ""
        return Integer(sign + String(decoding: digits, as: UTF8.self))
    }

    /// Whether a text can be a floating-point number as XML Schema writes them (part 2, sections 3.3.4 and 3.3.5). Swift's
    /// initializers also take hexadecimal digits, and more names.
    static func isFloatingPoint(_ text: String) -> Bool {
        if ["INF", "+INF", "-INF", "NaN"].contains(text) { return true }
        return text.utf8.allSatisfy { ByteWindow.isNumberByte($0) }
    }

    /// The nearest `Double`, ties to even; `nil` if it would be infinite.
    static func double(_ text: ByteWindow) -> Double? {
        var parts = Parts()
        read(text, into: &parts)
        // Mantissa and power of ten are both exact doubles here, so one operation rounds once, hence correctly (W. D.
        // Clinger, "How to read floating point numbers accurately", 1990). Much faster than the general conversion.
        if !parts.isTruncated, parts.mantissa <= 1 << 53, parts.exponent >= -22, parts.exponent <= 22 {
            let mantissa = Double(parts.mantissa)
            let power = powersOfTen[abs(parts.exponent)]
            let magnitude = parts.exponent < 0 ? mantissa / power : mantissa * power
            return parts.isNegative ? -magnitude : magnitude
        }
        let converted = Double(String(copying: text.text(from: 0, to: text.count, isASCII: true)))
        guard let converted, converted.isFinite else { return nil }
        return converted
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]

    /// The value of up to eighteen digits, with a sign or without; `nil` for any other number.
    @inline(__always)
    private static func plainInteger(_ text: ByteWindow) -> Int64? {
        let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
        var index = isNegative ? 1 : 0
        guard text.count - index <= 18 else { return nil }
        var value: Int64 = 0
        while index < text.count {
            guard ByteWindow.isDigit(text[index]) else { return nil }
            value = value &* 10 &+ Int64(text[index] &- 0x30)
            index &+= 1
        }
        return isNegative ? -value : value
    }

    private static func read(_ text: ByteWindow, into parts: inout Parts) {
        let count = text.count
        var index = 0
        if count > 0, text[0] == UInt8(ascii: "-") {
            parts.isNegative = true
            index = 1
        }
        var isFraction = false
        var isFull = false
        // Nineteen digits always fit.
        var room = 19
        while index < count {
            let byte = text[index]
            if byte == UInt8(ascii: ".") {
                isFraction = true
            } else if ByteWindow.isDigit(byte), room > 0 {
                room &-= 1
                parts.mantissa = parts.mantissa &* 10 &+ UInt64(byte &- 0x30)
                if isFraction { parts.exponent &-= 1 }
            } else if ByteWindow.isDigit(byte) {
                let (scaled, overflow) = parts.mantissa.multipliedReportingOverflow(by: 10)
                let (sum, carry) = scaled.addingReportingOverflow(UInt64(byte &- 0x30))
                if overflow || carry || isFull {
                    // The mantissa is full: further digits only scale it, and are lost unless they are zeros.
                    isFull = true
                    if byte != UInt8(ascii: "0") { parts.isTruncated = true }
                    if !isFraction { parts.exponent += 1 }
                } else {
                    parts.mantissa = sum
                    if isFraction { parts.exponent -= 1 }
                }
            } else {
                break
            }
            index += 1
        }
        guard index < count else { return }
        readExponent(text, from: index + 1, into: &parts)
    }

    private static func readExponent(_ text: ByteWindow, from start: Int, into parts: inout Parts) {
        var index = start
        var isNegative = false
        if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
            isNegative = text[index] == UInt8(ascii: "-")
            index += 1
        }
        var exponent = 0
        while index < text.count {
            // Beyond this bound the result no longer depends on the exponent's value.
            if exponent < 100_000_000 { exponent = exponent * 10 + Int(text[index] &- 0x30) }
            index += 1
        }
        parts.exponent += isNegative ? -exponent : exponent
    }
}
