/// Anything that can be used as a URL: text, or a parsed URL.
public protocol HTTPURLConvertible: Sendable {
    /// The URL.
    ///
    /// - Throws: ``HTTPURLError`` if it isn't one, with the reason and the byte offset.
    func httpURL() throws(HTTPURLError) -> HTTPURL
}

extension HTTPURL: HTTPURLConvertible {
    /// This URL; never throws.
    public func httpURL() throws(HTTPURLError) -> HTTPURL { self }
}

extension String: HTTPURLConvertible {
    /// The text parsed as an absolute URL.
    public func httpURL() throws(HTTPURLError) -> HTTPURL { try HTTPURL(self) }
}
