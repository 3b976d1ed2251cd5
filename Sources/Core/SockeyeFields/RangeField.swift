internal import SockeyeBytes

/// The Range field, in bytes, such as `bytes=0-499,-500` (RFC 9110 section 14.2).
package struct RangeField: Sendable, Hashable {
    /// The ranges in the order given; never empty.
    package let ranges: [ByteRange]

    /// A field with `ranges`; `nil` if there are none.
    package init?(_ ranges: [ByteRange]) {
        guard !ranges.isEmpty else { return nil }
        self.ranges = ranges
    }

    /// A field with one range.
    package init(_ range: ByteRange) {
        ranges = [range]
    }

    /// Parses a field value; `nil` if it is malformed or its unit is not `bytes`.
    package init?(parsing text: String) {
        guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")),
            // RFC 9110 section 14.1: units are case-insensitive.
            FieldParameter.asciiLowercased(String(Substring(text.utf8[..<equals]))) == "bytes"
        else { return nil }
        self.init(list: text.utf8[text.utf8.index(after: equals)...])
    }

    /// Parses the argument of curl's `-r`: `0-499`, `500-`, `-500`, several separated by commas, or `500` for `500-`.
    package init?(curlSyntax text: String) {
        if let first = ASCII.decimalNumber(text.utf8) {
            self.init(.from(first))
        } else {
            self.init(list: text.utf8[...])
        }
    }

    /// Parses a comma-separated list; empty elements are skipped (RFC 9110 section 5.6.1.2).
    private init?(list: Substring.UTF8View) {
        var ranges: [ByteRange] = []
        for element in list.split(separator: UInt8(ascii: ",")) {
            let element = element.trimming()
            if element.isEmpty { continue }
            guard let range = ByteRange(parsing: Substring(element)) else { return nil }
            ranges.append(range)
        }
        self.init(ranges)
    }
}

extension RangeField: CustomStringConvertible {
    /// The field value.
    package var description: String {
        "bytes=" + ranges.map(\.description).joined(separator: ",")
    }
}
