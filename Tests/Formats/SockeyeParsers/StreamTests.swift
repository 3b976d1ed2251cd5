import SockeyeParsers
import Testing

@Suite struct StreamTests {
    struct Record: Codable, Equatable, Sendable {
        var id: Int
        var name: String
    }

    @Test(arguments: [1, 2, 5, 1000]) func values(size: Int) async throws {
        let text = #"{"id":7,"name":"é 🚀"}"#
        #expect(try await stream(text, pieces: size).json() == JSONValue(parsing: text))
        #expect(try await stream(text, pieces: size).decode(Record.self) == Record(id: 7, name: "é 🚀"))
        #expect(try await stream(text, pieces: size).text() == text)
    }

    @Test(arguments: [1, 3, 1000]) func elements(size: Int) async throws {
        let text = #" [ {"id":1,"name":"a"}, {"id":2,"name":"b"},{"id":3,"name":"c"} ] "#
        let records = try await all(stream(text, pieces: size).jsonElements(of: Record.self))
        #expect(records.map(\.id) == [1, 2, 3])
        let values = try await all(stream("[1,\"x\",null,[[2]],{}]", pieces: size).jsonElements())
        #expect(values == [1, "x", nil, [[2]], .object(JSONObject())])
        #expect(try await all(stream("[]", pieces: size).jsonElements()) == [])
    }

