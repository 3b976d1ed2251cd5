/// What can stand where a URL is asked for: text, or a URL already parsed.
public protocol HTTPURLConvertible: Sendable {
    /// The URL this stands for.
    ///
    /// - Throws: ``HTTPURLError`` when it is none, saying what is wrong and at which byte.
    func httpURL() throws(HTTPURLError) -> HTTPURL
}

extension HTTPURL: HTTPURLConvertible {
    /// This URL itself; never throws.
    public func httpURL() throws(HTTPURLError) -> HTTPURL { self }
}

extension String: HTTPURLConvertible {
    /// The text parsed as an absolute URL.
    public func httpURL() throws(HTTPURLError) -> HTTPURL { try HTTPURL(self) }
}
