/// The version in a start line (RFC 9112 section 2.3), as far as it changes how a message is read.
///
/// Closed: others are refused, since there is no HTTP/1.2, and never will be (RFC 9110 section 2.5).
public enum HTTPVersion: Sendable, Hashable, CustomStringConvertible {
    /// HTTP/1.0: no persistence unless both sides say keep-alive, and no chunked coding.
    case http10
    /// HTTP/1.1: persistent unless one side says close.
    case http11

    /// The version as in the start line: `HTTP/1.0` or `HTTP/1.1`.
    public var description: String { self == .http10 ? "HTTP/1.0" : "HTTP/1.1" }
}
