public import SockeyeHTTP1

/// A cookie as a jar keeps it (RFC 6265bis section 5.5).
public struct Cookie: Sendable, Hashable {
    /// What the server asked about requests that another site causes. It is kept; this client has no sites.
    public enum SameSite: String, Sendable, Hashable {
        case strict = "Strict"
        case lax = "Lax"
        case none = "None"
    }

    /// The name; may be empty.
    public var name: String
    /// The value; may be empty.
    public var value: String
    /// The domain, in small letters, without a leading dot.
    public var domain: String
    /// Whether only the very host of `domain` gets it, and none below.
    public var isHostOnly: Bool
    /// The path at or below which it is sent.
    public var path: String
    /// When it ends; `nil` for the end of the session.
    public var expires: HTTPDate?
    /// Whether it is sent over TLS only.
    public var isSecure: Bool
    /// Whether it is kept from scripts; kept for the file's sake.
    public var isHTTPOnly: Bool
    /// What was said about other sites; `nil` when nothing was.
    public var sameSite: SameSite?

    /// A cookie of the given parts. Nothing is checked before a jar takes it.
    public init(
        name: String, value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
        expires: HTTPDate? = nil, isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil
    ) {
        self.name = name
        self.value = value
        self.domain = domain
        self.isHostOnly = isHostOnly
        self.path = path
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }
}
