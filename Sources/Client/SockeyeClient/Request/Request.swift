public import HTTPTypes
public import SockeyeCache
public import SockeyeURL
public import SockeyeHTTP1

/// A request: method, URL, fields and body.
///
/// ```swift
/// var request = try Request.get("https://example.com/list?page=2")
/// request.fields[.acceptLanguage] = "de"
/// ```
public struct Request: Sendable {
    /// The method, any token (RFC 9110 section 9).
    public var method: HTTPRequest.Method
    /// Where it goes.
    public var url: HTTPURL
    /// The fields to send. Host, framing and the client's defaults are added when the request is sent.
    public var fields: HTTPFields
    /// The body.
    public var body: RequestBody
    /// Options that few requests set.
    private var options: SharedOptions?

    /// A request to a parsed URL.
    public init(
        method: HTTPRequest.Method = .get, url: HTTPURL, fields: HTTPFields = [:], body: RequestBody = .none
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
    }

    /// A request to a URL given as text.
    ///
    /// - Parameters:
    ///   - method: the method.
    ///   - url: where it goes.
    ///   - fields: the fields to send.
    ///   - headers: more of them, with their names as text; each replaces the `fields` of its name.
    ///   - body: the body.
    ///   - timeout: see ``timeout``.
    /// - Throws: `.invalidURL` if the text isn't an http, https, ws or wss URL (those of WebSockets are for `withWebSocket`);
    ///   `.http` for a header whose name or value has an illegal character.
    public init(
        method: HTTPRequest.Method = .get, url: some HTTPURLConvertible, fields: HTTPFields = [:],
        headers: [String: String] = [:], body: RequestBody = .none, timeout: Duration? = nil
    ) throws(HTTPClientError) {
        self.init(method: method, url: try url.requestURL(), fields: fields, body: body)
        if !headers.isEmpty { try set(headers) }
        if let timeout { self.timeout = timeout }
    }

    /// A request from `HTTPRequest`, whose scheme, authority and path make the URL.
    ///
    /// - Throws: `.invalidURL`.
    public init(_ request: HTTPRequest, body: RequestBody = .none) throws(HTTPClientError) {
        let text = "\(request.scheme ?? "https")://\(request.authority ?? "")\(request.path ?? "/")"
        try self.init(method: request.method, url: text, fields: request.headerFields, body: body)
    }
}

// A request is copied on its way through the layers. Rarely used options are therefore behind one reference, which
// makes each copy much cheaper.
extension Request {
    private struct Options {
        var target: RequestTarget?
        var version = HTTPVersion.http11
        var expectsContinue = false
        var redirects: RedirectPolicy?
        var coding: CodingOptions?
        var retry: RetryPolicy?
        var credential: Credential?
        var authentication: AuthenticationOptions?
        var digestMemories: DigestMemories?
        var timeouts: Timeouts?
        var timeout: Duration?
        var layout: RequestLayout?
        var leftOrigin: LeftOrigin?
        var hasCredentialOfURL = false
        var cachePolicy = CachePolicy.standard
        var switchesProtocols = false
        var mayLogIn = false
        var label: String?
        var usesCookies = true
        var fieldSources: [FieldSource]?
    }

    /// Immutable, so that copies of a request can share it.
    private final class SharedOptions: Sendable {
        let values: Options

        init(_ values: Options) {
            self.values = values
        }
    }

    private mutating func change(_ edit: (inout Options) -> Void) {
        var values = options?.values ?? Options()
        edit(&values)
        options = SharedOptions(values)
    }

    /// The request target instead of the URL's path and query, such as `.asterisk` for OPTIONS.
    public var target: RequestTarget? {
        get { options?.values.target }
        set { change { $0.target = newValue } }
    }

    /// The HTTP version; default 1.1.
    public var version: HTTPVersion {
        get { options?.values.version ?? .http11 }
        set { change { $0.version = newValue } }
    }

    /// Whether to send `Expect: 100-continue` and hold the body back until the server wants it.
    public var expectsContinue: Bool {
        get { options?.values.expectsContinue ?? false }
        set { change { $0.expectsContinue = newValue } }
    }

