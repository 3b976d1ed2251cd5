/// A pattern in which `*` matches any text and `?` any single character (a Unicode scalar value), ignoring case.
package struct Glob: Sendable, Hashable {
    private let pattern: [Unicode.Scalar]

    /// Makes a pattern; every text is valid.
    package init(_ text: String) { pattern = Array(text.lowercased().unicodeScalars) }

    /// Whether the whole text matches. The time is at most proportional to the product of both lengths.
    package func matches(_ text: String) -> Bool {
        let text = Array(text.lowercased().unicodeScalars)
        var (at, next) = (0, 0)
        // Where to resume after a mismatch: after the last star, which then matches one more character.
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
