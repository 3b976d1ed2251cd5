/// The user name and password in a URL as typed, which messages and logs don't show, whether or not it can be parsed.
enum LoginInURL {
    /// The octets between the scheme and the last `@` before the path; `nil` if there is none.
    static func place(in url: String) -> Range<Int>? {
        let bytes = Array(url.utf8)
        let start = url.firstRange(of: "://").map { url.utf8.distance(from: url.startIndex, to: $0.upperBound) } ?? 0
        let authority = bytes[start...].prefix { !"/?#".utf8.contains($0) }
        return authority.lastIndex(of: UInt8(ascii: "@")).map { start..<$0 }
    }

    /// The URL without it.
    static func removed(from url: String) -> String {
        guard let place = place(in: url) else { return url }
        var bytes = Array(url.utf8)
        bytes.removeSubrange(place.lowerBound...place.upperBound)
        return String(decoding: bytes, as: UTF8.self)
    }
}