    /// Elements of all kinds and sizes, so that some are cut by pieces and by the parts in which large pieces are read.
    @Test(arguments: [7, 1000, 65_536, 70_001, 10_000_000]) func manyElements(size: Int) async throws {
        var elements = (0..<4000).map { index in
            #"{"id":\#(index),"name":"a\\u00e9\\n\#(index) é","list":[1.5,[],{"x":null}],"":true}"#
        }
        elements.insert("[" + (0..<20_000).map { #""long\\t\#($0)""# }.joined(separator: ",") + "]", at: 1000)
        elements += ["null", "-12.5e3", #""\#(String(repeating: "x", count: 100_000))""#, "{}", "[]"]
        let text = "[" + elements.joined(separator: ", ") + "]"
        let expected = try JSONValue(parsing: text)
        #expect(try await all(stream(text, pieces: size).jsonElements()) == expected.array)
        #expect(try JSONValueDecoder().decode([JSONValue].self, from: text.utf8) == expected.array)
        #expect(try await all(stream(text, pieces: size).jsonElementsInPlace()).map(\.tree) == expected.array)
    }

    /// Byte by byte, and cut everywhere: open containers, names and strings go on in the next piece.
    @Test(arguments: [
        #"[{"a":[1,{"b":"\u0041\ud83d\ude00","a":2,"b":3}],"c":null},[],"x",-1.5e3,true,{"d":{}}]"#, "[]", "[1]",
        " [ ] ",
        "{}", "[1,2", "[1,x]", "1", "", #"[{"a":1,"a":2},"x",]"#,
    ])
    func elementsInPlace(text: String) {
        let bytes = Array(text.utf8)
        let tree = try? JSONValue(parsing: bytes).array
        for cut in 0...bytes.count {
            #expect((try? Self.inPlace([bytes[..<cut], bytes[cut...]])) == tree, "cut at \(cut)")
        }
        #expect((try? Self.inPlace(bytes.indices.map { bytes[$0..<$0 + 1] })) == tree)
    }

    @Test func elementsInPlaceBeforeAnErrorArrive() {
        var (parser, values) = (JSONInPlaceParser(), [JSONDocument.Value]())
        #expect(throws: JSONError.self) { try parser.parse(Array("[1,[2],x".utf8), into: &values) }
        #expect(values.map(\.tree) == [1, [2]])
        #expect(throws: JSONError.self) { try parser.finish(into: &values) }
    }

    /// Also while a value of the first one lives on.
    @Test func copiesOfAnInPlaceParserGoOnByThemselves() throws {
        var (first, values) = (JSONInPlaceParser(), [JSONDocument.Value]())
        try first.parse(Array(#"[0,{"a":[1,"#.utf8), into: &values)
        var (second, others) = (first, values)
        try second.parse(Array(#"2],"b":{"x":3,"x":4}}]"#.utf8), into: &others)
        try first.parse(Array(#"5],"a":6},7]"#.utf8), into: &values)
        try first.finish(into: &values)
        try second.finish(into: &others)
        #expect(values.map(\.tree) == [0, ["a": 6], 7])
        #expect(others.map(\.tree) == [0, ["a": [1, 2], "b": ["x": 4]]])
    }

    private static func inPlace(_ pieces: [ArraySlice<UInt8>]) throws -> [JSONValue] {
        var (parser, values) = (JSONInPlaceParser(), [JSONDocument.Value]())
        for piece in pieces { try parser.parse(piece, into: &values) }
        try parser.finish(into: &values)
        return values.map(\.tree)
    }

    @Test func whichErrorOfElementsComesFirst() async throws {
        func seen(_ text: String) async -> (count: Int, error: any Error) {
            var count = 0
            do {
                for try await _ in stream(text, pieces: 100).jsonElements(of: Int.self) { count += 1 }
            } catch {
                return (count, error)
            }
            return (count, CancellationError())
        }
        let misfit = await seen(#"[1,2,"x",x]"#)
        #expect(misfit.count == 2 && misfit.error is DecodingError)
        let syntax = await seen(#"[1,2,x,"x"]"#)
        #expect(syntax.count == 2 && syntax.error is JSONError)
        let first = await seen(#"[[1]]"#)
        #expect(first.count == 0 && first.error is DecodingError)
    }

    @Test func elementsBeforeAnErrorArrive() async throws {
        var seen: [JSONValue] = []
        await #expect(throws: JSONError.self) {
            for try await value in stream("[1,2,x]", pieces: 100).jsonElements() { seen.append(value) }
        }
        #expect(seen == [1, 2])
        var numbers: [Int?] = []
        await #expect(throws: DecodingError.self) {
            for try await value in stream("[1,null,\"x\",2]", pieces: 100).jsonElements(of: Int?.self) {
                numbers.append(value)
            }
        }
        #expect(numbers == [1, nil])
        await #expect(throws: JSONError.self) { _ = try await all(stream("{}").jsonElements()) }
        await #expect(throws: JSONError.self) { _ = try await all(stream("[1,2").jsonElements()) }
        await #expect(throws: DecodingError.self) {
            _ = try await all(stream(#"[{"id":"x","name":""}]"#).jsonElements(of: Record.self))
        }
    }

    /// A decoder that outlives its element still reads its own values.
    @Test func keptDecodersStaySound() async throws {
        struct Keeper: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) throws { self.decoder = decoder }
        }
        let keepers = try await all(stream("[[1],[2,3],\"x\"]").jsonElements(of: Keeper.self))
        #expect(try [Int](from: keepers[0].decoder) == [1])
        #expect(try [Int](from: keepers[1].decoder) == [2, 3])
        // Every second piece reads into an arena that was used before, unless a decoder still needs it.
        let text = "[" + (0..<300).map { "[\($0)]" }.joined(separator: ",") + "]"
        let many = try await all(stream(text, pieces: 20).jsonElements(of: Keeper.self))
        #expect(try many.map { try [Int](from: $0.decoder) } == (0..<300).map { [$0] })
        let lines = (0..<300).map { "[\($0)]\n" }.joined()
        let records = try await all(stream(lines, pieces: 20).jsonRecords(of: Keeper.self))
        #expect(try records.map { try [Int](from: $0.decoder) } == (0..<300).map { [$0] })
    }

    @Test func errorsInsideRecordsHaveTheirPath() async throws {
        do {
            _ = try await all(stream("[[1],[2]]\n[[3],[4,\"x\"]]\n").jsonRecords(of: [[Int]].self))
            Issue.record("no error")
        } catch DecodingError.typeMismatch(_, let context) {
            #expect(context.codingPath.map(\.intValue) == [1, 1, 1])
        }
    }

    @Test(arguments: [1, 4, 1000]) func lineRecords(size: Int) async throws {
        let text = "{\"a\":1}\n\n[2]\r\n3\n\"x\""
        let values = try await all(stream(text, pieces: size).jsonRecords())
        #expect(values == [["a": 1], [2], 3, "x"])
    }

    @Test(arguments: [1, 4, 1000]) func textSequence(size: Int) async throws {
        let text = "\u{1E}{\"a\":1}\n\u{1E}12\n\u{1E}\u{1E}\"x\""
        let values = try await all(stream(text, pieces: size).jsonRecords(framing: .textSequence))
        #expect(values == [["a": 1], 12, "x"])
        for cut in ["\u{1E}12", "1\n", "\u{1E}true\u{1E}1\n"] {
            await #expect(throws: JSONError.self) {
                _ = try await all(stream(cut, pieces: size).jsonRecords(framing: .textSequence))
            }
        }
    }

    @Test("A parser can be copied, unused or in the middle, and neither sees what the other reads", arguments: 0...18)
    func copies(at place: Int) throws {
        func check<Parser: ByteStreamParser>(_ parser: Parser, _ text: String) throws where Parser.Output == JSONValue {
            let (bytes, place) = (Array(text.utf8), min(place, text.utf8.count))
            var first = parser
            var head: [JSONValue] = []
            try first.parse(Array(bytes[..<place]), into: &head)
            for size in [1, 3, 1000] {
                // What the end of a copy reads isn't the other's either.
                var (ended, dropped) = (first, head)
                try? ended.finish(into: &dropped)
                var (copy, values) = (first, head)
                var rest = bytes[place...]
                while !rest.isEmpty {
                    try copy.parse(Array(rest.prefix(size)), into: &values)
                    rest = rest.dropFirst(size)
                }
                try copy.finish(into: &values)
                #expect(values == [["a": 1], [2], 3], "\(size)")
            }
        }
        let records = JSONRecordParser<JSONValue>()
        let elements = JSONElementParser<JSONValue>()
        let selection = try JSONSelectionParser(path: JSONPath("[*]"))
        for _ in 0..<2 {
            try check(selection, "[{\"a\":1},[2], 3]")
            try check(records, "{\"a\":1}\n[2]\r\n3\n ")
            try check(elements, "[{\"a\":1},[2], 3]")
        }
    }

    @Test func copiesOfASelectionGoOnByThemselves() throws {
        var first = try JSONSelectionParser(path: JSONPath("a"))
        var second = first
        var values: [JSONValue] = []
        try first.parse(#"{"a":[1,"#.utf8, into: &values)
        #expect(try second.parseAll(#"{"a":[2]}"#.utf8) == [[2]])
        try first.parse("3]}".utf8, into: &values)
        #expect(values == [[1, 3]])
    }

    /// What expat has read can't be copied, so that only one copy of a parser that has begun can go on.
    @Test func copiesOfAnXMLParser() throws {
        var first = XMLEventParser()
        var second = first
        var events: [XMLEvent] = []
        try first.parse("<a>".utf8, into: &events)
        #expect(try second.parseAll("<b/>".utf8).map(\.kind) == [.startElement("b", attributes: []), .endElement("b")])
        var third = first
        try third.parse("</a>".utf8, into: &events)
        #expect(throws: XMLError.self) { try first.parse("</a>".utf8, into: &events) }
        #expect(throws: XMLError.self) { try first.finish(into: &events) }
        try third.finish(into: &events)
        #expect(events.map(\.kind) == [.startElement("a", attributes: []), .endElement("a")])
    }

    @Test func iterationsStartAnew() async throws {
        let events = stream("<a><b/></a>").parsed(with: XMLEventParser())
        let values = stream(#"{"a":[1,2]}"#).parsed(with: try JSONSelectionParser(path: JSONPath("a[*]")))
        for _ in 0..<2 {
            #expect(try await all(events).count == 4)
            #expect(try await all(values) == [1, 2])
        }
        // Both at once, each before the other's end.
        var (one, other) = (values.makeAsyncIterator(), values.makeAsyncIterator())
        for value in [1, 2, nil] as [JSONValue?] {
            #expect(try await one.next() == value)
            #expect(try await other.next() == value)
        }
    }

    @Test func recordErrorsHaveTheirPlaceInTheStream() async throws {
        do {
            _ = try await all(stream("[1]\n[2]\n [x]\n").jsonRecords())
            Issue.record("no error")
        } catch let error as JSONError {
            #expect(error.position == TextPosition(offset: 10, line: 3, column: 3))
        }
    }

    @Test func sizeLimits() async throws {
        await #expect(throws: JSONError.self) { _ = try await stream("[1,2,3]").json(upTo: 4) }
        await #expect(throws: JSONError.self) { _ = try await stream("[1,2,3]").decode([Int].self, upTo: 4) }
        await #expect(throws: CollectingError.tooLarge(limit: 4)) { _ = try await stream("12345").collect(upTo: 4) }
        #expect(try await stream("12345").collect(upTo: 5).count == 5)
    }

    @Test(arguments: [1, 2, 3, 1000]) func lines(size: Int) async throws {
        let text = "one\r\n\nthree é\nfour\r"
        #expect(try await all(stream(text, pieces: size).lines()) == ["one", "", "three é", "four"])
        #expect(try await all(stream("", pieces: size).lines()) == [])
        #expect(try await all(stream("12345\r\n12345", pieces: size).lines(limit: 5)) == ["12345", "12345"])
        await #expect(throws: TextError.self) { _ = try await all(stream("x\n123456\n", pieces: size).lines(limit: 5)) }
        do {
            _ = try await all(stream([0x61, 0x0A, 0x62, 0xFF, 0x0A], pieces: size).lines())
            Issue.record("no error")
        } catch let error as TextError {
            #expect(error.position == TextPosition(offset: 3, line: 2, column: 2))
        }
        let repaired = try await all(stream([0x62, 0xFF, 0x0A], pieces: size).lines(invalidBytes: .replace))
        #expect(repaired == ["b\u{FFFD}"])
    }
}
