import Foundation
import SockeyeParsers
import Testing

@Suite struct JSONCodingTests {
    struct Everything: Codable, Equatable {
        enum Kind: String, Codable { case one, two }
        struct Inner: Codable, Equatable {
            var x: Int8
            var y: [UInt16]
        }
        var bool = true
        var int = -5
        var int64 = Int64.min
        var uint64 = UInt64.max
        var double = 0.1
        var float: Float = 0.1
        var string = "张三 \"quoted\" \n 🚀"
        var optional: String?
        var present: Int? = 3
        var kind = Kind.two
        var strings = ["a", "b"]
        var doubles = [1.5, -2, 1e300]
        var ints = [1, 2, 3]
        var matrix = [[1], [], [2, 3]]
        var inner = Inner(x: -8, y: [1, 65535])
        var inners = [Inner(x: 1, y: []), Inner(x: 2, y: [7])]
        var table = ["k": 1, "l": 2]
        var byNumber = [3: "c"]
        var time = Timestamp(seconds: 1_767_225_600, nanoseconds: 250_000_000)
        var any: JSONValue = ["deep": [1, nil, true]]
    }

    @Test func everythingComesBack() throws {
        let value = Everything()
        let bytes = try JSONValueEncoder().encode(value)
        #expect(try JSONValueDecoder().decode(Everything.self, from: bytes) == value)
        let tree = try JSONValueEncoder().encodeToValue(value)
        #expect(tree == (try JSONValue(parsing: bytes)))
        #expect(try JSONValueDecoder().decode(Everything.self, from: tree) == value)
    }

    /// Foundation reads our output, and we read its output.
    @Test func foundationAgrees() throws {
        var value = Everything()
        value.time = Timestamp(seconds: 5)
        let ours = Data(try JSONValueEncoder().encode(value))
        #expect(try JSONDecoder().decode(Everything.self, from: ours) == value)
        let theirs = [UInt8](try JSONEncoder().encode(value))
        #expect(try JSONValueDecoder().decode(Everything.self, from: theirs) == value)
    }

    struct Person: Codable, Equatable {
        var firstName: String
        var homeURLPath: String
        var tags: [String: Int]
    }

    @Test func snakeCase() throws {
        let person = Person(firstName: "Ada", homeURLPath: "/", tags: ["some_tag": 1])
        let bytes = try JSONValueEncoder(keys: .snakeCase).encode(person)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"first_name":"Ada","home_url_path":"/","tags":{"some_tag":1}}"#)
        struct Simple: Codable, Equatable {
            var firstName: String
            var _private: Int
        }
        let simple = try JSONValueDecoder(keys: .snakeCase).decode(
            Simple.self, from: Array(#"{"first_name":"Ada","_private":1}"#.utf8))
        #expect(simple == Simple(firstName: "Ada", _private: 1))
    }

    @Test func renaming() throws {
        struct Item: Codable, Equatable {
            var ID: Int
            var name: String
        }
        let text = #"{"id":7,"name":"x"}"#
        let item = try JSONValueDecoder(keys: .renaming(["id": "ID"])).decode(Item.self, from: Array(text.utf8))
        #expect(item == Item(ID: 7, name: "x"))
        let bytes = try JSONValueEncoder(keys: .renaming(["id": "ID"])).encode(item)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }

    @Test(arguments: [
        (TimestampFormat.iso8601, #""2026-01-01T00:00:00.250Z""#), (.secondsSince1970, "1767225600.25"),
        (.millisecondsSince1970, "1767225600250"), (.secondsSince2001, "788918400.25"),
    ])
    func timestamps(format: TimestampFormat, text: String) throws {
        let time = Timestamp(seconds: 1_767_225_600, nanoseconds: 250_000_000)
        let bytes = try JSONValueEncoder(timestamps: format).encode([time])
        #expect(String(decoding: bytes, as: UTF8.self) == "[\(text)]")
        #expect(try JSONValueDecoder(timestamps: format).decode([Timestamp].self, from: bytes) == [time])
    }

    @Test(arguments: [
        ("2026-01-31T12:00:00Z", 1_769_860_800, 0), ("1970-01-01t00:00:00.5z", 0, 500_000_000),
        ("2000-02-29 23:59:60+01:00", 951_865_200, 0), ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
        ("1969-12-31T23:59:59.123456789Z", -1, 123_456_789),
    ])
    func iso8601(text: String, seconds: Int64, nanoseconds: Int32) throws {
        let time = try #require(Timestamp(text))
        #expect(time == Timestamp(seconds: seconds, nanoseconds: nanoseconds))
        #expect(Timestamp(time.description) == time)
    }

    @Test(arguments: [
        "", "2026", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-01-01T24:00:00Z",
        "2026-01-01T00:00:00", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00Zx",
    ])
    func noTimestamp(text: String) {
        #expect(Timestamp(text) == nil)
    }

    /// Containers held open at the same time, and one requested twice.
    struct Interleaved: Encodable {
        enum Keys: CodingKey { case a, b, c, d }
        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Keys.self)
            var inner = outer.nestedContainer(keyedBy: Keys.self, forKey: .a)
            var list = outer.nestedUnkeyedContainer(forKey: .b)
            try inner.encode(1, forKey: .c)
            try list.encode(2)
            try outer.encode(3, forKey: .c)
            try inner.encode(4, forKey: .d)
            try list.encode(5)
            var again = encoder.container(keyedBy: Keys.self)
            try again.encode(6, forKey: .d)
            try 7.encode(to: outer.superEncoder())
        }
    }

