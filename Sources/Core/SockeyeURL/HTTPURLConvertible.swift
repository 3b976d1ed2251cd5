/// Anything that can be used as a URL: text, or a parsed URL.
public protocol HTTPURLConvertible: Sendable {
    /// The URL.
    ///
    /// - Throws: ``HTTPURLError`` if it isn't one, with the reason and the byte offset.
    func httpURL() throws(HTTPURLError) -> HTTPURL

    /// The URL, resolved against `base` if it is a relative reference; by default ``httpURL()``.
    func httpURL(relativeTo base: HTTPURL) throws(HTTPURLError) -> HTTPURL
}

extension HTTPURLConvertible {
    /// The URL itself, for types that are always absolute.
    public func httpURL(relativeTo base: HTTPURL) throws(HTTPURLError) -> HTTPURL { try httpURL() }
}

extension HTTPURL: HTTPURLConvertible {
    /// This URL; never throws.
    public func httpURL() throws(HTTPURLError) -> HTTPURL { self }
}

extension String: HTTPURLConvertible {
    /// The text parsed as an absolute URL.
    public func httpURL() throws(HTTPURLError) -> HTTPURL { try HTTPURL(self) }

    /// The text as a URL or as a reference relative to `base`.
    public func httpURL(relativeTo base: HTTPURL) throws(HTTPURLError) -> HTTPURL {
        try HTTPURL(self, relativeTo: base)
    }
}
