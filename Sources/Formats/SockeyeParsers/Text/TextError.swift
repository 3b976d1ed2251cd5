/// Why text in lines, forms or events was refused, and where.
public struct TextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    @nonexhaustive
    public enum Reason: Sendable, Hashable {
        /// A line, field or event is longer than the named limit allows.
        case tooLong(what: String, limit: Int)
        /// There are more fields than allowed.
        case tooManyFields(limit: Int)
        /// The bytes are not valid in the text's encoding.
        case invalidBytes(encoding: String)
        /// The charset is not supported.
        case unsupportedCharset(String)
    }

    /// What is wrong.
    public var reason: Reason
    /// Where: the first byte that was refused.
    public var position: TextPosition

    /// Makes an error from its parts.
    package init(reason: Reason, position: TextPosition = .init()) {
        self.reason = reason
        self.position = position
    }

    /// For example `text error at line 2, column 1 (byte 80): the line is longer than 64 bytes (raise the limit …)`.
    public var description: String {
        let message =
            switch reason {
            case .tooLong(let what, let limit):
                "the \(what) is longer than \(limit) bytes; raise the limit if the sender can be trusted"
            case .tooManyFields(let limit): "there are more than \(limit) fields"
            case .invalidBytes(let encoding): "the bytes are not valid \(encoding)"
            case .unsupportedCharset(let name): "no decoder for the charset \"\(name)\"; read the body as bytes"
            }
        return "text error at \(position): \(message)"
    }
}

/// What to do with bytes that are invalid in a text's encoding.
@nonexhaustive
public enum InvalidBytesPolicy: Sendable, Hashable {
    /// The text is refused.
    case refuse
    /// Each invalid sequence becomes U+FFFD, the replacement character.
    case replace
}
