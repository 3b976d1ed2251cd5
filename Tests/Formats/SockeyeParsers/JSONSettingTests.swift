import SockeyeParsers
import Testing

@Suite struct JSONSettingTests {
    @Test func subscriptsMakeWhatIsMissing() throws {
        var value = JSONValue.null
        value["a"][0]["b"] = "x"
        value["a"][1] = 2
        value["a"][3] = 9
        value["n"] = .null
        #expect(value.text() == #"{"a":[{"b":"x"},2],"n":null}"#)
        value["a"][0]["b"] = nil
        value["a"][1] = nil
        value["absent"]["deeper"] = nil
        value["absent"][0] = nil
        #expect(value.text() == #"{"a":[{}],"n":null}"#)
        #expect(value["a"][0]["b"] == nil)
        #expect(value["a"]?[0] == .object(JSONObject()))
        var number: JSONValue = 7
        number[-1] = 1
        number["x"] = nil
        #expect(number == 7)
        number[0] = "first"
        #expect(number == ["first"])
        var none: JSONValue?
        none[5] = 1
        #expect(none == nil)
        none["k"] = 1
        #expect(none == ["k": 1])
    }

    @Test(
        arguments: [
            ("{}", "a[0].b", #"{"a":[{"b":1}]}"#), (#"{"a":[1,2]}"#, "a[-1]", #"{"a":[1,1]}"#),
            (#"{"a":null}"#, "a.b.c", #"{"a":{"b":{"c":1}}}"#), ("[]", "", "1"),
            (#"{"a":[5]}"#, "a[1]", #"{"a":[5,1]}"#),
            (#"{"x":{"y":1}}"#, #"x["odd.name"]"#, #"{"x":{"y":1,"odd.name":1}}"#),
        ] as [(String, String, String)])
    func pathsAreSet(text: String, path: String, expected: String) throws {
        var value = try JSONValue(parsing: text)
        try value.set(1, at: try JSONPath(path))
        #expect(value.text() == expected)
    }

    @Test(
        arguments: [
            (
                "{}", "a[1]",
                #"cannot set the path "a[1]": "a" has 0 elements, and one can be added after the last (at offset 1)"#
            ),
            (
                "{}", "a[-1]",
                #"cannot set the path "a[-1]": "a" has 0 elements, and one can be added after the last (at offset 1)"#
            ),
            (
                #"{"a":"text"}"#, "a.b",
                #"cannot set the path "a.b": "a" is a string, which has no members (at offset 2)"#
            ),
            (
                #"{"a":{}}"#, "$.a[0]",
                #"cannot set the path "$.a[0]": "$.a" is an object, which has no elements (at offset 3)"#
            ),
            ("[1]", "*", #"cannot set the path "*": '*' stands for many values (at offset 0)"#),
            ("[1]", ".a", #"cannot set the path ".a": the value is an array, which has no members (at offset 1)"#),
            (
                "[[1]]", "[0]['é'].x",
                #"cannot set the path "[0]['é'].x": "[0]" is an array, which has no members (at offset 3)"#
            ),
        ] as [(String, String, String)])
    func whatDoesNotFitIsRefused(text: String, path: String, message: String) throws {
        var value = try JSONValue(parsing: text)
        let before = value
        let parsed = try JSONPath(path)
        let error = #expect(throws: PathError.self) { try value.set(1, at: parsed) }
        #expect(error?.path == path)
        #expect(error?.description == message)
        #expect(value == before)
    }

    private struct Item: Decodable, Equatable {
        var id: String
        var list: [String]
    }

    @Test func numbersBecomeStringsWhenAsked() throws {
        let bytes = Array(#"{"id":1.50,"list":["a",7,-0e1]}"#.utf8)
        let decoder = JSONValueDecoder(readsNumbersAsStrings: true)
        #expect(try decoder.decode(Item.self, from: bytes) == Item(id: "1.50", list: ["a", "7", "-0e1"]))
        #expect(throws: DecodingError.self) { try JSONValueDecoder().decode(Item.self, from: bytes) }
        #expect(throws: DecodingError.self) {
            try decoder.decode(Item.self, from: Array(#"{"id":true,"list":[]}"#.utf8))
        }
    }

    @Test func conversionsThatDoNothingAreErrors() throws {
        var conversions = ValueConversions()
        conversions.register(
            String.self, decode: { try String(from: $0).uppercased() }, encode: { try $0.uppercased().encode(to: $1) })
        let decoder = JSONValueDecoder(conversions: conversions)
        let encoder = JSONValueEncoder(conversions: conversions)
        #expect(throws: DecodingError.self) { try decoder.decode([String].self, from: Array(#"["a"]"#.utf8)) }
        #expect(throws: EncodingError.self) { try encoder.encode(["a"]) }
        let lists = PropertyListValueDecoder(conversions: conversions)
        #expect(throws: DecodingError.self) { try lists.decode([String].self, from: PropertyList.array([])) }
    }

    @Test(
        arguments: [
            (
                #"{"b":[1,2.5,18446744073709551615,true,"x"],"a":{}}"#, .refuse,
                #"{"a":{},"b":[1,2.5,18446744073709551615,true,"x"]}"#
            ),
            (#"[1,null,{"k":null}]"#, .omit, "[1,{}]"), (#"[null]"#, .text, #"[""]"#),
        ] as [(String, NullRule, String)])
    func becomesAPropertyList(text: String, nulls: NullRule, expected: String) throws {
        let list = try PropertyList(try JSONValue(parsing: text), nulls: nulls)
        for format in [PropertyList.Format.xml, .binary] {
            #expect(try PropertyList(parsing: list.bytes(format)) == list)
        }
        var writer = JSONWriter(format: .compact)
        try list.send(to: &writer)
        #expect(String(decoding: writer.takeBytes(), as: UTF8.self) == expected)
    }

    @Test(
        arguments: [
            (#"{"a":[1,{"b":null}]}"#, .refuse, "a[1].b"), ("null", .omit, ""), ("null", .refuse, ""),
        ] as [(String, NullRule, String)])
    func nullsAreTold(text: String, nulls: NullRule, path: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(throws: PropertyListConversionError.null(path: path)) { try PropertyList(value, nulls: nulls) }
        #expect(throws: PropertyListConversionError.number("1e999", path: "")) {
            try PropertyList(try JSONValue(parsing: "1e999"))
        }
    }
}
