public import SockeyeURL

/// What responses are stored under: the partition and the URL, without its fragment and credentials (RFC 9111 section 2).
public struct CacheKey: Sendable, Hashable, CustomStringConvertible {
    /// The partition, a line feed, and the URL.
    public let text: String

    /// The key of `url` in a partition; the empty one is the default.
    public init(_ url: HTTPURL, partition: String = "") {
        // A line feed occurs in no URL, so that no partition can look like another one's URL.
        text = "\(partition)\n\(url.origin)\(url.pathAndQuery)"
    }

    init(text: String) {
        self.text = text
    }

    /// The key of what happens in the background for this one; nothing is stored under it.
    public var background: CacheKey { CacheKey(text: text + "\n") }

    /// The partition.
    public var partition: String {
        text.utf8.lastIndex(of: 10).map { String(text[..<$0]) } ?? ""
    }

    /// The URL.
    public var url: String {
        text.utf8.lastIndex(of: 10).map { String(text[text.utf8.index(after: $0)...]) } ?? text
    }

    /// The URL.
    public var description: String { url }
}
