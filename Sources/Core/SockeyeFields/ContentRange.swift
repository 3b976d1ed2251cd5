/// The Content-Range field in bytes (RFC 9110 section 14.4): the part in a 206 and the complete length, or in a 416 the
/// complete length alone. Closed: the RFC has no other forms.
public enum ContentRange: Sendable, Hashable {
    /// `bytes first-last/complete`; the length is `nil` for `*`, which means unknown.
    case part(first: Int64, last: Int64, completeLength: Int64?)
    /// `bytes */complete`: the range could not be satisfied.
    case unsatisfied(completeLength: Int64)

    /// Parses a field value.
    ///
    /// `nil` if it is malformed, its unit is not `bytes`, `last` is below `first`, or the complete length is not above
    /// `last`: such a part must not be combined with others (RFC 9110 section 14.4).
    public init?(parsing text: String) {
        var scanner = FieldScanner(text)
        guard let unit = scanner.token(), FieldParameter.asciiLowercased(unit) == "bytes",
            scanner.take(UInt8(ascii: " "))
        else { return nil }
        if scanner.take(UInt8(ascii: "*")) {
            guard scanner.take(UInt8(ascii: "/")), let length = scanner.number(), scanner.isAtEnd else { return nil }
            self = .unsatisfied(completeLength: length)
            return
        }
        guard let first = scanner.number(), scanner.take(UInt8(ascii: "-")), let last = scanner.number(),
            first <= last, scanner.take(UInt8(ascii: "/"))
        else { return nil }
        var completeLength: Int64?
        if !scanner.take(UInt8(ascii: "*")) {
            guard let length = scanner.number(), length > last else { return nil }
            completeLength = length
        }
        guard scanner.isAtEnd else { return nil }
        self = .part(first: first, last: last, completeLength: completeLength)
    }

    /// The length of the whole representation in bytes, if known.
    public var completeLength: Int64? {
        switch self {
        case .part(_, _, let completeLength): completeLength
        case .unsatisfied(let completeLength): completeLength
        }
    }

    /// The positions of the part, ends inclusive; `nil` if there is no part.
    public var positions: ClosedRange<Int64>? {
        guard case .part(let first, let last, _) = self, first <= last else { return nil }
        return first...last
    }
}

extension ContentRange: CustomStringConvertible {
    /// The field value.
    public var description: String {
        switch self {
        case .part(let first, let last, let completeLength):
            "bytes \(first)-\(last)/\(completeLength.map { "\($0)" } ?? "*")"
        case .unsatisfied(let completeLength):
            "bytes */\(completeLength)"
        }
    }
}
