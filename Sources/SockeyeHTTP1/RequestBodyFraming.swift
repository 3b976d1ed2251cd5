/// How the end of a request's body is marked (RFC 9112 section 6).
public enum RequestBodyFraming: Sendable, Hashable {
    /// No body; neither Content-Length nor Transfer-Encoding is added.
    case none
    /// Exactly this many bytes (not negative); adds Content-Length.
    case contentLength(Int64)
    /// Pieces of any length, each with its size before it; adds `Transfer-Encoding: chunked`. HTTP/1.1 only.
    case chunked
}
