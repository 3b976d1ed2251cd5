import Testing

@testable import SockeyeParsers

/// Short texts that could cost much: each is refused at a limit, or read in linear time.
@Suite(.timeLimit(.minutes(1))) struct AmplificationTests {
    private static let long = String(repeating: "u", count: 1 << 20)

    /// Every name in a namespace has all of it, and is compared with those before.
    @Test(
        arguments: [
            ("<a:r xmlns:a='U'>", "<a:b/>"), ("<r xmlns='U'>", "<b/>"),
            ("<!DOCTYPE r [<!ATTLIST b xmlns CDATA 'U'>]><r>", "<b/>"), ("<U/>", ""), ("<r U='1'/>", ""),
        ])
    func longNames(start: String, repeated: String) {
        let text = start.replacing("U", with: Self.long) + String(repeating: repeated, count: 100_000)
        let error = #expect(throws: XMLError.self) { try XMLDocument(parsing: text.utf8) }
        #expect(error?.reason == .refused("a name or namespace is longer than 8192 bytes (nameLimit)"))
    }

    /// What the document type gives each element is as long as it likes.
    @Test func attributesByDefault() {
        let value = String(repeating: "v", count: 100_000)
        let text =
            "<!DOCTYPE r [<!ATTLIST b k CDATA '\(value)'>]><r>" + String(repeating: "<b/>", count: 3000) + "</r>"
        let error = #expect(throws: XMLError.self) { try XMLDocument(parsing: text.utf8) }
        #expect(error?.reason == .amplification)
        let few = "<!DOCTYPE r [<!ATTLIST b k CDATA 'v' l CDATA 'w'>]><r><b l='x'/></r>"
        let attributes = try? XMLDocument(parsing: few.utf8).root.elements.first?.attributes
        #expect(attributes?.map(\.value) == ["x", "v"])
    }

    /// A binary list with offsets of four bytes and references of two.
    private static func binary(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += number(bytes.count, 4)
            bytes += object
        }
        let table = bytes.count
        bytes += offsets + [0, 0, 0, 0, 0, 0, 4, 2]
        for value in [objects.count, 0, table] { bytes += number(value, 8) }
        return bytes
    }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// An object of this kind with a count of four bytes.
    private static func object(_ kind: UInt8, _ count: Int, _ contents: [UInt8]) -> [UInt8] {
        [kind << 4 | 0xF, 0x12] + number(count, 4) + contents
    }

    private static func references(_ object: UInt8, _ count: Int) -> [UInt8] {
        (0..<count).flatMap { _ in [0, object] }
    }

    /// Each reference counts with all the bytes of what it refers to.
    @Test(arguments: [0x4, 0x5, 0x6] as [UInt8]) func longTextsInManyPlaces(kind: UInt8) {
        let count = kind == 6 ? 50_000 : 100_000
        let text = Self.object(kind, count, [UInt8](repeating: 0x30, count: 100_000))
        let list = Self.binary([Self.object(0xA, 3000, Self.references(1, 3000)), text])
        #expect(throws: PropertyListError.tooLarge(limit: 256 << 20)) { try PropertyList(parsing: list) }
        let nested = Self.binary([
            Self.object(0xA, 60, Self.references(1, 60)), Self.object(0xA, 60, Self.references(2, 60)), text,
        ])
        #expect(throws: PropertyListError.tooLarge(limit: 256 << 20)) { try PropertyList(parsing: nested) }
    }

    /// Each key is hashed whole.
    @Test func aLongKeyInManyPlaces() {
        let count = 40_000
        let key = Self.object(0x5, 20_000, [UInt8](repeating: 0x30, count: 20_000))
        let members = Self.references(1, count) + Self.references(2, count)
        let list = Self.binary([Self.object(0xD, count, members), key, [0x09]])
        #expect(throws: PropertyListError.tooLarge(limit: 256 << 20)) { try PropertyList(parsing: list) }
    }

    /// Counts without a limit don't overflow: 2⁸⁰ values.
    @Test func countsWithoutALimit() {
        let levels = (0..<80).map { [0xA2, 0, UInt8($0 + 1), 0, UInt8($0 + 1)] }
        var limits = PropertyListLimits(valueLimit: .max)
        limits.expandedLimit = .max
        #expect(throws: Never.self) { try PropertyList(parsing: Self.binary(levels + [[0x51, 0x30]]), limits: limits) }
    }

    /// What is referred to again counts with its depth: an array of chains, each of which ends in the one before it.
    @Test func shortChainsThatMakeADeepOne() {
        let (chains, length) = (40, 200)
        var objects = [Self.object(0xA, chains, (0..<chains).flatMap { Self.number(1 + $0 * length, 2) })]
        for place in 0..<chains * length {
            let isEnd = place % length == length - 1
            let next = isEnd ? place + 2 - 2 * length : place + 2
            objects.append(isEnd && place < length ? [0x09] : [0xA1] + Self.number(next, 2))
        }
        #expect(throws: PropertyListError.tooDeep(limit: 256)) { try PropertyList(parsing: Self.binary(objects)) }
    }

    /// As deep as it may be, also where it is referred to again, and no deeper.
    @Test(arguments: [(3, true), (2, false)]) func depthOfWhatIsReferredToAgain(limit: Int, fits: Bool) throws {
        let list = Self.binary([[0xA2, 0, 2, 0, 1], [0xA1, 0, 2], [0xA1, 0, 3], [0x09]])
        let limits = PropertyListLimits(depthLimit: limit)
        let inner = PropertyList.array([.boolean(true)])
        #expect((try? PropertyList(parsing: list, limits: limits)) == (fits ? .array([inner, .array([inner])]) : nil))
    }

    /// A NaN equals no other, so a table finds none again.
    @Test func manyThatAreNoNumbers() throws {
        let list = PropertyList.array([PropertyList](repeating: .real(.nan), count: 100_000))
        #expect(try PropertyList(parsing: list.bytes(.binary)).array?.count == 100_000)
        #expect(list.bytes(.binary).count < 500_000)
    }

    private struct Skipped: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// Leaves out what isn't a number.
    private struct Numbers: Decodable {
        var numbers = 0
        var others = 0

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                if (try? container.decode(Int.self)) != nil {
                    numbers += 1
                } else {
                    _ = try container.decode(Skipped.self)
                    others += 1
                }
            }
        }
    }

    /// Where an element stands is known without counting those before it.
    @Test func manyElementsThatDoNotFit() throws {
        let text = "[1" + String(repeating: ",\"x\"", count: 200_000) + "]"
        let read = try JSONValueDecoder().decode(Numbers.self, from: text.utf8)
        #expect((read.numbers, read.others) == (1, 200_000))
    }

    @Test(arguments: [1, 4, 1000]) func elementsKnowTheirPlace(size: Int) {
        let text = Array(#"[[[0]],[[1],[2,3,"x"]]]"#.utf8)
        var parser = JSONElementParser<[[Int]]>()
        var values: [[[Int]]] = []
        let error = #expect(throws: DecodingError.self) {
            for start in stride(from: 0, to: text.count, by: size) {
                try parser.parse(text[start..<min(start + size, text.count)], into: &values)
            }
        }
        guard case .typeMismatch(_, let context)? = error else { return }
        #expect(context.codingPath.map(\.intValue) == [1, 1, 2])
    }

    /// Each key is looked up once.
    @Test(arguments: [true, false]) func manyMembersOfAnElement(areAttributes: Bool) throws {
        let count = 50_000
        let names = (0..<count).map { "k\($0)" }
        let text =
            areAttributes
            ? "<r \(names.map { "\($0)='7'" }.joined(separator: " "))/>"
            : "<r>\(names.map { "<\($0)>7</\($0)>" }.joined())</r>"
        let decoder = XMLValueDecoder()
        let members = try decoder.decode([String: Int].self, from: text.utf8)
        #expect(members.count == count && members["k49999"] == 7)
        let value = try decoder.decode(JSONValue.self, from: text.utf8)
        #expect(value.object?.count == count && value["k49999"] == 7)
    }

    /// What may be kept of one value is a mebibyte here.
    private static let options = {
        var options = JSONReadingOptions()
        options.limits.elementLimit = 1 << 20
        return options
    }()
    private static let text = "\"\(String(repeating: "x", count: 1 << 16))\""

    private static func isRefused<Parser: ByteStreamParser>(_ parser: Parser, _ start: String) -> Bool {
        var parser = parser
        var outputs: [Parser.Output] = []
        let piece = Array((text + ",").utf8)
        do {
            try parser.parse(Array(start.utf8), into: &outputs)
            for _ in 0..<17 { try parser.parse(piece, into: &outputs) }
            return false
        } catch {
            return (error as? JSONError)?.reason == .tooLarge(limit: 1 << 20) && outputs.isEmpty
        }
    }

    @Test func valuesWithoutAnEnd() throws {
        #expect(JSONLimits().elementLimit == 64 << 20)
        let decoder = JSONValueDecoder(options: Self.options)
        let records = Self.isRefused(JSONRecordParser<JSONValue>(decoder: decoder), "[")
        let sequence = Self.isRefused(
            JSONRecordParser<JSONValue>(framing: .textSequence, decoder: decoder), "\u{1E}[")
        let elements = Self.isRefused(JSONElementParser<JSONValue>(decoder: decoder), "[[")
        let places = Self.isRefused(JSONInPlaceParser(options: Self.options), "[[")
        let path = try JSONPath("a[0]")
        let selection = Self.isRefused(try JSONSelectionParser(path: path, options: Self.options), "{\"a\":[[")
        #expect([records, sequence, elements, places, selection] == [true, true, true, true, true])
    }

    /// In a piece or in many, a record has as many bytes as it may.
    @Test(arguments: [1, 3, 1000]) func recordsOfAnySize(size: Int) async throws {
        var decoder = JSONValueDecoder()
        decoder.options.limits.elementLimit = 9
        let fitting = stream("[1,2,3,4]\n\"1234567\"\n", pieces: size).jsonRecords(using: decoder)
        #expect(try await all(fitting) == [[1, 2, 3, 4], "1234567"])
        let error = await #expect(throws: JSONError.self) {
            try await all(stream("1\n [1,2,3,45]\n", pieces: size).jsonRecords(using: decoder))
        }
        #expect(error?.reason == .tooLarge(limit: 9))
        #expect(error?.position == TextPosition(offset: 12, line: 2, column: 11))
    }

    /// As many as there are, what is complete is no longer kept.
    @Test func manyValues() throws {
        let decoder = JSONValueDecoder(options: Self.options)
        var records = JSONRecordParser<String>(decoder: decoder)
        var elements = JSONElementParser<String>(decoder: decoder)
        var places = JSONInPlaceParser(options: Self.options)
        var selection = try JSONSelectionParser(path: JSONPath("[*]"), options: Self.options)
        var texts: [String] = []
        try elements.parse([UInt8(ascii: "[")], into: &texts)
        var values: [JSONDocument.Value] = []
        try places.parse([UInt8(ascii: "[")], into: &values)
        var trees: [JSONValue] = []
        try selection.parse([UInt8(ascii: "[")], into: &trees)
        let piece = Array(Self.text.utf8)
        for _ in 0..<40 {
            (texts, values, trees) = ([], [], [])
            try records.parse(piece + [0x0A], into: &texts)
            try elements.parse(piece + [UInt8(ascii: ",")], into: &texts)
            try places.parse(piece + [UInt8(ascii: ",")], into: &values)
            try selection.parse(piece + [UInt8(ascii: ",")], into: &trees)
        }
        #expect(texts.count == 2 && values.count == 1 && trees.count == 1)
    }

    @Test func formsAreLimitedAsAWhole() async {
        let form = String(repeating: "a=1234567&", count: 30)
        let error = await #expect(throws: TextError.self) { try await stream(form).form(FormParser(), upTo: 1000) }
        #expect(error?.reason == .tooLong(what: "form", limit: 1000))
        let whole = try? await stream(form).form(FormParser(), upTo: 2000)
        #expect(whole?.fields.count == 30)
    }
}
