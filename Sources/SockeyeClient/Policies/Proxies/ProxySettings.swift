public import HTTPTypes
public import SockeyeURL

/// Which proxy is used for which URL.
public struct ProxySettings: Sendable, Hashable {
    /// For http URLs.
    public var http: ProxyServer?
    /// For https URLs.
    public var https: ProxyServer?
    /// The hosts that are reached without.
    public var exceptions: ProxyExceptions
    /// A SOCKS proxy through which the proxy itself is reached.
    public var before: ProxyServer?
    /// Whether http goes through a tunnel (CONNECT) too.
    public var tunnelsAlways: Bool
    /// Fields for the proxy alone.
    public var fields: HTTPFields
    /// How credentials are used at an HTTP proxy.
    public var authentication: AuthenticationOptions

    /// Settings of the given parts; Basic is sent to a proxy at once.
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

    /// What the environment asks for: `http_proxy` (in small letters only, since a web server sets `HTTP_PROXY` from a
    /// request's Proxy field), `https_proxy`, `all_proxy` and `no_proxy`, these in either case, small letters first.
    ///
    /// - Parameter value: gives the value of a variable.
    /// - Throws: `ProxyError` when a proxy is written wrongly.
    public init(environment value: (String) -> String?) throws(ProxyError) {
        func set(_ names: String...) -> String? {
            for name in names {
                if let text = value(name), !text.isEmpty { return text }
            }
            return nil
        }
        self.init()
        let all = set("all_proxy", "ALL_PROXY")
        if let text = set("http_proxy") ?? all { http = try ProxyServer(parsing: text) }
        if let text = set("https_proxy", "HTTPS_PROXY") ?? all { https = try ProxyServer(parsing: text) }
        exceptions = ProxyExceptions(parsing: set("no_proxy", "NO_PROXY") ?? "")
    }

    /// Whether requests for `url` go through a proxy.
    public func apply(to url: HTTPURL) -> Bool { route(to: url) != nil }

    /// The way to a URL; `nil` for the direct one.
    package func route(to url: HTTPURL) -> ProxyRoute? {
        guard let server = url.isSecure ? https : http,
            !exceptions.contains(host: url.hostForConnecting, port: url.effectivePort)
        else { return nil }
        return ProxyRoute(
            server: server, before: before, isTunnel: url.isSecure || tunnelsAlways || !server.kind.isHTTP)
    }
}

/// The way through a proxy, which connections are told apart by.
package struct ProxyRoute: Sendable, Hashable {
    package var server: ProxyServer
    /// A SOCKS proxy before it.
    package var before: ProxyServer?
    /// Whether bytes go through the proxy unread; else the proxy is asked for whole URLs.
    package var isTunnel: Bool
}
