/// What the request line asks for, in one of the four forms of RFC 9112 section 3.2.
///
/// The text is sent as it is, so it must already be percent-encoded: visible ASCII only, without a fragment.
/// ``RequestHead/encode(into:)`` refuses everything else and names the offset. Closed: the RFC has no other forms.
public enum RequestTarget: Sendable, Hashable, CustomStringConvertible {
    /// Path and query, beginning with a slash: the usual form, sent to an origin server (section 3.2.1).
    case origin(String)
    /// A whole URL with its scheme: the form for a proxy (section 3.2.2).
    case absolute(String)
    /// `host:port`, for CONNECT only (section 3.2.3).
    case authority(String)
    /// `*`: the server as a whole, for OPTIONS only (section 3.2.4).
    case asterisk

    /// The target as in the request line.
    public var description: String {
        switch self {
        case .origin(let text), .absolute(let text), .authority(let text): text
        case .asterisk: "*"
        }
    }

    var form: HTTP1Error.CallerFault.TargetForm {
        switch self {
        case .origin: .origin
        case .absolute: .absolute
        case .authority: .authority
        case .asterisk: .asterisk
        }
    }
}
