import SockeyeParsers
import Testing

@Suite struct XMLCodingTests {
    private static func text(_ value: some Encodable) throws -> String {
        String(decoding: try XMLValueEncoder().encodeToElement(value, name: "list").bytes(), as: UTF8.self)
    }

    /// Elements of an array take the name of its member in XML; at the root, or in another array, there is no such name.
    @Test func arraysNeedNames() throws {
        #expect(throws: EncodingError.self) { try Self.text([1, 2, 3]) }
        #expect(throws: EncodingError.self) { try Self.text([Int]()) }
        #expect(throws: EncodingError.self) { try Self.text(["a": [[1, 2], [3]]]) }
        #expect(throws: EncodingError.self) { try Self.text(["a": [[Int]()]]) }
        #expect(try Self.text(["a": [1, 2]]) == "<list><a>1</a><a>2</a></list>")
        #expect(try Self.text(["a": [1, nil, 2]]) == "<list><a>1</a><a>2</a></list>")
        #expect(try Self.text(["a": [Int]()]) == "<list/>")
        #expect(try Self.text(Int?.none) == "<list/>")
    }

    @Test func errorsHaveTheirPath() {
        let error = #expect(throws: EncodingError.self) { try Self.text(["a": [["b": ["c d": 1]]]]) }
        guard case .invalidValue(_, let context)? = error else { return }
        #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0", "b", "c d"])
    }

    @Test(arguments: [
        ["a:b": "1"], ["@a:b": "1"], ["a:": "1"], [":a": "1"], ["a:b:c": "1", "@xmlns:a": "u"], ["xmlns:a": "1"],
        ["@xmlns:a": ""], ["@xmlns:xmlns": "u"], ["@xmlns:xml": "u"], ["a\u{D7}": "1"], ["a\u{1F600}": "1"],
        ["1a": "1"],
        ["@xmlns:a": "u", "@xmlns:b": "u", "@a:k": "1", "@b:k": "2"], ["": "1"], ["@": "1"], ["a\u{0}": "1"],
    ])
    func namesThatAParserRefusesAreRefused(value: [String: String]) {
        #expect(throws: EncodingError.self) { try Self.text(value) }
    }

    @Test(arguments: [
        ["a:b": "1", "@xmlns:a": "u"], ["@a:b": "1", "@xmlns:a": "u"], ["@xml:lang": "de"], ["ä": "1"],
        ["\u{5929}": "1"],
        ["@xmlns:xml": "http://www.w3.org/XML/1998/namespace"], ["@xmlns": "u", "a": "1"], ["@xmlns": ""],
        ["@xmlns:a": "u", "@xmlns:b": "v", "@a:k": "1", "@b:k": "2"],
    ])
    func whatIsWrittenIsRead(value: [String: String]) throws {
        #expect(throws: Never.self) { try XMLDocument(parsing: try Self.text(value).utf8) }
    }

    @Test func declarationsHoldInside() throws {
        let value: JSONValue = ["@xmlns:a": "u", "b": ["a:c": 1]]
        #expect(try Self.text(value) == #"<list xmlns:a="u"><b><a:c>1</a:c></b></list>"#)
        #expect(throws: EncodingError.self) { try Self.text(["b": ["@xmlns:a": "u"], "a:c": 1] as JSONValue) }
    }

    struct Moments: Codable, Equatable {
        enum CodingKeys: String, CodingKey {
            case attribute = "@at"
            case element, list, wide, widest, wides, none, some
        }
        var attribute = Timestamp(seconds: 1_700_000_000, nanoseconds: 250_000_000)
        var element = Timestamp(seconds: -1)
        var list = [Timestamp(seconds: 0), Timestamp(seconds: 5)]
        var wide = Int128.min
        var widest = UInt128.max
        var wides: [Int128] = [1, .max]
        var none: Int128?
        var some: UInt128? = 1
    }

    @Test(arguments: [
        TimestampFormat.iso8601, .secondsSince1970, .millisecondsSince1970, .secondsSince2001,
    ])
    func timestampsAndWideIntegersComeBack(format: TimestampFormat) throws {
        let bytes = try XMLValueEncoder(timestamps: format).encode(Moments(), root: "m")
        #expect(try XMLValueDecoder(timestamps: format).decode(Moments.self, from: bytes) == Moments())
    }

    @Test(arguments: [
        (TimestampFormat.iso8601, "0"), (.secondsSince1970, "2026-01-31T12:00:00Z"), (.secondsSince1970, "nan"),
        (.millisecondsSince1970, "x"), (.secondsSince2001, "1e300"), (.secondsSince1970, ""),
    ])
    func otherTextsAreNoTimestamps(format: TimestampFormat, text: String) {
        let decoder = XMLValueDecoder(timestamps: format)
        let document = "<m><at>\(text)</at></m>"
        let error = #expect(throws: DecodingError.self) {
            try decoder.decode([String: Timestamp].self, from: document.utf8)
        }
        guard case .dataCorrupted(let context)? = error else { return }
        #expect(context.codingPath.map(\.stringValue) == ["at"])
    }
}