    /// Which redirects are followed, instead of the client's policy.
    public var redirects: RedirectPolicy? {
        get { options?.values.redirects }
        set { change { $0.redirects = newValue } }
    }

    /// Which codings are requested and decoded, instead of the client's options.
    public var coding: CodingOptions? {
        get { options?.values.coding }
        set { change { $0.coding = newValue } }
    }

    /// When the request is repeated, instead of the client's policy.
    public var retry: RetryPolicy? {
        get { options?.values.retry }
        set { change { $0.retry = newValue } }
    }

    /// The credential for the URL's origin; a redirect to another origin drops it.
    public var credential: Credential? {
        get { options?.values.credential }
        set { change { $0.credential = newValue } }
    }

    /// How the credential is used, instead of the client's options.
    public var authentication: AuthenticationOptions? {
        get { options?.values.authentication }
        set { change { $0.authentication = newValue } }
    }

    /// The challenges that it may answer at once, and those after its redirects, instead of the client's.
    package var digestMemories: DigestMemories? {
        get { options?.values.digestMemories }
        set { change { $0.digestMemories = newValue } }
    }

    /// Timeouts, instead of the client's.
    public var timeouts: Timeouts? {
        get { options?.values.timeouts }
        set { change { $0.timeouts = newValue } }
    }

    /// The most time for the whole request, from the call to the last byte: `timeouts` and those of the client hold beside it.
    public var timeout: Duration? {
        get { options?.values.timeout }
        set { change { $0.timeout = newValue } }
    }

    /// How the fields are ordered and spelled; `nil` for Host, then ``fields``, then the client's own.
    package var layout: RequestLayout? {
        get { options?.values.layout }
        set { change { $0.layout = newValue } }
    }

    /// How the client's cache, if there is one, is used; default RFC 9111.
    public var cachePolicy: CachePolicy {
        get { options?.values.cachePolicy ?? .standard }
        set { change { $0.cachePolicy = newValue } }
    }

    /// Makes it ask the server, for a retry after a response with a temporary status: what is stored may be that response, and
    /// then each retry would get it again.
    package mutating func passStored() {
        if !cachePolicy.loadsNothing, !cachePolicy.ignoresStored { cachePolicy = .reload }
    }

    /// A name of your choice, by which `HTTPClient.cancelRequests(labelled:)` and `requestsUnderWay` find the request. Never
    /// sent; several requests may share it.
    public var label: String? {
        get { options?.values.label }
        set { change { $0.label = newValue } }
    }

    /// Whether the client's cookies are sent with this request and those of its response stored; default true.
    public var usesCookies: Bool {
        get { options?.values.usesCookies ?? true }
        set { change { $0.usesCookies = newValue } }
    }

    /// The origin given by the caller, once the request has left it.
    var leftOrigin: LeftOrigin? {
        get { options?.values.leftOrigin }
        set { change { $0.leftOrigin = newValue } }
    }

    /// Whether ``credential`` was part of an earlier URL of the same origin.
    var hasCredentialOfURL: Bool {
        get { options?.values.hasCredentialOfURL ?? false }
        set { change { $0.hasCredentialOfURL = newValue } }
    }

    /// Whether the client's certificate isn't shown for this request, since it was moved to another origin.
    package var withholdsIdentity: Bool { leftOrigin.map { !$0.showsIdentity(at: url) } ?? false }

    /// Where fields came from, in words, if an observer wants to know: those that ``note(_:from:)`` names.
    var fieldSources: [FieldSource]? {
        get { options?.values.fieldSources }
        set { change { $0.fieldSources = newValue } }
    }

    /// Whether the connection is to carry another protocol after the response, so that a proxy must forward bytes unread.
    var switchesProtocols: Bool {
        get { options?.values.switchesProtocols ?? false }
        set { change { $0.switchesProtocols = newValue } }
    }

    /// Whether Negotiate may log in its connection, which no request without it may use then.
    var mayLogIn: Bool {
        get { options?.values.mayLogIn ?? false }
        set { change { $0.mayLogIn = newValue } }
    }
}
