package import SockeyeURL

/// What responses are stored under: the partition and the URL, without its fragment and credentials (RFC 9111 section 2).
package struct CacheKey: Sendable, CustomStringConvertible {
    /// The partition.
    package let partition: String
    /// The URL.
    package let url: String
    /// The hash of both, computed once: a key is looked up several times per request.
    private let digest: Int

    /// The key of `url` in a partition; the empty one is the default.
    package init(_ url: HTTPURL, partition: String = "") {
        self.init(url: url.absoluteForm, partition: partition)
    }

    private init(url: String, partition: String) {
        self.partition = partition
        self.url = url
        var hasher = Hasher()
        hasher.combine(url)
        if !partition.isEmpty { hasher.combine(partition) }
        digest = hasher.finalize()
    }

    init(text: String) {
        let end = text.utf8.lastIndex(of: 10)
        self.init(
            url: end.map { String(text[text.utf8.index(after: $0)...]) } ?? text,
            partition: end.map { String(text[..<$0]) } ?? "")
    }

    /// The partition, a line feed, and the URL. A line feed occurs in no URL, so that no partition can look like another
    /// one's URL.
    package var text: String { "\(partition)\n\(url)" }

    /// ``text`` as octets.
    var bytes: [UInt8] { Array(partition.utf8) + [10] + Array(url.utf8) }

    /// The key of what happens in the background for this one; nothing is stored under it.
    package var background: CacheKey { CacheKey(url: url + "\n", partition: partition) }
    /// Whether it is the key of a validation in the background.
    var isBackground: Bool { url.utf8.last == 0x0A }

    /// The URL.
    package var description: String { url }
}

extension CacheKey: Hashable {
    /// Whether partition and URL are equal.
    package static func == (left: CacheKey, right: CacheKey) -> Bool {
        left.digest == right.digest && left.url == right.url && left.partition == right.partition
    }

    /// Hashes what was hashed already.
    package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}
