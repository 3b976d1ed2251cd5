/// Numeric arguments of options.
enum NumberArgument {
    /// Longer limits are clamped to this, some thirty years, so that sums of times stay in range.
    private static let longestSeconds = 1_000_000_000.0
    /// The maximum that fits curl's milliseconds; like curl, we refuse more as too large. The number after it has no `Double`.
    private static let largestSeconds = 9_223_372_036_854_774.0

    /// Seconds with an optional fraction; `nil` for 0, which means no limit.
    static func seconds(_ value: OptionValue) throws(OptionFault) -> Duration? {
        let text = try value.text().drop { $0 == " " || $0 == "\t" }
        guard let seconds = Double(text), !seconds.isNaN else { throw .notNumber }
        if seconds < 0 { throw .negativeNumber }
        if seconds > largestSeconds { throw .tooLongTime }
        return seconds == 0 ? nil : .seconds(min(seconds, longestSeconds))
    }

    /// A non-negative integer.
    static func count(_ value: OptionValue) throws(OptionFault) -> Int {
        let text = try value.text()
        guard let number = Int(text) else {
            throw !text.isEmpty && text.utf8.allSatisfy(\.isDecimalDigit) ? .tooLargeNumber : .notNumber
        }
        if number < 0 { throw .negativeNumber }
        return number
    }

    /// Bytes, with an optional unit B, K, M, G, T or P (powers of 1024, in either case); `nil` for 0.
    static func size(_ value: OptionValue) throws(OptionFault) -> Int64? {
        let text = try value.text()
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int64(digits) else { throw digits.isEmpty ? .notNumber : .tooLargeNumber }
        let unit = text.dropFirst(digits.count).lowercased()
        guard let power = ["b", "k", "m", "g", "t", "p"].firstIndex(of: unit.isEmpty ? "b" : unit) else {
            throw .invalid("unsupported unit: use B, K, M, G, T or P")
        }
        let (size, overflow) = number.multipliedReportingOverflow(by: 1 << (10 * Int64(power)))
        if overflow { throw .tooLargeNumber }
        return size == 0 ? nil : size
    }

    /// A port, 0 to 65535, digits only.
    static func port(_ text: some StringProtocol) -> UInt16? {
        text.utf8.allSatisfy(\.isDecimalDigit) ? UInt16(text) : nil
    }
}
