internal import HTTPTypes
internal import SockeyeFields
internal import SockeyeURL

extension HTTPFields {
    /// Adds the jar's cookies for `url` before those of the caller and joins them into one field, as RFC 6265bis
    /// section 5.8.2 requires (HTTPTypes splits a value on assignment).
    mutating func addCookies(of jar: CookieJar?, for url: HTTPURL) {
        if jar == nil, self[fields: .cookie].count < 2 { return }
        let kept = jar?.fieldOctets(for: url.asked(of: self))
        if kept == nil, self[fields: .cookie].count < 2 { return }
        let values = (kept.map { [$0] } ?? []) + self[octets: .cookie]
        self[fields: .cookie] = []
        append(HTTPField(name: .cookie, value: Array(values.joined(separator: "; ".utf8))))
    }
}

extension HTTPURL {
    /// This URL at the host that the fields name: a request that names another host than it is sent to speaks to that
    /// host's site.
    func asked(of fields: HTTPFields) -> HTTPURL {
        guard let host = fields[.hostField], host != authority else { return self }
        return (try? HTTPURL("\(scheme)://\(host)\(pathAndQuery)")) ?? self
    }
}

extension CookieJar {
    /// Stores the cookies set by a response from `url`.
    ///
    /// - Returns: if `explains` is set, each name with the cookie that is stored, or with the reason why it isn't.
    @discardableResult
    func receive(
        _ fields: HTTPFields, from url: HTTPURL, explains: Bool = false
    ) -> [(name: String, result: Result<Cookie, CookieRefusal>)] {
        var results: [(name: String, result: Result<Cookie, CookieRefusal>)] = []
        // Each field is one cookie: Set-Cookie is not a comma-separated list (RFC 6265bis section 3).
        for field in fields.lazy.filter({ $0.name == .setCookie }).prefix(CookieStore.perResponseLimit) {
            let octets = field.octets
            let result = Result { () throws(CookieRefusal) in try take(octets: octets, from: url) }
            guard explains else { continue }
            let name = octets.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            results.append((String(decoding: name, as: UTF8.self), result))
        }
        return results
    }
}
