/// `--rate N/U`: how many transfers may start per unit of time.
enum RateArgument {
    /// The time from one start to the next; `nil` for no wait.
    ///
    /// - Parameter text: a number, optionally followed by a slash, a multiplier and `s`, `m`, `h` or `d`; the default
    ///   is an hour.
    static func interval(_ text: String) throws(OptionFault) -> Duration? {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let count = Int64(first) else { throw .notNumber }
        guard count > 0 else { throw malformed }
        guard parts.count == 2 else { return spread(3600, 1, count) }
        let digits = parts[1].prefix { $0.isASCII && $0.isNumber }
        guard let number = digits.isEmpty ? 1 : Int64(digits), (1...1_000_000).contains(number) else { throw malformed }
        let units: [Substring: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = units[parts[1].dropFirst(digits.count)] else { throw malformed }
        return spread(unit, number, count)
    }

    private static var malformed: OptionFault { .invalid("expected a rate such as 2/s, 10/m, 100/h or 5/d") }

    /// In whole milliseconds, as in curl; less means no wait.
    private static func spread(_ seconds: Int64, _ number: Int64, _ count: Int64) -> Duration? {
        let milliseconds = seconds * 1000 * number / count
        return milliseconds > 0 ? .milliseconds(milliseconds) : nil
    }
}
