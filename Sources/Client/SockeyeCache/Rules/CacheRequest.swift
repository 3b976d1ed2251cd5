package import HTTPTypes
package import SockeyeFields
package import SockeyeURL

/// A request, as far as the cache cares.
package struct CacheRequest: Sendable {
    /// The method.
    package let method: HTTPRequest.Method
    /// The URL.
    package let url: HTTPURL
    /// The fields as they would be sent.
    package let fields: HTTPFields
    /// The policy.
    package let policy: CachePolicy
    /// Its Cache-Control; a request with `Pragma: no-cache` alone counts as one with `no-cache` (RFC 9111 section 5.4).
    package let control: CacheControl

    /// Describes a request.
    package init(method: HTTPRequest.Method, url: HTTPURL, fields: HTTPFields, policy: CachePolicy) {
        self.method = method
        self.url = url
        self.fields = fields
        self.policy = policy
        if !fields.contains(.cacheControl), fields[fields: .pragma].contains(where: Self.saysNoCache) {
            control = CacheControl([.cacheControl: "no-cache"])
        } else {
            control = CacheControl(fields)
        }
    }

    private static func saysNoCache(_ field: HTTPField) -> Bool {
        field.value.lowercased().split(separator: ",").contains { $0.filter { $0 != " " } == "no-cache" }
    }

    /// Whether the method's responses may be stored here: GET and HEAD.
    package var isCacheable: Bool { method == .get || method == .head }

    /// Whether the method is safe (RFC 9110 section 9.2.1); an unknown one is not.
    package var isSafe: Bool {
        method == .get || method == .head || method == .options || method == .trace || method.rawValue == "PROPFIND"
            || method.rawValue == "QUERY"
    }

    /// The range asked for, if it is a single one.
    var range: ByteRange? {
        guard hasRange else { return nil }
        let ranges = fields[.range].flatMap { RangeField(parsing: $0) }?.ranges
        return ranges?.count == 1 ? ranges?.first : nil
    }

    var hasQuery: Bool { url.query != nil }

    /// Whether a part is asked for. Range means nothing with other methods (RFC 9110 section 14.2): a response to HEAD is about
    /// the whole, whatever part is stored.
    var hasRange: Bool { method == .get && fields.contains(.range) }

    /// Whether the caller set preconditions that only the server can judge, or that a cache can't turn into an answer.
    var hasServerConditions: Bool {
        fields.contains(.ifMatch) || fields.contains(.ifUnmodifiedSince) || fields.contains(.ifRange)
    }

    /// Whether the caller asks for a change only (RFC 9110 section 13.1.2 and 13.1.3).
    var hasOwnValidators: Bool { fields.contains(.ifNoneMatch) || fields.contains(.ifModifiedSince) }
}
