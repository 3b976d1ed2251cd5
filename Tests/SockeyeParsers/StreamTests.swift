import Testing

@testable import SockeyeParsers

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

    @Test func elementsBeforeAnErrorArrive() async throws {
        var seen: [JSONValue] = []
        await #expect(throws: JSONError.self) {
            for try await value in stream("[1,2,x]", pieces: 100).jsonElements() { seen.append(value) }
        }
        #expect(seen == [1, 2])
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
