public import HTTPTypes
public import SockeyeURL

// `RequestPerformer`'s, blocking.
extension BlockingHTTPClient {
    /// Fetches `url` (GET), with a query appended to its own, if any.
    public func get(
        _ url: some HTTPURLConvertible, query: Form = [:], fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> BufferedResponse {
        try send(.get(resolve(url), query: query, fields: fields, headers: headers, timeout: timeout))
    }

    /// Fetches only the head of `url` (HEAD).
    public func head(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> BufferedResponse {
        try send(.head(resolve(url), fields: fields, headers: headers, timeout: timeout))
    }

    /// Submits `body` to `url` (POST).
    public func post(
        _ url: some HTTPURLConvertible, body: RequestBody = .none, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> BufferedResponse {
        try send(.post(resolve(url), body: body, fields: fields, headers: headers, timeout: timeout))
    }

    /// Submits a form to `url` (POST, `application/x-www-form-urlencoded`).
    public func post(
        _ url: some HTTPURLConvertible, form: Form, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> BufferedResponse {
        try send(.post(resolve(url), form: form, fields: fields, headers: headers, timeout: timeout))
    }

    /// Replaces the resource at `url` (PUT).
    public func put(
        _ url: some HTTPURLConvertible, body: RequestBody, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> BufferedResponse {
        try send(.put(resolve(url), body: body, fields: fields, headers: headers, timeout: timeout))
    }

    /// Modifies the resource at `url` (PATCH).
    public func patch(
        _ url: some HTTPURLConvertible, body: RequestBody, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> BufferedResponse {
        try send(.patch(resolve(url), body: body, fields: fields, headers: headers, timeout: timeout))
    }

    /// Removes the resource at `url` (DELETE).
    public func delete(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> BufferedResponse {
        try send(.delete(resolve(url), fields: fields, headers: headers, timeout: timeout))
    }

    /// Asks what can be done with `url` (OPTIONS).
    public func options(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) throws(HTTPClientError) -> BufferedResponse {
        try send(.options(resolve(url), fields: fields, headers: headers, timeout: timeout))
    }
}
