/// A JSON number, kept as its exact text until somebody asks for a machine number.
///
/// Two numbers are equal when their texts are: `1.0` is not `1`, so that nothing is lost in silence.
public struct JSONNumber: Sendable, Hashable {
    /// The number as written, for example `-12.50e3`.
    public let text: String

    /// A text that is known to be valid.
    @usableFromInline
    init(unchecked text: String) {
        self.text = text
    }

    /// The number that `text` writes, or `nil` when `text` is no JSON number (RFC 8259 section 6).
    public init?(text: String) {
        var isValid = false
        withByteWindow(of: text.utf8) { window in
            let scan = window.scanNumber(from: 0)
            isValid = scan.problem == nil && scan.end == window.count
        }
        guard isValid else { return nil }
        self.text = text
    }

    /// The number with the value of `integer`.
    public init(_ integer: some BinaryInteger) {
        text = String(integer)
    }

    /// The shortest text that reads back as `double`, or `nil` when `double` is not finite: JSON has no such numbers.
    public init?(_ double: Double) {
        guard double.isFinite else { return nil }
        text = jsonText(double)
    }

    /// The value as an `Int`, if it is integral and fits; `1.0` and `1e2` are integral.
    public var int: Int? { integer(as: Int.self) }
    /// The value as a `UInt64`, if it is integral and fits.
    public var uint64: UInt64? { integer(as: UInt64.self) }
    /// The nearest `Double`, or `nil` when the value is too large for one.
    public var double: Double? { DecimalText.double(text.utf8.span) }

    /// The value as any integer type, if it is integral and fits.
    public func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
        DecimalText.integer(text.utf8.span, as: type)
    }
}

/// A finite double as JSON writes it: the shortest digits that read back the same, `5.0` as `5`.
func jsonText(_ double: Double) -> String {
    let text = double.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
