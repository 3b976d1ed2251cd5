/// The version in a start line (RFC 9112 section 2.3), as far as it changes how a message is read.
///
/// A peer that answers `HTTP/1.2` or later within the major version 1 is treated as ``http11``: a higher minor
/// version may add, but not change, what 1.1 says (RFC 9110 section 2.5). Other major versions are refused.
public enum HTTPVersion: Sendable, Hashable, CustomStringConvertible {
    /// HTTP/1.0: no persistence unless both sides say keep-alive, and no chunked coding.
    case http10
    /// HTTP/1.1: persistent unless one side says close.
    case http11

    /// As the start line spells it: `HTTP/1.0` or `HTTP/1.1`.
    public var description: String {
        switch self {
        case .http10: "HTTP/1.0"
        case .http11: "HTTP/1.1"
        }
    }
}
