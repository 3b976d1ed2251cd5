internal import SockeyeBytes
internal import SockeyeHTTP1
internal import SockeyeURL
public import SockeyeFields

/// A cookie as a jar keeps it (RFC 6265bis section 5.5).
public struct Cookie: Sendable, Hashable {
    /// The server's rule for requests caused by another site. Stored only: this client has no notion of sites.
    /// Closed: RFC 6265bis section 4.1.2.7 has no other values.
    public enum SameSite: String, Sendable, Hashable {
        /// Never for them.
        case strict = "Strict"
        /// Only for navigations.
        case lax = "Lax"
        /// For all of them.
        case none = "None"
    }

    /// The octets of the name, compared byte by byte; may be empty.
    package var nameOctets: [UInt8]
    /// The octets of the value; may be empty.
    package var valueOctets: [UInt8]
    /// The domain, in lowercase, without a leading dot.
    public var domain: String
    /// Whether it is sent to the host `domain` only, not to its subdomains.
    public var isHostOnly: Bool
    /// The octets of the path at or below which it is sent.
    package var pathOctets: [UInt8]
    /// When it expires; `nil` for the end of the session.
    public var expires: HTTPDate?
    /// Whether it is sent over TLS only.
    public var isSecure: Bool
    /// Whether scripts may not read it. Stored only so that a file keeps it.
    public var isHTTPOnly: Bool
    /// The SameSite attribute, if any.
    public var sameSite: SameSite?
    /// Whether the path is the default one, the directory of the URL that set the cookie: a file then shows it with the
    /// slash at its end, as curl does.
    var hasDefaultPath = false

    /// The path as a file shows it.
    var writtenPath: [UInt8] {
        hasDefaultPath && pathOctets.last != UInt8(ascii: "/") ? pathOctets + [UInt8(ascii: "/")] : pathOctets
    }

    /// The cookie as a jar may keep it; `nil` if one of its parts can't be told from another in a field or a file
    /// (RFC 6265bis section 5.6).
    var checked: Cookie? {
        func isClean(_ octets: [UInt8], without mark: UInt8) -> Bool {
            !octets.contains { $0 == mark || $0 == UInt8(ascii: ";") || $0 < 0x20 || $0 == 0x7F }
        }
        // A tab within the value is harmless: it is the last column of a file.
        guard isClean(nameOctets, without: UInt8(ascii: "=")),
            isClean(valueOctets.filter { $0 != 0x09 }, without: UInt8(ascii: ";")),
            isClean(pathOctets, without: UInt8(ascii: ";")), pathOctets.first == UInt8(ascii: "/"),
            !(nameOctets.isEmpty && valueOctets.isEmpty),
            nameOctets.count + valueOctets.count <= SetCookie.nameValueByteLimit
        else { return nil }
        var cookie = self
        let name = domain.hasPrefix(".") ? domain.dropFirst() : domain[...]
        cookie.domain = String(decoding: name.utf8.map(ASCII.lowercased), as: UTF8.self)
        return cookie.domain.isEmpty || !isClean(Array(cookie.domain.utf8), without: 0x20) ? nil : cookie
    }

    /// Creates a cookie without checking its parts; a jar does that.
    public init(
        name: String, value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
        expires: HTTPDate? = nil, isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil
    ) {
        self.init(
            nameOctets: Array(name.utf8), valueOctets: Array(value.utf8), domain: domain, isHostOnly: isHostOnly,
            pathOctets: Array(path.utf8), expires: expires, isSecure: isSecure, isHTTPOnly: isHTTPOnly,
            sameSite: sameSite)
    }

    /// Creates a cookie whose parts need not be text.
    public init(
        nameOctets: [UInt8], valueOctets: [UInt8], domain: String, isHostOnly: Bool = true,
        pathOctets: [UInt8] = Array("/".utf8), expires: HTTPDate? = nil, isSecure: Bool = false,
        isHTTPOnly: Bool = false,
        sameSite: SameSite? = nil
    ) {
        self.nameOctets = nameOctets
        self.valueOctets = valueOctets
        self.domain = domain
        self.isHostOnly = isHostOnly
        self.pathOctets = pathOctets
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }
}

// Text views, for display and for cookies known to be text: invalid UTF-8 reads as U+FFFD.
extension Cookie {
    /// The name as text.
    public var name: String {
        get { String(decoding: nameOctets, as: UTF8.self) }
        set { nameOctets = Array(newValue.utf8) }
    }

    /// The value as text.
    public var value: String {
        get { String(decoding: valueOctets, as: UTF8.self) }
        set { valueOctets = Array(newValue.utf8) }
    }

    /// The path as text.
    public var path: String {
        get { String(decoding: pathOctets, as: UTF8.self) }
        set { pathOctets = Array(newValue.utf8) }
    }
}
