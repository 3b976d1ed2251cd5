internal import SockeyeBytes

/// Scans a field value from left to right: the building blocks of RFC 9110 section 5.6.
///
/// Each method either takes what its name says and moves past it, or takes nothing and returns `nil` or `false`.
struct FieldScanner {
    let bytes: [UInt8]
    /// The offset of the next byte.
    var position = 0
    /// Whether a backslash in a quoted-string stays where no sender need write one (RFC 9110 section 5.6.4): then it is the
    /// separator of a path of Windows.
    var keepsSeparators = false

    init(_ octets: [UInt8]) {
        bytes = octets
    }

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position >= bytes.count }

    /// The next byte; `nil` at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Takes `byte` if it is next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// Takes bytes while `accepts` returns true; may take none.
    mutating func takeWhile(_ accepts: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, accepts(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    /// Skips OWS or BWS: spaces and tabs.
    mutating func skipWhiteSpace() {
        _ = takeWhile(Grammar.isOptionalWhiteSpace)
    }

    /// 1*DIGIT within `Int64`.
    mutating func number() -> Int64? {
        let start = position
        let digits = takeWhile { ASCII.decimalDigit($0) != nil }
        guard let number = ASCII.decimalNumber(digits) else {
            position = start
            return nil
        }
        return number
    }

    /// A token (RFC 9110 section 5.6.2).
    mutating func token() -> String? {
        let token = takeWhile(Grammar.isTokenByte)
        return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
    }

    /// A quoted-string (RFC 9110 section 5.6.4) without its quotes and backslashes.
    mutating func quotedString() -> [UInt8]? {
        let start = position
        guard take(UInt8(ascii: "\"")) else { return nil }
        var value: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return value
            case UInt8(ascii: "\\"):
                guard let escaped = next, Grammar.isFieldValueByte(escaped) else {
                    position = start
                    return nil
                }
                position += 1
                if keepsSeparators, escaped != UInt8(ascii: "\""), escaped != UInt8(ascii: "\\") { value.append(byte) }
                value.append(escaped)
            default:
                guard Grammar.isFieldValueByte(byte) else {
                    position = start
                    return nil
                }
                value.append(byte)
            }
        }
        position = start
        return nil
    }

    /// A token or a quoted-string: the value of a parameter.
    mutating func parameterValue() -> [UInt8]? {
        if next == UInt8(ascii: "\"") { return quotedString() }
        let token = takeWhile(Grammar.isTokenByte)
        return token.isEmpty ? nil : Array(token)
    }

    /// `name=value` (RFC 9110 section 5.6.6).
    ///
    /// - Parameter allowingWhiteSpace: whether to allow white space around `=`, as in authentication parameters (RFC 9110
    ///   section 11.2), Link (RFC 8288 section 3) and Content-Disposition (RFC 6266 section 4.1).
    mutating func parameter(allowingWhiteSpace: Bool = false) -> FieldParameter? {
        let start = position
        if let name = token() {
            if allowingWhiteSpace { skipWhiteSpace() }
            if take(UInt8(ascii: "=")) {
                if allowingWhiteSpace { skipWhiteSpace() }
                if let value = parameterValue() { return FieldParameter(name: name, octets: value) }
            }
        }
        position = start
        return nil
    }

    /// `*( OWS ";" OWS [ parameter ] )` to the end of the value; `nil` if there is anything else.
    mutating func parameters(allowingWhiteSpace: Bool = false) -> [FieldParameter]? {
        var parameters: [FieldParameter] = []
        while true {
            skipWhiteSpace()
            if isAtEnd { return parameters }
            guard take(UInt8(ascii: ";")) else { return nil }
            skipWhiteSpace()
            if isAtEnd || next == UInt8(ascii: ";") { continue }
            guard let parameter = parameter(allowingWhiteSpace: allowingWhiteSpace) else { return nil }
            parameters.append(parameter)
        }
    }
}
