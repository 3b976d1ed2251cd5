internal import SockeyeURL

extension Request {
    /// Appends members to the URL's query.
    public mutating func add(query: Form, options: FormOptions = FormOptions()) {
        let text = query.encoded(options)
        if !text.isEmpty { url = url.appendingQuery(text) }
    }
}
