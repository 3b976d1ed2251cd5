/// A pattern in which `*` stands for any text and `?` for any one character; case doesn't matter.
public struct Glob: Sendable, Hashable {
    private let pattern: [UInt8]

    /// Any text is a pattern.
    public init(_ text: String) { pattern = Array(text.lowercased().utf8) }

    /// Whether the whole text matches. Its time grows with the product of both lengths at most.
    public func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased().utf8)
        var (at, next) = (0, 0)
        // Where to go on after a mismatch: behind the last star, with one more byte for it.
        var star: (at: Int, next: Int)?
        while at < text.count {
            if next < pattern.count, pattern[next] == UInt8(ascii: "*") {
                star = (at, next + 1)
                next += 1
            } else if next < pattern.count, pattern[next] == text[at] || pattern[next] == UInt8(ascii: "?") {
                at += 1
                next += 1
            } else if let last = star {
                star = (last.at + 1, last.next)
                (at, next) = (last.at + 1, last.next)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
