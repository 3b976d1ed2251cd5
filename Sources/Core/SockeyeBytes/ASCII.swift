/// Digits and letters as bytes. What every request and every body passes through is inlined where it is used.
@usableFromInline
package enum ASCII {
    /// The value of a decimal digit; `nil` for any other byte.
    @inlinable
    package static func decimalDigit(_ byte: UInt8) -> UInt8? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? byte - UInt8(ascii: "0") : nil
    }

    /// The value of a hexadecimal digit; `nil` for any other byte.
    @inlinable
    package static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The two hexadecimal digits of `byte`, in capitals unless `inCapitals` is false.
    @inlinable
    package static func hexadecimal(_ byte: UInt8, inCapitals: Bool) -> (high: UInt8, low: UInt8) {
        let letters = UInt8(ascii: inCapitals ? "A" : "a") - 10
        let (high, low) = (byte >> 4, byte & 15)
        return (high + (high < 10 ? UInt8(ascii: "0") : letters), low + (low < 10 ? UInt8(ascii: "0") : letters))
    }

    /// `byte` in lowercase if it is an ASCII letter.
    @inlinable
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// A decimal number and nothing else: no sign, no space, at least one digit, no overflow.
    ///
    /// Content-Length, Content-Range and the like are 1*DIGIT; anything looser is how requests are smuggled
    /// (RFC 9112 section 11.2).
    @inlinable
    package static func decimalNumber(_ bytes: some Sequence<UInt8>) -> Int64? {
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

    /// The same for numbers that may be of any size, such as seconds to wait: one that overflows counts as the largest.
    package static func largeNumber(_ bytes: some Collection<UInt8>) -> Int64? {
        if let number = decimalNumber(bytes) { return number }
        return !bytes.isEmpty && bytes.allSatisfy { decimalDigit($0) != nil } ? .max : nil
    }

    /// The digits of a number that isn't negative, with zeros before them up to `width`.
    package static func padded(
        _ number: some BinaryInteger, to width: Int = 2, radix: Int = 10, inCapitals: Bool = false
    ) -> String {
        let digits = String(number, radix: radix, uppercase: inCapitals)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// `bytes` with each `%XX` decoded; a `%` that two hexadecimal digits don't follow stays. In forms `+` is a space.
    package static func percentDecoded(_ bytes: ArraySlice<UInt8>, isForm: Bool = false) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), bytes.endIndex - index > 2, let high = hexadecimalDigit(bytes[index + 1]),
                let low = hexadecimalDigit(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(isForm && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
                index += 1
            }
        }
        return decoded
    }
}
