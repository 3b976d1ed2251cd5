public import FoundationEssentials
public import SockeyeParsers

/// How a `Date` is written, like `JSONDecoder.DateDecodingStrategy`.
@nonexhaustive
public enum DateStrategy: Sendable {
    /// As a ``SockeyeParsers/Timestamp``: in JSON in the coder's timestamp format (default ISO 8601), in property lists
    /// as a date.
    case asTimestamp
    /// As `Date` encodes itself: seconds since 2001.
    case deferredToDate
    /// Seconds since 1970.
    case secondsSince1970
    /// Milliseconds since 1970.
    case millisecondsSince1970
    /// With the given functions.
    case custom(
        decode: @Sendable (any Decoder) throws -> Date, encode: @Sendable (Date, any Encoder) throws -> Void)
}

extension ValueConversions {
    /// Conversions for Foundation's types: `Date` by the given strategy, `Data` as base64 in JSON and as data in
    /// property lists, `URL` as its text, `Decimal` as a number with all its digits.
    ///
    /// ```swift
    /// let decoder = JSONValueDecoder(conversions: .foundation(dates: .secondsSince1970))
    /// ```
    public static func foundation(dates: DateStrategy = .asTimestamp) -> ValueConversions {
        var conversions = ValueConversions()
        conversions.registerDates(dates)
        conversions.register(
            Data.self,
            decode: { decoder in
                // Property lists hold data; JSON holds base64, or an array of numbers.
                let container = try decoder.singleValueContainer()
                guard let text = try? container.decode(String.self) else {
                    return Data(try container.decode([UInt8].self))
                }
                guard let data = Data(base64Encoded: text) else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "not base64")
                }
                return data
            },
            encode: { data, encoder in
                var container = encoder.singleValueContainer()
                if encoder.isForPropertyList {
                    try container.encode([UInt8](data))
                } else {
                    try container.encode(data.base64EncodedString())
                }
            })
        conversions.register(
            URL.self,
            decode: { decoder in
                let container = try decoder.singleValueContainer()
                let text = try container.decode(String.self)
                guard let url = URL(string: text) else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(text)\" is not a URL")
                }
                return url
            }, encode: { url, encoder in try url.absoluteString.encode(to: encoder) })
        conversions.register(
            Decimal.self,
            decode: { decoder in
                let container = try decoder.singleValueContainer()
                let value = try container.decode(JSONValue.self)
                guard let number = value.number ?? value.string.flatMap({ JSONNumber(text: $0) }),
                    let decimal = Decimal(exactly: number)
                else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "not a Decimal: \(value.rawText)")
                }
                return decimal
            },
            encode: { decimal, encoder in
                guard let number = JSONNumber(text: decimal.description) else {
                    throw EncodingError.invalidValue(
                        decimal, .init(codingPath: encoder.codingPath, debugDescription: "not a JSON number"))
                }
                try JSONValue.number(number).encode(to: encoder)
            })
        return conversions
    }

    private mutating func registerDates(_ strategy: DateStrategy) {
        switch strategy {
        case .asTimestamp:
            register(
                Date.self, decode: { try Timestamp(from: $0).date }, encode: { try Timestamp($0).encode(to: $1) })
        case .deferredToDate:
            register(
                Date.self, decode: { Date(timeIntervalSinceReferenceDate: try Double(from: $0)) },
                encode: { try $0.timeIntervalSinceReferenceDate.encode(to: $1) })
        case .secondsSince1970:
            register(
                Date.self, decode: { Date(timeIntervalSince1970: try Double(from: $0)) },
                encode: { try $0.timeIntervalSince1970.encode(to: $1) })
        case .millisecondsSince1970:
            register(
                Date.self, decode: { Date(timeIntervalSince1970: try Double(from: $0) / 1000) },
                encode: { try ($0.timeIntervalSince1970 * 1000).encode(to: $1) })
        case .custom(let decode, let encode): register(Date.self, decode: decode, encode: encode)
        }
    }
}

extension Decimal {
    /// `nil` if the number doesn't fit: Foundation would round it, or take what precedes its exponent.
    fileprivate init?(exactly number: JSONNumber) {
        let digits = number.text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.filter { $0 >= UInt8(ascii: "0") }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }.reversed().drop { $0 == UInt8(ascii: "0") }
        guard significant.count <= 38, let decimal = Decimal(string: number.text), decimal.isFinite,
            decimal.isZero == significant.isEmpty
        else { return nil }
        self = decimal
    }
}
