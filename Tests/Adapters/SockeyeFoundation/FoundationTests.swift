import Foundation
import SockeyeFoundation
import SockeyeParsers
import Testing

@Suite struct FoundationTests {
    struct Everything: Codable, Equatable {
        var date = Date(timeIntervalSince1970: 1_767_225_600.5)
        var data = Data([1, 2, 255])
        var url = URL(string: "https://example.com/a?b")
        var decimal = Decimal(string: "12345678901234567890.5")
        var dates = [Date(timeIntervalSince1970: 0)]
    }

    @Test func json() throws {
        let value = Everything()
        let bytes = try JSONValueEncoder(conversions: .foundation()).encode(value)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"date":"2026-01-01T00:00:00.500Z","data":"AQL/","url":"https://example.com/a?b","#
                + #""decimal":12345678901234567890.5,"dates":["1970-01-01T00:00:00Z"]}"#)
        #expect(try JSONValueDecoder(conversions: .foundation()).decode(Everything.self, from: bytes) == value)
    }

    @Test func strategies() throws {
        let dates = [Date(timeIntervalSince1970: 1_767_225_600)]
        let cases: [(DateStrategy, String)] = [
            (.deferredToDate, "[788918400]"), (.secondsSince1970, "[1767225600]"),
            (.millisecondsSince1970, "[1767225600000]"),
            (
                .custom(
                    decode: { _ in Date(timeIntervalSince1970: 1_767_225_600) }, encode: { try "x".encode(to: $1) }),
                "[\"x\"]"
            ),
        ]
        for (strategy, text) in cases {
            let bytes = try JSONValueEncoder(conversions: .foundation(dates: strategy)).encode(dates)
            #expect(String(decoding: bytes, as: UTF8.self) == text)
            #expect(
                try JSONValueDecoder(conversions: .foundation(dates: strategy)).decode([Date].self, from: bytes)
                    == dates)
        }
    }

    @Test(
        arguments: [
            ("1.5", "1.5"), ("-12e3", "-12000"), (#""1.50""#, "1.5"), (#""0""#, "0"),
            ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
            ("1000000000000000000000000000000000000000000", "1000000000000000000000000000000000000000000"),
            (#""1,5""#, nil), (#""12 monkeys""#, nil), (#"" 1""#, nil), (#""+1""#, nil), (#""""#, nil),
            (#""NaN""#, nil),
            ("123456789012345678901234567890123456789", nil), ("0.123456789012345678901234567890123456789", nil),
            ("1e300", nil), ("1e-300", nil), ("true", nil), ("[1]", nil), ("null", nil),
        ] as [(String, String?)])
    func decimals(text: String, expected: String?) {
        let decoder = JSONValueDecoder(conversions: .foundation())
        let decoded = try? decoder.decode([Decimal].self, from: "[\(text)]".utf8)
        #expect(decoded?.first?.description == expected)
    }

    /// What Foundation's coders get are the number's digits, or an error.
    @Test(
        arguments: [
            ("18446744073709551615", "18446744073709551615"), ("9223372036854775808", "9223372036854775808"),
            ("-9223372036854775808", "-9223372036854775808"), ("0.5", "0.5"), ("1.0", "1"),
            ("18446744073709551617", nil), ("-9223372036854775809", nil), ("1234567890123456789012345", nil),
            ("1e400", nil),
        ] as [(String, String?)])
    func numbersInFoundationsCoders(text: String, expected: String?) throws {
        let bytes = try? JSONEncoder().encode([try JSONValue(parsing: text)])
        #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == expected.map { "[\($0)]" })
    }

    @Test(arguments: [#""AQL/""#, "[1,2,255]"]) func dataInJSON(text: String) throws {
        let decoder = JSONValueDecoder(conversions: .foundation())
        #expect(try decoder.decode([Data].self, from: "[\(text)]".utf8) == [Data([1, 2, 255])])
        for wrong in ["\"?\"", "[300]", "{}", "null"] {
            #expect(throws: DecodingError.self) { try decoder.decode([Data].self, from: "[\(wrong)]".utf8) }
        }
    }

    /// Foundation's property-list coders and ours read each other's dates and data.
    @Test(arguments: [PropertyList.Format.xml, .binary]) func propertyLists(format: PropertyList.Format) throws {
        struct Item: Codable, Equatable {
            var date = Date(timeIntervalSince1970: 1_767_225_600)
            var data = Data([0, 1, 255])
        }
        let ours = try PropertyListValueEncoder(conversions: .foundation()).encode(Item(), format: format)
        #expect(try PropertyListDecoder().decode(Item.self, from: Data(ours)) == Item())
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format == .xml ? .xml : .binary
        let theirs = try encoder.encode(Item())
        #expect(try PropertyListValueDecoder(conversions: .foundation()).decode(Item.self, from: theirs) == Item())
    }

    @Test func streams() async throws {
        let stream = AsyncStream<[UInt8]> { continuation in
            for byte in "[1,2]".utf8 { continuation.yield([byte]) }
            continuation.finish()
        }
        #expect(try await stream.decode([Int].self, using: JSONDecoder()) == [1, 2])
        #expect(Timestamp(Date(timeIntervalSince1970: -1.5)) == Timestamp(seconds: -2, nanoseconds: 500_000_000))
    }
}
