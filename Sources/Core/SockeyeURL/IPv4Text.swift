internal import SockeyeBytes

/// IPv4 addresses as the URL Standard parses them (section 3.5): one to four numbers, each decimal, octal with a
/// leading 0 or hexadecimal with 0x, the last one filling the remaining bytes; and as it serializes them, `192.0.2.1`.
enum IPv4Text {
    /// Whether the last label of `host`, ignoring a final dot, is a number; such a host can't be a name.
    static func endsInNumber(_ host: ArraySlice<UInt8>) -> Bool {
        let host = withoutFinalDot(host)
        let labelStart = host.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? host.startIndex
        let label = host[labelStart...]
        // Any notation begins with a digit: one byte decides for most hosts.
        guard let first = label.first, ASCII.decimalDigit(first) != nil else { return false }
        return label.allSatisfy { ASCII.decimalDigit($0) != nil } || number(label) != nil
    }

    /// The address; `nil` if `host` isn't one.
    static func parse(_ host: ArraySlice<UInt8>) -> UInt32? {
        var rest = withoutFinalDot(host)
        var address: UInt64 = 0
        for index in 0..<4 {
            let dot = rest.firstIndex(of: UInt8(ascii: "."))
            guard let value = number(rest[..<(dot ?? rest.endIndex)]) else { return nil }
            let bytes = dot == nil ? 4 - index : 1
            guard value < 1 << UInt64(8 * bytes) else { return nil }
            address = address << UInt64(8 * bytes) | value
            guard let dot else { return UInt32(exactly: address) }
            rest = rest[(dot + 1)...]
        }
        // A fifth number follows.
        return nil
    }

    /// Appends four decimal numbers separated by dots.
    static func append(_ address: UInt32, to output: inout [UInt8]) {
        // By hand, since interpolation and splitting were a large part of parsing a URL.
        for index in 0..<4 {
            let byte = UInt8(truncatingIfNeeded: address >> UInt32(24 - 8 * index))
            if byte >= 100 { output.append(UInt8(ascii: "0") + byte / 100) }
            if byte >= 10 { output.append(UInt8(ascii: "0") + byte / 10 % 10) }
            output.append(UInt8(ascii: "0") + byte % 10)
            if index < 3 { output.append(UInt8(ascii: ".")) }
        }
    }

    private static func withoutFinalDot(_ host: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        host.last == UInt8(ascii: ".") ? host.dropLast() : host
    }

    /// A number in one of the three notations; returns 2^32 for anything above 32 bits.
    private static func number(_ label: ArraySlice<UInt8>) -> UInt64? {
        guard let first = label.first else { return nil }
        var digits = label
        var radix: UInt64 = 10
        if first == UInt8(ascii: "0"), label.count > 1 {
            digits = digits.dropFirst()
            radix = 8
            if let second = digits.first, ASCII.lowercased(second) == UInt8(ascii: "x") {
                digits = digits.dropFirst()
                radix = 16
            }
        }
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = ASCII.hexadecimalDigit(byte), UInt64(digit) < radix else { return nil }
            value = min(value * radix + UInt64(digit), 1 << 32)
        }
        return value
    }
}
