public import HTTPTypes
public import SockeyeURL

// One line for each method, with the whole response in memory. They take fields by HTTPTypes' names or headers by names as text
// (`["Accept": "application/json"]`), of which a bad one is an error, and the most time for the whole request.
extension RequestPerformer {
    /// Fetches `url` (GET), with a query appended to its own, if any.
    public func get(
        _ url: some HTTPURLConvertible, query: Form = [:], fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.get(resolve(url), query: query, fields: fields, headers: headers, timeout: timeout))
    }

    /// Fetches only the head of `url` (HEAD).
    public func head(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.head(resolve(url), fields: fields, headers: headers, timeout: timeout))
    }

    /// Submits `body` to `url` (POST).
    public func post(
        _ url: some HTTPURLConvertible, body: RequestBody = .none, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.post(resolve(url), body: body, fields: fields, headers: headers, timeout: timeout))
    }

    /// Submits a form to `url` (POST, `application/x-www-form-urlencoded`).
    public func post(
        _ url: some HTTPURLConvertible, form: Form, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.post(resolve(url), form: form, fields: fields, headers: headers, timeout: timeout))
    }

    /// Replaces the resource at `url` (PUT).
    public func put(
        _ url: some HTTPURLConvertible, body: RequestBody, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.put(resolve(url), body: body, fields: fields, headers: headers, timeout: timeout))
    }

    /// Modifies the resource at `url` (PATCH).
    public func patch(
        _ url: some HTTPURLConvertible, body: RequestBody, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.patch(resolve(url), body: body, fields: fields, headers: headers, timeout: timeout))
    }

    /// Removes the resource at `url` (DELETE).
    public func delete(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.delete(resolve(url), fields: fields, headers: headers, timeout: timeout))
    }

    /// Asks what can be done with `url` (OPTIONS).
    public func options(
        _ url: some HTTPURLConvertible, fields: HTTPFields = [:],
        headers: [String: String] = [:], timeout: Duration? = nil
    ) async throws(HTTPClientError) -> BufferedResponse {
        try await send(.options(resolve(url), fields: fields, headers: headers, timeout: timeout))
    }
}
