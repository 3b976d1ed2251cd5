import SockeyeParsers
import Testing

@Suite struct ConversionTests {
    struct Values: Codable, Equatable {
        var yes = true
        var byte: UInt8 = 7
        var wide: Int128 = 8
        var ratio: Float? = 0.5
        var list: [Bool] = [false]
        var places: [String: UInt16] = ["a": 1]
        var kind = Kind.second
        var none: Bool?
    }

    enum Kind: Int8, Codable { case first, second }

    /// Reads each value in order, as types with a tuple in them do.
    struct Row: Codable, Equatable {
        var yes = true
        var byte: UInt8 = 7

        init() {}

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            yes = try container.decode(Bool.self)
            byte = try container.decode(UInt8.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(yes)
            try container.encode(byte)
        }
    }

    private static let conversions = {
        var conversions = ValueConversions()
        conversions.register(
            Bool.self, decode: { try String(from: $0) == "on" }, encode: { try ($0 ? "on" : "off").encode(to: $1) })
        // In its own form, one more.
        conversions.register(UInt8.self, decode: { try UInt8(from: $0) &- 1 }, encode: { try ($0 &+ 1).encode(to: $1) })
        func register<Value: LosslessStringConvertible & Sendable>(_ type: Value.Type, _ none: Value) {
            conversions.register(
                type, decode: { Value(String(try String(from: $0).dropFirst())) ?? none },
                encode: { try "#\($0)".encode(to: $1) })
        }
        register(Int128.self, 0)
        register(Float.self, 0)
        register(UInt16.self, 0)
        register(Int8.self, 0)
        return conversions
    }()

    @Test func everyMemberIsConverted() throws {
        let text =
            ##"{"yes":"on","byte":8,"wide":"#8","ratio":"#0.5","list":["off"],"places":{"a":"#1"},"kind":"#1"}"##
        let encoder = JSONValueEncoder(conversions: Self.conversions)
        #expect(String(decoding: try encoder.encode(Values()), as: UTF8.self) == text)
        let decoder = JSONValueDecoder(conversions: Self.conversions)
        #expect(try decoder.decode(Values.self, from: text.utf8) == Values())
        let list = try PropertyListValueEncoder(conversions: Self.conversions).encodeToPropertyList(Values())
        #expect(list["yes"] == .string("on"))
        let lists = PropertyListValueDecoder(conversions: Self.conversions)
        #expect(try lists.decode(Values.self, from: list) == Values())
    }

    @Test func everyElementIsConverted() throws {
        #expect(try JSONValueEncoder(conversions: Self.conversions).encodeToValue(Row()) == ["on", 8])
        #expect(try JSONValueDecoder(conversions: Self.conversions).decode(Row.self, from: ["on", 8]) == Row())
        #expect(try JSONValueEncoder(conversions: Self.conversions).encodeToValue(true) == "on")
        #expect(try JSONValueDecoder(conversions: Self.conversions).decode(Bool.self, from: "on"))
    }

    /// What a conversion makes of a scalar may have the scalar in it.
    @Test func conversionsMayWrapTheirType() throws {
        var conversions = ValueConversions()
        conversions.register(
            Bool.self,
            decode: {
                var container = try $0.unkeyedContainer()
                return try container.decode(Bool.self)
            },
            encode: {
                var container = $1.unkeyedContainer()
                try container.encode($0)
            })
        conversions.register(
            UInt8.self, decode: { try [String: UInt8](from: $0)["byte"] ?? 0 },
            encode: { try ["byte": $0].encode(to: $1) })
        let encoder = JSONValueEncoder(conversions: conversions)
        #expect(try encoder.encodeToValue([true]) == [[true]])
        #expect(try encoder.encodeToValue(Row()) == [[true], ["byte": 7]])
        let decoder = JSONValueDecoder(conversions: conversions)
        #expect(try decoder.decode([Bool].self, from: [[true]]) == [true])
        #expect(try decoder.decode(Row.self, from: [[true], ["byte": 7]]) == Row())
    }

    /// A conversion of a type that holds others of its kind applies to those too.
    @Test func conversionsOfNestedValues() throws {
        struct Tree: Codable, Equatable {
            var name: String
            var children: [Tree] = []
        }
        var conversions = ValueConversions()
        conversions.register(
            Tree.self,
            decode: {
                var container = try $0.unkeyedContainer()
                return Tree(name: try container.decode(String.self), children: try container.decode([Tree].self))
            },
            encode: {
                var container = $1.unkeyedContainer()
                try container.encode($0.name)
                try container.encode($0.children)
            })
        let tree = Tree(name: "a", children: [Tree(name: "b")])
        let value = try JSONValueEncoder(conversions: conversions).encodeToValue(tree)
        #expect(value == ["a", [["b", []]]])
        #expect(try JSONValueDecoder(conversions: conversions).decode(Tree.self, from: value) == tree)
    }

    /// A timestamp's number is no value of the type, so that conversions don't apply.
    @Test func timestampsKeepTheirForm() throws {
        var conversions = ValueConversions()
        conversions.register(Int64.self, decode: { _ in 0 }, encode: { try "\($0)".encode(to: $1) })
        let decoder = JSONValueDecoder(timestamps: .millisecondsSince1970, conversions: conversions)
        #expect(try decoder.decode(Timestamp.self, from: 5000) == Timestamp(seconds: 5))
    }

    class Base: Codable {
        var id = 1
    }

    final class Derived: Base {
        var name = "a"

        override init() { super.init() }

        required init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .name)
            try super.init(from: try decoder.container(keyedBy: Key.self).superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(name, forKey: .name)
            try super.encode(to: container.superEncoder())
        }

        enum Key: CodingKey { case name }
    }

    @Test(
        arguments: [
            (KeyStrategy.useDefaultKeys, #"{"name":"a","super":{"id":1}}"#),
            (.snakeCase, #"{"name":"a","super":{"id":1}}"#),
            (.renaming(["base": "super"]), #"{"name":"a","base":{"id":1}}"#),
            (
                .custom(toCodingKey: { String($0.dropFirst()) }, toDocument: { "_" + $0 }),
                #"{"_name":"a","_super":{"_id":1}}"#
            ),
        ])
    func superclassesFollowTheKeyStrategy(keys: KeyStrategy, text: String) throws {
        #expect(String(decoding: try JSONValueEncoder(keys: keys).encode(Derived()), as: UTF8.self) == text)
        #expect(try JSONValueDecoder(keys: keys).decode(Derived.self, from: text.utf8).name == "a")
    }
}
