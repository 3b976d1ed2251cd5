/// Formats numbers and server text for findings.
enum Wording {
    /// How many characters of a server's text a finding quotes.
    private static let characterLimit = 160

    /// `text`, truncated if it is very long.
    static func clipped(_ text: String) -> String {
        let head = text.prefix(characterLimit)
        return head.endIndex == text.endIndex ? text : head + "…"
    }

    /// A duration with two or three digits: `0.3 ms`, `12 ms`, `1.5 s`.
    static func time(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let tenths = seconds * 10_000 + attoseconds / 100_000_000_000_000
        if tenths == 0 { return "less than 0.1 ms" }
        if tenths < 100 { return "\(tenths / 10).\(tenths % 10) ms" }
        if tenths < 10_000 { return "\(tenths / 10) ms" }
        return "\(tenths / 10_000).\(tenths / 1_000 % 10) s"
    }

    /// A long time in one unit: `45 seconds`, `3 hours`, `90 days`.
    static func span(_ seconds: Int64) -> String {
        switch seconds {
        case ..<120: count(seconds, "second")
        case ..<7_200: count(seconds / 60, "minute")
        case ..<172_800: count(seconds / 3_600, "hour")
        default: count(seconds / 86_400, "day")
        }
    }

    /// A number of bytes: `512 bytes`, `12 KiB`, `1 GiB`.
    static func bytes(_ bytes: Int64) -> String {
        if bytes < 1 << 10 { return count(bytes, "byte") }
        if bytes < 1 << 20 { return "\(bytes >> 10) KiB" }
        if bytes < 1 << 30 { return "\(bytes >> 20) MiB" }
        return "\(bytes >> 30) GiB"
    }

    /// `1 request`, `2 requests`.
    static func count(_ number: some BinaryInteger, _ word: String) -> String {
        "\(number) \(word)\(number == 1 ? "" : word.hasSuffix("ss") ? "es" : "s")"
    }
}
