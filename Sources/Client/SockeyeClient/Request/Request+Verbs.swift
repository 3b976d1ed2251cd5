public import HTTPTypes
public import SockeyeURL

// Each takes fields by HTTPTypes' names, headers by names as text, and a limit for the whole request; see
// `Request.init(method:url:fields:headers:body:timeout:)`.
extension Request {
    /// GET: fetch a representation, with a query appended to the URL's, if any.
    ///
    /// ```swift
    /// .get("https://example.com/search?lang=de", query: ["filter": ["size": "large"], "page": 2])
    /// ```
    public static func get(
        _ url: some HTTPURLConvertible, query: Form = [:], options: FormOptions = FormOptions(),
        fields: HTTPFields = [:], headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> Request {
        var request = try Request(method: .get, url: url, fields: fields, headers: headers, timeout: timeout)
        if !query.members.isEmpty { request.add(query: query, options: options) }
        return request
    }

    /// HEAD: the response to GET, without the body.
    public static func head(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> Request {
        try Request(method: .head, url: url, fields: fields, headers: headers, timeout: timeout)
    }

    /// POST: submit the body to the resource.
    public static func post(
        _ url: some HTTPURLConvertible, body: RequestBody = .none, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> Request {
        try Request(method: .post, url: url, fields: fields, headers: headers, body: body, timeout: timeout)
    }

    /// POST of encoded JSON.
    public static func post(
        _ url: some HTTPURLConvertible, json: [UInt8], fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> Request {
        try post(url, body: .json(json), fields: fields, headers: headers, timeout: timeout)
    }

    /// POST of a form (`application/x-www-form-urlencoded`), with nested names as PHP and Rails parse them.
    ///
    /// ```swift
    /// .post("https://example.com/users", form: ["user": ["name": "张三", "tags": ["a", "b"]]])
    /// ```
    public static func post(
        _ url: some HTTPURLConvertible, form: Form, options: FormOptions = FormOptions(), fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> Request {
        var fields = fields
        fields[.contentType] = FormEncoding.mediaType
        return try post(
            url, body: .text(form.encoded(options)), fields: fields, headers: headers, timeout: timeout)
    }

    /// PUT: replace the resource with the body.
    public static func put(
        _ url: some HTTPURLConvertible, body: RequestBody, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> Request {
        try Request(method: .put, url: url, fields: fields, headers: headers, body: body, timeout: timeout)
    }

    /// PATCH: modify the resource as the body describes (RFC 5789).
    public static func patch(
        _ url: some HTTPURLConvertible, body: RequestBody, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> Request {
        try Request(method: .patch, url: url, fields: fields, headers: headers, body: body, timeout: timeout)
    }

    /// DELETE: remove the resource.
    public static func delete(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> Request {
        try Request(method: .delete, url: url, fields: fields, headers: headers, timeout: timeout)
    }

    /// OPTIONS: ask what can be done with the resource.
    public static func options(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> Request {
        try Request(method: .options, url: url, fields: fields, headers: headers, timeout: timeout)
    }
}
