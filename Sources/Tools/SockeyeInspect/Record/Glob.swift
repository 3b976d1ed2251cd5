/// A pattern in which `*` stands for any text and `?` for any one character (a Unicode scalar value); case doesn't matter.
public struct Glob: Sendable, Hashable {
    private let pattern: [Unicode.Scalar]

    /// Any text is a pattern.
    public init(_ text: String) { pattern = Array(text.lowercased().unicodeScalars) }

    /// Whether the whole text matches. Its time grows with the product of both lengths at most.
    public func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased().unicodeScalars)
        var (at, next) = (0, 0)
        // Where to go on after a mismatch: behind the last star, with one more character for it.
        var star: (at: Int, next: Int)?
        while at < text.count {
            if next < pattern.count, pattern[next] == "*" {
                star = (at, next + 1)
                next += 1
            } else if next < pattern.count, pattern[next] == text[at] || pattern[next] == "?" {
                at += 1
                next += 1
            } else if let last = star {
                star = (last.at + 1, last.next)
                (at, next) = (last.at + 1, last.next)
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == "*" }
    }
}
