internal import SockeyeBytes

/// A value of a structured field (RFC 9651), as far as fields that are read here have it.
///
/// A field that isn't as the RFC has it has no value at all (section 4.2): what is left of it could mean something else.
package enum StructuredValue: Sendable, Hashable {
    /// An integer (section 3.3.1).
    case integer(Int64)
    /// A boolean (section 3.3.6).
    case boolean(Bool)
    /// A byte sequence (section 3.3.5) in base64, which need not be padded (section 4.2.7).
    case bytes(base64: String)
    /// A decimal, string, token, date, display string or inner list.
    case other

    /// Parses an item (section 4.2.3); its parameters are checked and dropped.
    package static func item(in text: String) -> StructuredValue? {
        var scanner = FieldScanner(text)
        scanner.skipSpaces()
        guard let value = scanner.structuredItem() else { return nil }
        scanner.skipSpaces()
        return scanner.isAtEnd ? value : nil
    }

    /// Parses a dictionary (section 4.2.2) into its members, in order; of a key that is repeated, the last value counts.
    package static func dictionary(in text: String) -> [(key: String, value: StructuredValue)]? {
        var scanner = FieldScanner(text)
        var members: [(key: String, value: StructuredValue)] = []
        var places: [String: Int] = [:]
        scanner.skipSpaces()
        while !scanner.isAtEnd {
            guard let key = scanner.structuredKey(), let value = scanner.structuredMember() else { return nil }
            // Not by a search: a head has room for tens of thousands of keys.
            if let place = places[key] {
                members[place].value = value
            } else {
                places[key] = members.count
                members.append((key, value))
            }
            scanner.skipWhiteSpace()
            if scanner.isAtEnd { break }
            guard scanner.take(UInt8(ascii: ",")) else { return nil }
            scanner.skipWhiteSpace()
            if scanner.isAtEnd { return nil }
        }
        return members
    }
}

extension FieldScanner {
    fileprivate mutating func skipSpaces() {
        _ = takeWhile { $0 == UInt8(ascii: " ") }
    }

    /// A key (section 4.2.3.3).
    fileprivate mutating func structuredKey() -> String? {
        guard let first = next, Self.isLowercase(first) || first == UInt8(ascii: "*") else { return nil }
        let key = takeWhile { Self.isLowercase($0) || ASCII.decimalDigit($0) != nil || "_-.*".utf8.contains($0) }
        return String(decoding: key, as: UTF8.self)
    }

    /// What follows the key of a dictionary's member; a key alone is true.
    fileprivate mutating func structuredMember() -> StructuredValue? {
        guard take(UInt8(ascii: "=")) else { return skipParameters() ? .boolean(true) : nil }
        return next == UInt8(ascii: "(") ? innerList() : structuredItem()
    }

    /// An item and its parameters.
    fileprivate mutating func structuredItem() -> StructuredValue? {
        guard let value = bareItem(), skipParameters() else { return nil }
        return value
    }

    /// An inner list (section 4.2.1.2).
    private mutating func innerList() -> StructuredValue? {
        guard take(UInt8(ascii: "(")) else { return nil }
        while true {
            skipSpaces()
            if take(UInt8(ascii: ")")) { return skipParameters() ? .other : nil }
            guard structuredItem() != nil, next == UInt8(ascii: " ") || next == UInt8(ascii: ")") else { return nil }
        }
    }

    /// Skips parameters (section 4.2.3.2); false if they are malformed.
    private mutating func skipParameters() -> Bool {
        while take(UInt8(ascii: ";")) {
            skipSpaces()
            guard structuredKey() != nil, !take(UInt8(ascii: "=")) || bareItem() != nil else { return false }
        }
        return true
    }

    private mutating func bareItem() -> StructuredValue? {
        guard let first = next else { return nil }
        switch first {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return structuredNumber()
        case UInt8(ascii: ":"): return byteSequence()
        case UInt8(ascii: "?"):
            position += 1
            if take(UInt8(ascii: "1")) { return .boolean(true) }
            return take(UInt8(ascii: "0")) ? .boolean(false) : nil
        case UInt8(ascii: "\""): return structuredString()
        case UInt8(ascii: "@"):
            position += 1
            if case .integer = structuredNumber() { return .other }
            return nil
        case UInt8(ascii: "%"): return displayString()
        case UInt8(ascii: "*"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            _ = takeWhile { Grammar.isTokenByte($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
            return .other
        default: return nil
        }
    }

    /// An integer of at most 15 digits, or a decimal of at most 12 and 3 (section 4.2.4).
    private mutating func structuredNumber() -> StructuredValue? {
        let isNegative = take(UInt8(ascii: "-"))
        let digits = takeWhile { ASCII.decimalDigit($0) != nil }
        guard (1...15).contains(digits.count), let number = ASCII.decimalNumber(digits) else { return nil }
        guard take(UInt8(ascii: ".")) else { return .integer(isNegative ? -number : number) }
        let fraction = takeWhile { ASCII.decimalDigit($0) != nil }
        return digits.count <= 12 && (1...3).contains(fraction.count) ? .other : nil
    }

    private mutating func byteSequence() -> StructuredValue? {
        position += 1
        let base64 = takeWhile { byte in
            Self.isLowercase(byte) || Self.isUppercase(byte) || ASCII.decimalDigit(byte) != nil
                || "+/=".utf8.contains(byte)
        }
        return take(UInt8(ascii: ":")) ? .bytes(base64: String(decoding: base64, as: UTF8.self)) : nil
    }

    /// A string (section 4.2.5): ASCII, in which a backslash escapes only a quote or a backslash.
    private mutating func structuredString() -> StructuredValue? {
        position += 1
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return .other
            case UInt8(ascii: "\\"):
                guard take(UInt8(ascii: "\"")) || take(UInt8(ascii: "\\")) else { return nil }
            default: if !(0x20...0x7E).contains(byte) { return nil }
            }
        }
        return nil
    }

    /// A display string (section 4.2.10): UTF-8, percent-encoded with lowercase digits.
    private mutating func displayString() -> StructuredValue? {
        position += 1
        guard take(UInt8(ascii: "\"")) else { return nil }
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self) == nil ? nil : .other
            case UInt8(ascii: "%"):
                let digits = bytes[position...].prefix(2).map {
                    Self.isUppercase($0) ? nil : ASCII.hexadecimalDigit($0)
                }
                guard digits.count == 2, let high = digits[0], let low = digits[1] else { return nil }
                text.append(high << 4 | low)
                position += 2
            default:
                guard (0x20...0x7E).contains(byte) else { return nil }
                text.append(byte)
            }
        }
        return nil
    }

    private static func isLowercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isUppercase(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
}
