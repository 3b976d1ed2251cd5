internal import HTTPTypes
internal import SockeyeHTTP1

extension HTTPFields {
    /// Adds the jar's cookies for `url` before those of the caller, and makes them one field, as RFC 6265bis section
    /// 5.8.2 demands (HTTPTypes splits what is assigned).
    mutating func addCookies(of jar: CookieJar?, for url: HTTPURL) {
        let own = self[values: .cookie]
        let values = (jar?.field(for: url)).map { [$0] + own } ?? own
        guard values.count > 1 || own.count != values.count else { return }
        self[values: .cookie] = []
        append(HTTPField(name: .cookie, value: values.joined(separator: "; ")))
    }
}

extension CookieJar {
    /// Takes what a response from `url` sets.
    func receive(_ fields: HTTPFields, from url: HTTPURL) {
        // Each field is one cookie: they cannot be joined by commas (RFC 6265bis section 3).
        for field in fields where field.name == .setCookie { receive(field.value, from: url) }
    }
}
