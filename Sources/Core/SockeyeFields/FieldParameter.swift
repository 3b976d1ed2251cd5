internal import SockeyeBytes

/// A parameter of a field value: `name=value` or `name="value"` (RFC 9110 section 5.6.6).
public struct FieldParameter: Sendable, Hashable {
    /// The name in lowercase; names are case-insensitive.
    public let name: String
    /// The value's octets without quotes and escapes; their case is kept.
    public let octets: [UInt8]

    /// The value as text, with U+FFFD for anything that isn't UTF-8; ``octets`` has all of it.
    public var value: String { String(decoding: octets, as: UTF8.self) }

    /// Makes a parameter.
    ///
    /// - Parameters:
    ///   - name: a token, in any case.
    ///   - value: any text.
    public init(name: String, value: String) {
        self.init(name: name, octets: Array(value.utf8))
    }

    /// Makes a parameter whose value need not be text.
    package init(name: String, octets: [UInt8]) {
        self.name = FieldParameter.asciiLowercased(name)
        self.octets = octets
    }

    /// The parameter for sending, quoted if necessary; `nil` if it can't be sent as text: the name isn't a token, or the
    /// value isn't UTF-8 or contains a line end or another control.
    package var serialized: String? {
        guard !name.isEmpty, name.utf8.allSatisfy(Grammar.isTokenByte),
            let value = String(validating: octets, as: UTF8.self).flatMap(FieldParameter.tokenOrQuotedString)
        else { return nil }
        return "\(name)=\(value)"
    }

    /// `text` as a token if it is one, else as a quoted-string; `nil` if it contains a control.
    static func tokenOrQuotedString(_ text: String) -> String? {
        if !text.isEmpty, text.utf8.allSatisfy(Grammar.isTokenByte) { return text }
        return quotedString(text)
    }

    /// `text` as a quoted-string (RFC 9110 section 5.6.4); `nil` if it contains a control, which is illegal.
    static func quotedString(_ text: String) -> String? {
        quotedString(text.utf8).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The same for octets that need not be text.
    package static func quotedString(_ octets: some Sequence<UInt8>) -> [UInt8]? {
        var quoted: [UInt8] = [UInt8(ascii: "\"")]
        for byte in octets {
            guard Grammar.isFieldValueByte(byte) else { return nil }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { quoted.append(UInt8(ascii: "\\")) }
            quoted.append(byte)
        }
        quoted.append(UInt8(ascii: "\""))
        return quoted
    }

    static func asciiLowercased(_ text: String) -> String {
        String(decoding: text.utf8.map(ASCII.lowercased), as: UTF8.self)
    }
}

extension [FieldParameter] {
    /// The value of the first parameter of that name, given in lowercase.
    func value(of name: String) -> String? {
        first { $0.name == name }?.value
    }

    /// The same as octets.
    func octets(of name: String) -> [UInt8]? {
        first { $0.name == name }?.octets
    }

    /// Whether a name occurs twice.
    var hasDuplicates: Bool {
        Set(map(\.name)).count != count
    }
}
