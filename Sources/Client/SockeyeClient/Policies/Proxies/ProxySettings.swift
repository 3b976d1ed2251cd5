public import HTTPTypes
package import SockeyeHTTP1
public import SockeyeURL

/// Which proxy is used for which URL.
public struct ProxySettings: Sendable, Hashable {
    /// For http URLs.
    public var http: ProxyServer?
    /// For https URLs.
    public var https: ProxyServer?
    /// The hosts that bypass the proxies.
    public var exceptions: ProxyExceptions
    /// A SOCKS proxy in front of the proxy, or the only one for URLs that have none.
    public var before: ProxyServer?
    /// Whether http URLs use a tunnel (CONNECT) too.
    public var tunnelsAlways: Bool
    /// The version of CONNECT; default 1.1.
    package var connectVersion = HTTPVersion.http11
    /// Fields sent to the proxy only: with CONNECT, where Host and Proxy-Authorization among them replace its own, and with
    /// requests for http URLs that don't have such a field.
    public var fields: HTTPFields
    /// How credentials are used with an HTTP proxy.
    public var authentication: AuthenticationOptions

    /// Creates settings; by default Basic is sent to a proxy at once.
    public init(
        http: ProxyServer? = nil, https: ProxyServer? = nil,
        exceptions: ProxyExceptions = ProxyExceptions(parsing: ""), before: ProxyServer? = nil,
        tunnelsAlways: Bool = false, fields: HTTPFields = [:],
        authentication: AuthenticationOptions = AuthenticationOptions(schemes: [.basic], sendsBasicAtOnce: true)
    ) {
        self.http = http
        self.https = https
        self.exceptions = exceptions
        self.before = before
        self.tunnelsAlways = tunnelsAlways
        self.fields = fields
        self.authentication = authentication
    }

    /// No proxy.
    public static let none = ProxySettings()

    /// Reads the environment: `http_proxy` (in lowercase only, since a CGI server sets `HTTP_PROXY` from a request's
    /// Proxy field), `https_proxy`, `all_proxy` and `no_proxy`, these in either case, lowercase first.
    ///
    /// A proxy whose URL is malformed fails the requests that would go through it (``ProxyServer/fault``), and no others.
    ///
    /// - Parameter value: returns the value of a variable.
    /// - Throws: nothing, so far.
    public init(environment value: (String) -> String?) throws(ProxyError) {
        func set(_ names: String...) -> String? {
            for name in names {
                if let text = value(name), !text.isEmpty { return text }
            }
            return nil
        }
        self.init()
        let all = set("all_proxy", "ALL_PROXY")
        if let text = set("http_proxy") ?? all { http = ProxyServer(whateverIsIn: text) }
        if let text = set("https_proxy", "HTTPS_PROXY") ?? all { https = ProxyServer(whateverIsIn: text) }
        exceptions = ProxyExceptions(parsing: set("no_proxy", "NO_PROXY") ?? "")
    }

    /// Whether requests for `url` go through a proxy.
    public func apply(to url: HTTPURL) -> Bool { route(to: url) != nil }

    /// The entry of the exceptions by which no proxy is used for the URL.
    func exception(for url: HTTPURL) -> String? {
        if (url.isSecure ? https : http) ?? before == nil { return nil }
        return exceptions.entry(for: url.hostForConnecting, port: url.effectivePort)
    }

    /// The route to a URL; `nil` for a direct connection.
    ///
    /// - Parameter needsTunnel: whether the proxy must forward bytes unread, as for a WebSocket (RFC 6455 section 4.1).
    func route(to url: HTTPURL, needsTunnel: Bool = false) -> ProxyRoute? {
        let own = url.isSecure ? https : http
        guard let server = own ?? before,
            !exceptions.contains(host: url.hostForConnecting, port: url.effectivePort)
        else { return nil }
        return ProxyRoute(
            server: server, before: own == nil ? nil : before,
            isTunnel: url.isSecure || needsTunnel || tunnelsAlways || !server.kind.isHTTP)
    }
}

/// The route through a proxy, part of a pooled connection's key.
struct ProxyRoute: Sendable, Hashable {
    var server: ProxyServer
    /// A SOCKS proxy in front of it.
    var before: ProxyServer?
    /// Whether the proxy forwards bytes unread; otherwise it is sent whole URLs.
    var isTunnel: Bool
    /// Whether the server's bytes may come with the proxy's answer: they are no TLS or HTTP, where the client speaks first.
    var isBare = false
}
