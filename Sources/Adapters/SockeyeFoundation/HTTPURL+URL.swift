public import FoundationEssentials
public import SockeyeURL

// `URL` goes wherever a URL goes: `client.get(url)`, `Request.post(url, …)`, `client.download(url, to: …)`.
extension URL: HTTPURLConvertible {
    /// This URL, parsed by the URL Standard.
    ///
    /// - Throws: ``HTTPURLError``, for example for a scheme other than http and https.
    public func httpURL() throws(HTTPURLError) -> HTTPURL { try HTTPURL(absoluteString) }

    /// This URL; one without a scheme is resolved against `base`.
    public func httpURL(relativeTo base: HTTPURL) throws(HTTPURLError) -> HTTPURL {
        scheme == nil ? try HTTPURL(absoluteString, relativeTo: base) : try httpURL()
    }
}

extension HTTPURL {
    /// Parses a Foundation URL by the URL Standard.
    public init(_ url: URL) throws(HTTPURLError) {
        self = try url.httpURL()
    }

    /// The same URL as Foundation's; `nil` if Foundation's grammar (RFC 3986) refuses it, which is rare: a serialized URL is
    /// ASCII and percent-encoded.
    public var foundationURL: URL? { URL(string: href) }
}

extension URL {
    /// The path of a file URL; the other kinds have none here.
    ///
    /// - Throws: ``FileURLError`` if it isn't a file URL: a path taken from a web address would be another file.
    func localPath() throws(FileURLError) -> String {
        guard isFileURL else { throw .notAFile(absoluteString) }
        return path
    }
}

/// A URL that should name a file on this machine doesn't.
@nonexhaustive
public enum FileURLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It has another scheme than `file`.
    case notAFile(String)

    /// One line: the URL and what to do.
    public var description: String {
        switch self {
        case .notAFile(let url): "\(url) is not a file URL; make one with URL(filePath:)"
        }
    }
}
