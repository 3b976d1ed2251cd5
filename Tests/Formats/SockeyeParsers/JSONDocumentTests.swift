import SockeyeParsers
import Testing

/// A document has what the tree of the same text has.
struct JSONDocumentTests {
    @Test(arguments: JSONConformanceTests.cases.map(\.name))
    func sameAsTree(name: String) throws {
        let bytes = try #require(JSONConformanceTests.cases.first { $0.name == name }).bytes
        #expect(Self.document(bytes) == Self.tree(bytes))
    }

    @Test(
        arguments: [.useLast, .useFirst, .refuse] as [JSONReadingOptions.DuplicateNames],
        [
            #"{"a":1,"b":2,"a":3}"#, #"{"a":{"x":[1,2]},"b":2,"a":[3,{"y":null}],"c":{"a":1}}"#,
            #"[{"k":{"a":1,"a":{"a":2}},"l":[]},{"k":1}]"#, #"{"a\u0062":1,"ab":2}"#, "{\"\u{E9}\":1,\"e\u{301}\":2}",
            #"{"":1,"":2}"#, #"{"a":null,"b":[null,{"c":null}],"d":1}"#,
            "{\((0..<100).map { #""k\#($0 % 90)":[\#($0)]"# }.joined(separator: ","))}",
        ])
    func names(policy: JSONReadingOptions.DuplicateNames, text: String) {
        for removesNullMembers in [false, true] {
            let options = JSONReadingOptions(duplicateNames: policy, removesNullMembers: removesNullMembers)
            #expect(Self.document(Array(text.utf8), options) == Self.tree(Array(text.utf8), options))
        }
    }

    @Test func isReadInPlace() throws {
        let document = try JSONDocument(
            parsing:
                #"{"n":-12.50e3,"i":7,"s":"aé\n","e":"","t":true,"f":false,"z":null,"l":[1,[2,3],{"x":4},"y"],"q":[1,2]}"#
        )
        let root = document.root
        #expect(root["n"]?.number?.text == "-12.50e3" && root["n"]?.double == -12_500 && root["i"]?.int == 7)
        #expect(root["s"]?.string == "aé\n" && root["e"]?.string == "" && root["n"]?.string == nil)
        #expect(root["t"]?.bool == true && root["f"]?.bool == false && root["i"]?.bool == nil)
        #expect(root["z"]?.isNull == true && root["i"]?.isNull == false && root["missing"] == nil)
        #expect(root["i"]?.string == nil && root["s"]?.number == nil && root["i"]?["x"] == nil && root["i"]?[0] == nil)
        let list = try #require(root["l"])
        #expect(list.elements?.count == 4 && list.members == nil && root.elements == nil)
        #expect(list[0]?.int == 1 && list[1]?[1]?.int == 3 && list[2]?["x"]?.int == 4 && list[3]?.string == "y")
        #expect(list[4] == nil && list[-1] == nil)
        #expect(root["q"]?[1]?.int == 2 && root["q"]?[2] == nil)
        #expect(root.members?.count == 9 && root.members?.map(\.name) == ["n", "i", "s", "e", "t", "f", "z", "l", "q"])
        #expect(list.elements?.map(\.tree.rawText) == ["1", "[2,3]", #"{"x":4}"#, "y"])
    }

    @Test(arguments: ["l[*]", "l[-1]", "l[1][0]", "l[2].x", "*", "", "none.x"])
    func paths(path: String) throws {
        let text = #"{"l":[1,[2,3],{"x":4},"y"],"q":[1,2]}"#
        let path = try JSONPath(path)
        let (document, tree) = (try JSONDocument(parsing: text), try JSONValue(parsing: text))
        #expect(path.select(from: document.root).map(\.tree) == path.select(from: tree))
    }

    @Test func valuesOutliveTheText() throws {
        var value: JSONDocument.Value?
        do {
            let text = Array(
                #"["a text that is longer than a small string", "with \u0061n escape, and longer still"]"#.utf8)
            value = try JSONDocument(parsing: text).root
        }
        #expect(value?[0]?.string == "a text that is longer than a small string")
        #expect(value?[1]?.string == "with an escape, and longer still")
    }

    @Test func limitsHold() {
        let options = JSONReadingOptions(limits: JSONLimits(depthLimit: 3), allowsFragments: false)
        #expect(Self.document(Array("[[[[1]]]]".utf8), options) == Self.tree(Array("[[[[1]]]]".utf8), options))
        #expect(Self.document(Array("1".utf8), options) == Self.tree(Array("1".utf8), options))
        #expect(Self.document([]) == Self.tree([]))
    }

    private static func document(
        _ bytes: [UInt8], _ options: JSONReadingOptions = .init()
    ) -> Result<JSONValue, JSONError> {
        Result { () throws(JSONError) in try JSONDocument(parsing: bytes, options: options).root.tree }
    }

    private static func tree(_ bytes: [UInt8], _ options: JSONReadingOptions = .init()) -> Result<JSONValue, JSONError>
    {
        Result { () throws(JSONError) in try JSONValue(parsing: bytes, options: options) }
    }
}