    @Test func containersMayBeInterleaved() throws {
        let bytes = try JSONValueEncoder().encode(Interleaved())
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":{"c":1,"d":4},"b":[2,5],"c":3,"d":6,"super":7}"#)
    }

    class Base: Codable {
        var a = 1
        init() {}
    }
    final class Derived: Base {
        var b = 2
        enum Keys: CodingKey { case b }
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            b = try container.decode(Int.self, forKey: .b)
            try super.init(from: try container.superDecoder())
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(b, forKey: .b)
            try super.encode(to: container.superEncoder())
        }
    }

    class Empty: Encodable {
        func encode(to encoder: any Encoder) throws {}
    }

    final class Member: Empty {
        enum Keys: CodingKey { case a, b }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try super.encode(to: container.superEncoder())
            try super.encode(to: container.superEncoder(forKey: .a))
            var list = container.nestedUnkeyedContainer(forKey: .b)
            try super.encode(to: list.superEncoder())
        }
    }

    /// As a type that encodes nothing anywhere else.
    @Test func aSuperclassThatEncodesNothing() throws {
        let text = String(decoding: try JSONValueEncoder().encode(Member()), as: UTF8.self)
        #expect(text == #"{"super":{},"a":{},"b":[{}]}"#)
        let list = try PropertyListValueEncoder().encodeToPropertyList(Member())
        #expect(
            list
                == .dictionary([
                    "super": .dictionary([:]), "a": .dictionary([:]), "b": .array([.dictionary([:])]),
                ]))
    }

    @Test func classes() throws {
        let value = Derived()
        (value.a, value.b) = (5, 6)
        let bytes = try JSONValueEncoder().encode(value)
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"b":6,"super":{"a":5}}"#)
        let back = try JSONValueDecoder().decode(Derived.self, from: bytes)
        #expect((back.a, back.b) == (5, 6))
    }

    @Test(
        arguments: [
            (#"{"x":1,"y":[]}"#, nil), (#"{"x":300,"y":[]}"#, "x"), (#"{"x":1.5,"y":[]}"#, "x"),
            (#"{"x":"1","y":[]}"#, "x"),
            (#"{"x":1,"y":[1,-1]}"#, "y.Index 1"), (#"{"x":1,"y":{}}"#, "y"), (#"{"x":null,"y":[]}"#, "x"),
        ] as [(String, String?)])
    func misfitsNameTheirPath(text: String, path: String?) {
        do {
            _ = try JSONValueDecoder().decode(Everything.Inner.self, from: Array(text.utf8))
            #expect(path == nil)
        } catch DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context),
            DecodingError.valueNotFound(_, let context)
        {
            #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path)
        } catch {
            Issue.record(error)
        }
    }

    @Test func missingMembers() {
        #expect(throws: DecodingError.self) {
            try JSONValueDecoder().decode(Everything.Inner.self, from: Array(#"{"x":1}"#.utf8))
        }
        #expect(throws: JSONError.self) { try JSONValueDecoder().decode(Int.self, from: Array("".utf8)) }
    }

    @Test func membersInAnyOrderAndNumber() throws {
        let names = (0..<200).map { "k\($0)" }.shuffled()
        let text = "{" + names.map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",") + "}"
        let table = try JSONValueDecoder().decode([String: String].self, from: Array(text.utf8))
        #expect(table.count == 200)
        #expect(table.allSatisfy { $0 == $1 })
        let inner = try JSONValueDecoder().decode(Everything.Inner.self, from: Array(#"{"z":0,"y":[1],"x":2}"#.utf8))
        #expect(inner == Everything.Inner(x: 2, y: [1]))
    }

    /// A type that keeps its decoder can read from it later, when the decoded bytes are gone.
    @Test func decodersMayBeKept() throws {
        enum Keys: String, CodingKey { case x, y }
        struct Late: Decodable {
            let container: KeyedDecodingContainer<Keys>
            let decoder: any Decoder
            init(from decoder: any Decoder) throws {
                self.decoder = decoder
                container = try decoder.container(keyedBy: Keys.self)
            }
        }
        func decode() throws -> [Late] {
            try JSONValueDecoder().decode([Late].self, from: Array(#"[{"y":[2,3],"x":1},{"x":4,"y":[]}]"#.utf8))
        }
        let late = try decode()
        #expect(try late[0].container.decode(Int.self, forKey: .x) == 1)
        #expect(try late[0].container.decode([Int].self, forKey: .y) == [2, 3])
        #expect(try Everything.Inner(from: late[1].decoder) == Everything.Inner(x: 4, y: []))
    }

    /// Containers are used again for other objects, but not those that a type keeps or still reads from.
    @Test func containersMayBeKept() throws {
        enum Keys: String, CodingKey { case id, below, keeps }
        struct Node: Decodable {
            let container: KeyedDecodingContainer<Keys>?
            let id: Int
            let below: [Node]
            init(from decoder: any Decoder) throws {
                // Neither of these is in use when the next one is asked for, unless it is kept.
                _ = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .id)
                let container = try decoder.container(keyedBy: Keys.self)
                below = try container.decodeIfPresent([Node].self, forKey: .below) ?? []
                id = try container.decode(Int.self, forKey: .id)
                self.container = try container.decode(Bool.self, forKey: .keeps) ? container : nil
            }
            func check(_ expected: Int) throws {
                #expect(id == expected)
                if let container { #expect(try container.decode(Int.self, forKey: .id) == expected) }
                for (index, node) in below.enumerated() { try node.check(expected * 10 + index) }
            }
        }
        func text(_ id: Int, _ levels: Int) -> String {
            let below = levels == 0 ? "" : (0..<3).map { text(id * 10 + $0, levels - 1) }.joined(separator: ",")
            return #"{"keeps":\#(id % 7 == 3),"below":[\#(below)],"id":\#(id)}"#
        }
        let bytes = Array(("[" + (0..<30).map { text($0, 3) }.joined(separator: ",") + "]").utf8)
        for (id, node) in try JSONValueDecoder().decode([Node].self, from: bytes).enumerated() { try node.check(id) }
        var parser = JSONElementParser<Node?>()
        var nodes: [Node?] = []
        for start in stride(from: 0, to: bytes.count, by: 700) {
            try parser.parse(bytes[start..<min(start + 700, bytes.count)], into: &nodes)
        }
        try parser.finish(into: &nodes)
        #expect(nodes.count == 30)
        for (id, node) in nodes.enumerated() { try node?.check(id) }
    }

    /// Containers that are used again refer to what they read from, which nevertheless goes away.
    @Test func nothingIsLeftOfDecoding() throws {
        final class Mark: Sendable {}
        let key = try #require(CodingUserInfoKey(rawValue: "mark"))
        weak var mark: Mark?
        func decode(_ text: String) throws -> Int {
            let made = Mark()
            mark = made
            let decoder = JSONValueDecoder(userInfo: [key: made])
            var parser = JSONElementParser<[String: Int]>(decoder: decoder)
            let streamed = try parser.parseAll(Array(text.utf8))
            return try decoder.decode([Everything.Inner].self, from: Array(text.utf8)).count + streamed.count
        }
        #expect(throws: DecodingError.self) { try decode(#"[{"x":1},{"x":2},{"x":3},{"z":0}]"#) }
        #expect(mark == nil)
    }

    /// More key types than are cached, over and over, each with its own names.
    @Test func manyTypesOfKeys() throws {
        struct Nested<Mark, Value: Decodable & Equatable>: Decodable, Equatable {
            var value: Value
            var name: String?
        }
        typealias Two<Value: Decodable & Equatable> = Nested<Int, Nested<Bool, Value>>
        typealias Four<Value: Decodable & Equatable> = Two<Two<Value>>
        let text = (0..<12).reduce("7") { text, level in #"{"name":"n\#(level)","value":\#(text)}"# }
        let values = try JSONValueDecoder().decode([Four<Four<Four<Int>>>].self, from: Array("[\(text),\(text)]".utf8))
        #expect(values[0] == values[1])
        #expect(values[0].name == "n11")
        #expect(values[0].value.value.value.value.name == "n7")
    }

    @Test func nonFiniteNumbersAreRefused() {
        #expect(throws: EncodingError.self) { try JSONValueEncoder().encode([Double.infinity]) }
        #expect(throws: EncodingError.self) { try JSONValueEncoder().encode(["x": Float.nan]) }
    }

    @Test func conversions() throws {
        var conversions = ValueConversions()
        conversions.register(
            Bool.self, decode: { try String(from: $0) == "yes" }, encode: { try ($0 ? "yes" : "no").encode(to: $1) })
        let bytes = try JSONValueEncoder(conversions: conversions).encode(["a": [true]])
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":["yes"]}"#)
        let back = try JSONValueDecoder(conversions: conversions).decode([String: [Bool]].self, from: bytes)
        #expect(back == ["a": [true]])
    }

    @Test func sortedKeys() throws {
        struct Item: Encodable {
            var b = 1
            var a = ["z": 1, "y": 2]
        }
        let bytes = try JSONValueEncoder(format: JSONFormat(sortsKeys: true)).encode(Item())
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":{"y":2,"z":1},"b":1}"#)
    }

    /// What an either/or type does: one attempt after another on the same object.
    @Test(arguments: [true, false]) func anObjectIsDecodedTwice(dictionaryFirst: Bool) throws {
        struct User: Decodable, Equatable { var firstName: String }
        struct Either: Decodable {
            var user: User?
            var words: [String: String]?
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if decoder.userInfo.isEmpty { words = try? container.decode([String: String].self) }
                user = try container.decode(User.self)
                words = try container.decode([String: String].self)
            }
        }
        var decoder = JSONValueDecoder(keys: .snakeCase)
        if let key = CodingUserInfoKey(rawValue: "x"), !dictionaryFirst { decoder.userInfo = [key: true] }
        for _ in 0..<2 {
            let decoded = try decoder.decode(Either.self, from: Array(#"{"first_name":"a"}"#.utf8))
            #expect(decoded.user == User(firstName: "a") && decoded.words == ["first_name": "a"])
        }
        var (parser, streamed) = (JSONElementParser<Either>(decoder: decoder), [Either]())
        for piece in [#"[{"first_name":"a"},"#, #"{"first_name":"b"}"#, #",{"x":1,"first_name":"c"}]"#] {
            do { try parser.parse(Array(piece.utf8), into: &streamed) } catch { #expect(piece.contains("x")) }
        }
        #expect(streamed.map(\.words) == [["first_name": "a"], ["first_name": "b"]])
    }

    @Test func keysAndPathsAreConverted() throws {
        struct Inner: Decodable { var innerName: Int }
        struct Outer: Decodable { var outerName: Inner }
        let decoder = JSONValueDecoder(keys: .snakeCase)
        do {
            _ = try decoder.decode(Outer.self, from: Array(#"{"outer_name":{"inner_name":"x"}}"#.utf8))
            Issue.record("a text was decoded as a number")
        } catch DecodingError.typeMismatch(_, let context) {
            #expect(context.codingPath.map(\.stringValue) == ["outerName", "innerName"])
        }
        struct Keys: Decodable {
            struct Key: CodingKey {
                var stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            var names: [String]
            init(from decoder: any Decoder) throws {
                names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
            }
        }
        #expect(
            try decoder.decode(Keys.self, from: Array(#"{"a_b":1,"c":2,"d_e_f":3}"#.utf8)).names == ["aB", "c", "dEF"])
    }

    @Test func aKeyEncodedTwiceIsOneMember() throws {
        struct Twice: Encodable {
            enum CodingKeys: String, CodingKey { case a, b, c }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(1, forKey: .a)
                try container.encode(2, forKey: .b)
                try container.encode(3, forKey: .a)
                var first = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .c)
                try first.encode("x", forKey: .a)
                var second = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .c)
                try second.encode("y", forKey: .b)
                try second.encode("z", forKey: .a)
            }
        }
        let bytes = try JSONValueEncoder().encode([Twice()])
        #expect(String(decoding: bytes, as: UTF8.self) == #"[{"a":3,"b":2,"c":{"a":"z","b":"y"}}]"#)
    }

    /// Integers in any spelling of a JSON number, as for narrower types.
    @Test(
        arguments: [
            ("1e20", 100_000_000_000_000_000_000), ("-1.5e20", -150_000_000_000_000_000_000), ("1e2", 100),
            ("0e999", 0),
            ("-0.0", 0), ("100e-2", 1), ("123456789012345678901.00", 123_456_789_012_345_678_901), ("1.5", nil),
            ("10000000000000000000000000000000000000000e-2", 100_000_000_000_000_000_000_000_000_000_000_000_000),
            ("1e39", nil), ("1e999999999", nil), ("1e-999999999", nil),
            ("1700000000000000000000000000000000000e2", 170_000_000_000_000_000_000_000_000_000_000_000_000),
            ("1800000000000000000000000000000000000e2", nil),
        ] as [(String, Int128?)])
    func spellingsOfWideIntegers(text: String, value: Int128?) throws {
        if let value {
            #expect(try JSONValueDecoder().decode(Int128.self, from: text.utf8) == value)
        } else {
            #expect(throws: DecodingError.self) { try JSONValueDecoder().decode(Int128.self, from: text.utf8) }
        }
        #expect(JSONNumber(text: text)?.integer(as: Int128.self) == value)
    }

    @Test(arguments: ["5", "-5", "170141183460469231731687303715884105727", "-170141183460469231731687303715884105728"])
    func wideIntegers(text: String) throws {
        struct Wide: Codable, Equatable { var value: Int128; var list: [Int128]; var none: Int128? }
        let json = #"{"value":\#(text),"list":[\#(text)]}"#
        let wide = try JSONValueDecoder().decode(Wide.self, from: Array(json.utf8))
        #expect(wide == Wide(value: try #require(Int128(text)), list: [try #require(Int128(text))]))
        #expect(String(decoding: try JSONValueEncoder().encode(wide), as: UTF8.self) == json)
        #expect(try JSONValueDecoder().decode(Int128.self, from: Array(text.utf8)) == Int128(text))
        #expect(throws: DecodingError.self) {
            try JSONValueDecoder().decode(
                Int128.self, from: Array("\(text)000000000000000000000000000000000000000".utf8))
        }
        let most = try JSONValueEncoder().encode(["a": UInt128.max])
        #expect(try JSONValueDecoder().decode([String: UInt128].self, from: most) == ["a": .max])
    }

    @Test(arguments: [0, 1, -1, 999, -999, 1_700_000_000_123, -1_700_000_000_123, Int64.max / 1000])
    func millisecondsAreExact(milliseconds: Int64) throws {
        let decoder = JSONValueDecoder(timestamps: .millisecondsSince1970)
        let moment = try decoder.decode(Timestamp.self, from: Array("\(milliseconds)".utf8))
        #expect(moment.seconds * 1000 + Int64(moment.nanoseconds) / 1_000_000 == milliseconds)
        #expect(moment.nanoseconds % 1_000_000 == 0 && moment.nanoseconds >= 0)
    }

    /// The nearest nanosecond, since a `Double` is often a little less than what was written.
    @Test(arguments: [0, 1, 999, 1_000_000, 100_000_000, 333_000_000, 999_999_999] as [Int32], [0, 1, -1, 100])
    func secondsAreRounded(nanoseconds: Int32, seconds: Int64) throws {
        let moment = Timestamp(seconds: seconds, nanoseconds: nanoseconds)
        let text = try JSONValueEncoder(timestamps: .secondsSince1970).encode(moment)
        #expect(try JSONValueDecoder(timestamps: .secondsSince1970).decode(Timestamp.self, from: text) == moment)
    }

    /// What could not be read again is not written.
    @Test(arguments: [
        (-62_167_219_200, true), (-62_167_219_201, false), (253_402_300_799, true), (253_402_300_800, false),
    ])
    func yearsWithoutAText(seconds: Int64, isWritten: Bool) throws {
        let moment = Timestamp(seconds: seconds)
        guard isWritten else {
            #expect(throws: EncodingError.self) { try JSONValueEncoder().encode([moment]) }
            #expect(throws: EncodingError.self) { try XMLValueEncoder().encode(["a": moment], root: "r") }
            return
        }
        let text = try JSONValueEncoder().encode([moment])
        #expect(try JSONValueDecoder().decode([Timestamp].self, from: text) == [moment])
    }

    @Test func extremeMomentsHaveTexts() {
        #expect(Timestamp(seconds: .min).description.hasPrefix("-"))
        #expect(!Timestamp(seconds: .max, nanoseconds: .max).description.hasPrefix("-"))
        #expect(Timestamp(seconds: .min, nanoseconds: -1).seconds == .min)
        #expect(Timestamp(seconds: -1).description == "1969-12-31T23:59:59Z")
        #expect(Timestamp(seconds: -86_400).description == "1969-12-31T00:00:00Z")
    }

    @Test func errorsOfElementsHaveTheirIndex() throws {
        struct Item: Decodable { var a: Int }
        func path(_ read: (inout [Item]) throws -> Void) -> [String]? {
            var items: [Item] = []
            do {
                try read(&items)
            } catch DecodingError.typeMismatch(_, let context) {
                return context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
            } catch {
                return nil
            }
            return nil
        }
        var elements = JSONElementParser<Item>()
        let inArray = path { items in
            for piece in [#"[{"a":1},{"a":2}"#, #",{"a":3},{"a":"x"}]"#] {
                try elements.parse(Array(piece.utf8), into: &items)
            }
        }
        #expect(inArray == ["3", "a"])
        var records = JSONRecordParser<Item>()
        let inLines = path { items in try records.parse(Array("{\"a\":1}\n{\"a\":[]}\n".utf8), into: &items) }
        #expect(inLines == ["1", "a"])
    }
}
