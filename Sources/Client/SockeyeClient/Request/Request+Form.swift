public import HTTPTypes
public import SockeyeURL

extension Request {
    /// GET with a query, appended to the URL's query, if any.
    ///
    /// ```swift
    /// .get("https://example.com/search?lang=de", query: ["filter": ["size": "large"], "page": 2])
    /// ```
    public static func get(
        _ url: some HTTPURLConvertible, query: Form, options: FormOptions = FormOptions(), fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> Request {
        var request = try Request(method: .get, url: url, fields: fields)
        request.add(query: query, options: options)
        return request
    }

    /// POST of a form (`application/x-www-form-urlencoded`), with nested names as PHP and Rails parse them.
    ///
    /// ```swift
    /// .post("https://example.com/users", form: ["user": ["name": "张三", "tags": ["a", "b"]]])
    /// ```
    public static func post(
        _ url: some HTTPURLConvertible, form: Form, options: FormOptions = FormOptions(), fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> Request {
        var fields = fields
        fields[.contentType] = FormEncoding.mediaType
        return try Request(method: .post, url: url, fields: fields, body: .text(form.encoded(options)))
    }

    /// Appends members to the URL's query.
    public mutating func add(query: Form, options: FormOptions = FormOptions()) {
        let text = query.encoded(options)
        if !text.isEmpty { url = url.appendingQuery(text) }
    }
}
