public import HTTPTypes
public import SockeyeHTTP1

/// One request: what to ask for, of whom, with what.
///
/// ```swift
/// var request = Request.get("https://example.com/list?page=2")
/// request.fields[.acceptLanguage] = "de"
/// ```
public struct Request: Sendable {
    /// The method, any token (RFC 9110 section 9).
    public var method: HTTPRequest.Method
    /// The URL, or why the text given for it is none; `HTTPClient` throws that when the request is performed.
    public var url: Result<HTTPURL, HTTPURLError>
    /// The fields to send. Host, framing and the client's defaults are added when the request is sent.
    public var fields: HTTPFields
    /// The body.
    public var body: RequestBody
    /// What the request line asks for instead of the URL's path and query, as `.asterisk` for OPTIONS.
    public var target: RequestTarget?
    /// The version to speak; 1.1 unless told.
    public var version: HTTPVersion
    /// Whether to send `Expect: 100-continue` and hold the body back until the server wants it.
    public var expectsContinue: Bool
    /// Which redirects are followed, instead of the client's policy.
    public var redirects: RedirectPolicy?
    /// Which codings are asked for and undone, instead of the client's options.
    public var coding: CodingOptions?
    /// When the request is made again, instead of the client's policy.
    public var retry: RetryPolicy?
    /// Who to be at the URL's origin; it stays behind when a redirect leads to another one.
    public var credential: Credential?
    /// How the credential is used, instead of the client's options.
    public var authentication: AuthenticationOptions?
    /// Clocks of its own instead of the client's.
    public var timeouts: Timeouts?

    /// A request; a URL that cannot be parsed is reported when it is performed.
    public init(
        method: HTTPRequest.Method = .get, url: some HTTPURLConvertible, fields: HTTPFields = [:],
        body: RequestBody = .none
    ) {
        self.method = method
        do throws(HTTPURLError) {
            self.url = .success(try url.httpURL())
        } catch {
            self.url = .failure(error)
        }
        self.fields = fields
        self.body = body
        target = nil
        version = .http11
        expectsContinue = false
        redirects = nil
        credential = nil
        authentication = nil
        retry = nil
        coding = nil
        timeouts = nil
    }

    /// A request from the ecosystem's currency type, whose scheme, authority and path make the URL.
    public init(_ request: HTTPRequest, body: RequestBody = .none) {
        let text = "\(request.scheme ?? "https")://\(request.authority ?? "")\(request.path ?? "/")"
        self.init(method: request.method, url: text, fields: request.headerFields, body: body)
    }
}

extension Request {
    /// GET: fetch a representation.
    public static func get(_ url: some HTTPURLConvertible, fields: HTTPFields = [:]) -> Request {
        Request(method: .get, url: url, fields: fields)
    }

    /// HEAD: what GET would give, without the body.
    public static func head(_ url: some HTTPURLConvertible, fields: HTTPFields = [:]) -> Request {
        Request(method: .head, url: url, fields: fields)
    }

    /// POST: hand the body to the resource.
    public static func post(
        _ url: some HTTPURLConvertible, body: RequestBody = .none, fields: HTTPFields = [:]
    ) -> Request {
        Request(method: .post, url: url, fields: fields, body: body)
    }

    /// POST of JSON text that is there already.
    public static func post(_ url: some HTTPURLConvertible, json: [UInt8], fields: HTTPFields = [:]) -> Request {
        post(url, body: .json(json), fields: fields)
    }

    /// PUT: replace the resource by the body.
    public static func put(
        _ url: some HTTPURLConvertible, body: RequestBody, fields: HTTPFields = [:]
    ) -> Request {
        Request(method: .put, url: url, fields: fields, body: body)
    }

    /// PATCH: change the resource as the body says (RFC 5789).
    public static func patch(
        _ url: some HTTPURLConvertible, body: RequestBody, fields: HTTPFields = [:]
    ) -> Request {
        Request(method: .patch, url: url, fields: fields, body: body)
    }

    /// DELETE: remove the resource.
    public static func delete(_ url: some HTTPURLConvertible, fields: HTTPFields = [:]) -> Request {
        Request(method: .delete, url: url, fields: fields)
    }

    /// OPTIONS: what can be done with the resource.
    public static func options(_ url: some HTTPURLConvertible, fields: HTTPFields = [:]) -> Request {
        Request(method: .options, url: url, fields: fields)
    }
}
