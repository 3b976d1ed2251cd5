internal import SockeyeBytes

/// Why a JSON text was refused, and where.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public var reason: Reason
    /// Where: the first byte that is not allowed there.
    public var position: TextPosition

    /// Makes an error from its parts.
    package init(reason: Reason, position: TextPosition) {
        self.reason = reason
        self.position = position
    }

    /// For example `JSON error at line 1, column 7 (byte 6): expected a value, found ']'`.
    public var description: String { "JSON error at \(position): \(reason)" }

    /// The rules of RFC 8259 that a text can break, and the limits it can exceed.
    @nonexhaustive
    public enum Reason: Error, Sendable, Hashable {
        /// The text ends before its value does. The associated text says what is still open.
        case unexpectedEnd(String)
        /// A byte that RFC 8259 section 2 does not allow here. The associated text says what is expected.
        case unexpectedByte(UInt8, expected: String)
        /// An unescaped control character (U+0000 to U+001F) in a string (RFC 8259 section 7).
        case controlCharacter(UInt8)
        /// A backslash followed by something that isn't an escape (RFC 8259 section 7).
        case invalidEscape
        /// A `\u` escape for half of a surrogate pair, which is not a character (RFC 8259 section 8.2).
        case loneSurrogate
        /// The bytes are not UTF-8 (RFC 8259 section 8.1).
        case invalidUTF8
        /// The digits don't form a number (RFC 8259 section 6): a leading zero, no digit after the point, and so on.
        case invalidNumber(String)
        /// The text is a string, number or literal, and ``JSONReadingOptions/allowsFragments`` is off.
        case fragment
        /// An object has this name twice, and ``JSONReadingOptions/duplicateNames`` refuses that.
        case duplicateName(String)
        /// Arrays and objects are nested deeper than ``JSONLimits/depthLimit``.
        case tooDeep(limit: Int)
        /// The text is longer than ``JSONLimits/sizeLimit``, or a part that is kept than ``JSONLimits/elementLimit``.
        case tooLarge(limit: Int)
        /// A string is longer than ``JSONLimits/stringLimit``.
        case stringTooLong(limit: Int)
        /// A number has more characters than ``JSONLimits/numberLimit``.
        case numberTooLong(limit: Int)
        /// A handler refused the value.
        case refused(String)
    }
}

extension JSONError.Reason: CustomStringConvertible {
    /// One sentence, without the position.
    public var description: String {
        switch self {
        case .unexpectedEnd(let open): "the text ends \(open)"
        case .unexpectedByte(let byte, let expected):
            "expected \(expected), found \(printable(byte))"
                + (Self.isOfWiderUnits(byte) ? "; JSON is UTF-8, not UTF-16" : "")
        case .controlCharacter(let byte):
            "a string holds the control character \(printable(byte)); write it as an escape"
        case .invalidEscape: "invalid escape; after '\\' comes one of \" \\ / b f n r t or u and four hex digits"
        case .loneSurrogate: "a \\u escape names half of a surrogate pair; both halves must come together"
        case .invalidUTF8:
            "the bytes are not valid UTF-8, as JSON is (RFC 8259, section 8.1); convert them first, for example with iconv(1)"
        case .invalidNumber(let problem): "invalid number: \(problem)"
        case .fragment: "the text is not an array or object; set allowsFragments to accept single values"
        case .duplicateName(let name): "the name \"\(name)\" occurs twice in one object"
        case .tooDeep(let limit): "arrays and objects are nested more than \(limit) deep (depthLimit)"
        case .tooLarge(let limit): "the text is longer than \(limit) bytes (sizeLimit, elementLimit)"
        case .stringTooLong(let limit): "a string is longer than \(limit) bytes (stringLimit)"
        case .numberTooLong(let limit): "a number is longer than \(limit) characters (numberLimit)"
        case .refused(let message): message
        }
    }

    /// Whether the byte is part of a byte order mark of UTF-16 or half of an ASCII character in it. UTF-8 has no such bytes, and
    /// RFC 8259 section 8.1 allows nothing else.
    private static func isOfWiderUnits(_ byte: UInt8) -> Bool { byte == 0xFF || byte == 0xFE || byte == 0 }
}

/// `byte` for an error message: quoted if visible, otherwise in hexadecimal.
func printable(_ byte: UInt8) -> String {
    if byte > 0x20, byte < 0x7F { return "'\(Character(UnicodeScalar(byte)))'" }
    return "byte 0x" + ASCII.padded(byte, radix: 16, inCapitals: true)
}
