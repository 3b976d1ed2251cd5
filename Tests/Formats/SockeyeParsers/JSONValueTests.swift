import SockeyeParsers
import Testing

@Suite struct JSONValueTests {
    @Test(arguments: [
        #"{"id":7,"name":"张三 🚀","list":[1,2.50,-0.0e-3,true,false,null],"empty":{},"none":[]}"#,
        #""slashes / as they are, \" and \\ and \u0001 escaped""#,
        #"[123456789012345678901234567890,1E400,0.1]"#,
        "null",
    ])
    func roundTripIsExact(text: String) throws {
        #expect(try JSONValue(parsing: text).text() == text)
    }

    @Test func accessors() throws {
        let value = try JSONValue(parsing: #"{"videos":[{"name":"a","length":12}],"on":true,"no":null}"#)
        #expect(value["videos"]?[0]?["name"]?.string == "a")
        #expect(value["videos"]?[0]?["length"]?.int == 12)
        #expect(value["videos"]?[1] == nil)
        #expect(value["on"]?.bool == true)
        #expect(value["no"]?.isNull == true)
        #expect(value["absent"] == nil)
        #expect(value.object?.names == ["videos", "on", "no"])
    }

    @Test func escapesAreResolved() throws {
        let value = try JSONValue(parsing: #""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00""#)
        #expect(value.string == "\"\\/\u{8}\u{C}\n\r\tAé€😀")
    }

    @Test func prettyAndSorted() throws {
        let value = try JSONValue(parsing: #"{"b":[1,{}],"a":{"d":null,"c":[]}}"#)
        let expected = """
            {
              "a": {
                "c": [],
                "d": null
              },
              "b": [
                1,
                {}
              ]
            }
            """
        #expect(value.text(JSONFormat(isPretty: true, sortsKeys: true)) == expected)
    }

    @Test func colours() throws {
        let format = JSONFormat().colored(JSONColors(key: "1", string: "2", number: "3", literal: "4"))
        let text = try JSONValue(parsing: #"{"a":["b",1,null]}"#).text(format)
        #expect(
            text
                == "{\u{1B}[1m\"a\"\u{1B}[0m:[\u{1B}[2m\"b\"\u{1B}[0m,\u{1B}[3m1\u{1B}[0m,\u{1B}[4mnull\u{1B}[0m]}")
    }

    @Test func reformattingAsItStreams() throws {
        var tokenizer = JSONTokenizer()
        var writer = JSONWriter()
        var output: [UInt8] = []
        for byte in #" { "a" : [ 1 , 2 ] , "b" : "x" } "#.utf8 {
            try tokenizer.feed([byte], to: &writer)
            output += writer.takeBytes()
        }
        try tokenizer.finish(&writer)
        #expect(String(decoding: output + writer.takeBytes(), as: UTF8.self) == #"{"a":[1,2],"b":"x"}"#)
    }

    @Test(
        arguments: [
            (JSONReadingOptions.DuplicateNames.useLast, #"{"a":3,"b":2}"#), (.useFirst, #"{"a":1,"b":2}"#),
            (.refuse, nil),
        ] as [(JSONReadingOptions.DuplicateNames, String?)])
    func duplicateNames(policy: JSONReadingOptions.DuplicateNames, expected: String?) {
        let text = #"{"a":1,"b":2,"a":3}"#
        let options = JSONReadingOptions(duplicateNames: policy)
        #expect((try? JSONValue(parsing: text, options: options))?.text() == expected)
        let decoded = try? JSONValueDecoder(options: options).decode(JSONValue.self, from: Array(text.utf8))
        #expect(decoded?.text() == expected)
    }

    @Test func duplicateNamesInALargeObject() throws {
        let members = (0..<100).map { #""k\#($0 % 90)":\#($0)"# }.joined(separator: ",")
        let value = try JSONValue(parsing: "{\(members)}")
        #expect(value.object?.count == 90)
        #expect(value["k5"]?.int == 95)
        #expect(value["k50"]?.int == 50)
    }

    /// é as one scalar and as two: equal strings in Swift, different names in JSON.
    @Test func canonicallyEquivalentNamesStayApart() throws {
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        #expect(try JSONValue(parsing: text).text().utf8.elementsEqual(text.utf8))
    }

    /// Names are compared by their bytes, in small objects and in those with a table.
    @Test(arguments: [0, 40]) func spellingsOfANameAreDifferentNames(others: Int) throws {
        let (apart, whole) = ("e\u{301}", "\u{E9}")
        var value = try JSONValue(parsing: #"{"e\u0301":1,"\u00e9":2}"#)
        for other in 0..<others { value["\(other)"] = .null }
        #expect(value[apart] == 1)
        #expect(value[whole] == 2)
        #expect(value["E\u{301}"] == nil)
        #expect(try JSONPath(whole).select(from: value) == [2])
        value[whole] = 3
        #expect(value[apart] == 1)
        value[apart] = nil
        #expect(value[whole] == 3)
        #expect(value.object?.count == 1 + others)
        value[apart] = 4
        #expect(value.object?.names.last?.unicodeScalars.count == 2)
        #expect(JSONObject([.init(name: apart, value: 1)]) != JSONObject([.init(name: whole, value: 1)]))
        // Two marks in another order: as many bytes.
        #expect(JSONValue.object(JSONObject([.init(name: "a\u{301}\u{323}", value: 1)]))["a\u{323}\u{301}"] == nil)
    }

    @Test func nullMembersCanBeDropped() throws {
        let options = JSONReadingOptions(removesNullMembers: true)
        let text = #"{"a":null,"b":[null,{"c":null}],"d":1}"#
        #expect(try JSONValue(parsing: text, options: options).text() == #"{"b":[null,{}],"d":1}"#)
        let decoded = try JSONValueDecoder(options: options).decode(JSONValue.self, from: Array(text.utf8))
        #expect(decoded.text() == #"{"b":[null,{}],"d":1}"#)
    }

    /// Which of equal names counts is decided first, also if it is null.
    @Test(
        arguments: [
            (#"{"a":1,"a":null}"#, "{}", #"{"a":1}"#), (#"{"a":null,"a":1}"#, #"{"a":1}"#, "{}"),
            (#"{"a":null,"a":null,"b":[2]}"#, #"{"b":[2]}"#, #"{"b":[2]}"#),
            (#"{"b":{"a":1,"a":null,"c":3}}"#, #"{"b":{"c":3}}"#, #"{"b":{"a":1,"c":3}}"#),
        ], [0, 40])
    func nullMembersThatRepeat(texts: (text: String, last: String, first: String), others: Int) throws {
        let filling = (0..<others).map { #","\#($0)":null"# }.joined()
        let bytes = Array((texts.text.dropLast() + filling + "}").utf8)
        func read(_ names: JSONReadingOptions.DuplicateNames) throws -> [String] {
            let options = JSONReadingOptions(duplicateNames: names, removesNullMembers: true)
            var elements = JSONElementParser<JSONValue>(decoder: JSONValueDecoder(options: options))
            return [
                try JSONValue(parsing: bytes, options: options).text(),
                try JSONValueDecoder(options: options).decode(JSONValue.self, from: bytes).text(),
                try JSONDocument(parsing: bytes, options: options).root.tree.text(),
                try elements.parseAll([UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")]).first?.text() ?? "",
            ]
        }
        #expect(try read(.useLast) == Array(repeating: texts.last, count: 4))
        #expect(try read(.useFirst) == Array(repeating: texts.first, count: 4))
        let options = JSONReadingOptions(duplicateNames: .refuse, removesNullMembers: true)
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes, options: options) }
        #expect(throws: JSONError.self) { try JSONDocument(parsing: bytes, options: options) }
        #expect(throws: JSONError.self) {
            try JSONValueDecoder(options: options).decode(JSONValue.self, from: bytes)
        }
    }

    @Test func objectsAreEdited() {
        var object: JSONObject = .init([.init(name: "a", value: 1), .init(name: "b", value: 2)])
        object["c"] = "x"
        object["a"] = nil
        object["b"] = [1]
        #expect(JSONValue.object(object).text() == #"{"b":[1],"c":"x"}"#)
        for index in 0..<40 { object["n\(index)"] = .number(JSONNumber(index)) }
        object["n3"] = nil
        #expect(object["n3"] == nil)
        #expect(object["n39"]?.int == 39)
        #expect(object.count == 41)
    }

    /// Members that go leave the others where they are found.
    @Test(arguments: [0, 1, 49, 98, 99]) func whatStaysOfALargeObject(first: Int) {
        var object = JSONObject((0..<100).map { .init(name: "n\($0)", value: .number(JSONNumber($0))) })
        var left = Set(0..<100)
        for index in [first, 50, 3, 97, 2] {
            object["n\(index)"] = nil
            left.remove(index)
            #expect((0..<100).allSatisfy { object["n\($0)"]?.int == (left.contains($0) ? $0 : nil) })
        }
        #expect(object.count == left.count)
        object["n2"] = 7
        #expect(object.names.last == "n2" && object["n2"] == 7)
    }

    @Test(
        arguments: [
            ("12", 12, 12.0), ("-7", -7, -7.0), ("1.0", 1, 1.0), ("12e2", 1200, 1200.0), ("1.5", nil, 1.5),
            ("9223372036854775807", Int.max, 9223372036854775807.0),
            ("-9223372036854775808", Int.min, -9.223372036854775808e18),
            ("9223372036854775808", nil, 9223372036854775808.0), ("1e999", nil, nil), ("-0", 0, -0.0),
            ("0.1e-6", nil, 1e-7), ("123456789012345678901234567890", nil, 1.2345678901234568e29),
            ("179769313486231570000e288", nil, Double.greatestFiniteMagnitude),
            ("5e-324", nil, Double.leastNonzeroMagnitude),
            ("100000000000000000000e-18", 100, 100.0), ("2.2250738585072014e-308", nil, Double.leastNormalMagnitude),
            ("1e-400", nil, 0), ("0e999999999999", 0, 0),
        ] as [(String, Int?, Double?)])
    func numbers(text: String, int: Int?, double: Double?) throws {
        let number = try #require(JSONNumber(text: text))
        #expect(number.int == int)
        #expect(number.double == double)
        #expect(number.text == text)
    }

    @Test func doublesReadBackTheSame() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let double = Double(bitPattern: random.next())
            guard double.isFinite else { continue }
            let number = try #require(JSONNumber(double))
            #expect(number.double?.bitPattern == double.bitPattern)
            let decimals = Double(Int64.random(in: -1_000_000_000...1_000_000_000)) / 10_000
            #expect(JSONNumber(text: "\(decimals)")?.double == decimals)
        }
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(text: "01") == nil)
        #expect(JSONNumber(text: "") == nil)
    }

    /// Texts of every length, packed or not, are kept as they are.
    @Test(arguments: ["1234567890", "-9.87654321", "1e5", "12345678E+", "-0.000000e-"])
    func numberTexts(start: String) throws {
        for count in 1...40 {
            let text = start + String(repeating: "7", count: count)
            let number = try #require(JSONNumber(text: text))
            #expect(number.text == text)
            #expect(number == JSONNumber(text: text))
            #expect(number != JSONNumber(text: text + "7"))
            #expect(try JSONValue(parsing: "[\(text)]")[0]?.number == number)
        }
        #expect(JSONNumber(text: "1e5") != JSONNumber(text: "1E5"))
    }

    /// A byte beside the digits in ASCII ends the run of digits, wherever it comes in a word.
    @Test(arguments: ["/", ":", "\u{7F}", "\u{80}", "a", " ", "\0"]) func digitRuns(end: String) {
        for count in 1...20 {
            let digits = String(repeating: "9", count: count)
            do {
                _ = try JSONValue(parsing: "[" + digits + end + "99999999]")
                Issue.record("no error: \(digits)\(end)")
            } catch {
                #expect(error.position.offset >= 1 + count && error.position.offset <= 2 + count)
            }
            #expect(JSONNumber(text: digits)?.text == digits)
        }
    }
}
