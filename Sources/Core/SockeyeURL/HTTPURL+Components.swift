extension HTTPURL {
    /// The scheme in lowercase: `http`, `https`, `ws` or `wss`.
    public var scheme: String { layout.scheme.name }

    /// Whether the scheme asks for TLS: https or wss.
    public var isSecure: Bool { layout.scheme.isSecure }

    /// The user name as serialized, percent-encoded; empty if none.
    public var username: String { text(layout.usernameStart, layout.usernameEnd) }

    /// The password as serialized, percent-encoded; empty if none.
    public var password: String {
        // user ':' password '@' host; without a password '@' follows the user name.
        let end = layout.hostStart - 1
        guard layout.hostStart > layout.usernameStart, end > layout.usernameEnd else { return "" }
        return text(layout.usernameEnd + 1, end)
    }

    /// Whether the URL has a user name or a password.
    package var hasCredentials: Bool { layout.hostStart > layout.usernameStart }

    /// The host as serialized: a name in lowercase, an IPv4 address, or an IPv6 address in brackets.
    public var host: String { text(layout.hostStart, layout.hostEnd) }

    /// The kind of host.
    package var hostKind: HostKind { layout.hostKind }

    /// The host for a resolver or `inet_pton(3)`: ``host`` without brackets.
    package var hostForConnecting: String {
        layout.hostKind == .ipv6 ? text(layout.hostStart + 1, layout.hostEnd - 1) : host
    }

    /// The port; `nil` for the scheme's default.
    public var port: UInt16? { layout.port }

    /// The port to connect to: ``port``, or the default of 80, or 443 with TLS.
    public var effectivePort: UInt16 { layout.port ?? layout.scheme.defaultPort }

    /// The path, percent-encoded; begins with `/`.
    public var path: String { text(layout.pathStart, layout.queryStart) }

    /// The query without its `?`, percent-encoded; `nil` if there is no `?`.
    public var query: String? {
        layout.queryStart < layout.fragmentStart ? text(layout.queryStart + 1, layout.fragmentStart) : nil
    }

    /// The fragment without its `#`, percent-encoded; `nil` if there is no `#`. It is never sent.
    public var fragment: String? {
        hasFragment ? text(layout.fragmentStart + 1, href.utf8.count) : nil
    }

    /// The request target in origin-form: path and query (RFC 9112 section 3.2.1).
    public var pathAndQuery: String { text(layout.pathStart, layout.fragmentStart) }

    /// `host` or `host:port` for the Host field (RFC 9110 section 7.2): no credentials, no default port.
    public var authority: String { text(layout.hostStart, layout.pathStart) }

    /// Scheme, host and port as text, such as `https://example.com:8443` (RFC 6454 section 6.2).
    public var origin: String {
        hasCredentials ? "\(scheme)://\(authority)" : text(0, layout.pathStart)
    }

    /// The absolute-form request target for a proxy: the URL without credentials and fragment (RFC 9112 section
    /// 3.2.2; RFC 9110 section 4.2.4 forbids sending the credentials).
    package var absoluteForm: String {
        if hasCredentials { return origin + pathAndQuery }
        return hasFragment ? text(0, layout.fragmentStart) : href
    }

    /// Whether both have the same scheme, host and port, so that credentials may be sent to both (RFC 9110 section 4.3.1).
    public func hasSameOrigin(as other: HTTPURL) -> Bool {
        layout.scheme == other.layout.scheme
            && slice(layout.hostStart, layout.pathStart) == other.slice(other.layout.hostStart, other.layout.pathStart)
    }

    var hasFragment: Bool { layout.fragmentStart < href.utf8.count }

    func text(_ start: Int, _ end: Int) -> String {
        // A slice is three times the work.
        let text = href.utf8.withContiguousStorageIfAvailable { String(decoding: $0[start..<end], as: UTF8.self) }
        if let text { return text }
        return String(slice(start, end))
    }

    /// The bytes from `start` up to `end`, which are offsets of `layout`; not a copy.
    func slice(_ start: Int, _ end: Int) -> Substring {
        Substring(href.utf8.dropFirst(start).prefix(end - start))
    }
}
