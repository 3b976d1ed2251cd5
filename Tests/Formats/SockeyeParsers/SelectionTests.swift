import SockeyeParsers
import Testing

/// Paths followed while the bytes arrive select the same as in the tree.
@Suite struct SelectionTests {
    private static let feed = """
        <?xml version="1.0"?>
        <feed k="0"><!-- c --><list id="1"><item id="a" at="1">one <b>bold</b><![CDATA[ & raw]]></item>
        <item id="b"><name>Ada</name><item id="c"><name>Bob</name>deep</item></item></list>
        <list id="2"><item id="d" at="2">two</item><item id="e"/><item id="f"><name>Ada</name>last</item></list></feed>
        """

    @Test(arguments: [
        "feed", "feed/@k", "feed/list/@id", "feed/list/item", "feed/list[2]/item", "feed/list/item[2]/@id",
        "feed/list/item[3]/text()", "//item", "//item/@id", "//item//item/@id", "feed//item[@at]/@id",
        "feed/list[@id='2']/item[1]/@*", "//item[name='Ada']/@id", "//item[name='Ada'][2]/@id", "//item[@id][2]/@id",
        "feed/list/item[name='Ada']/item/@id", "//item[name='Ada']//name", "*/*/*/@id", "//name", "//none",
        "none//name",
        "feed/list/item/b/text()", "//*[@id='c']/name", "//list[item='two']/item[@at]/@id",
        "//@id", "//@*", "feed//@k", "feed/list//@id", "//item//@id", "//item[name='Ada']//@id", "none//@id",
    ])
    func asInTheTree(path: String) throws {
        let path = try XMLPath(path)
        let bytes = Array(Self.feed.utf8)
        let expected = try XMLDocument(parsing: bytes).select(path).map(\.string)
        for size in [1, 7, bytes.count] {
            let tokenizer = XMLTokenizer(handler: XMLSelectionHandler(path: path))
            var texts: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                try tokenizer.feed(bytes[start..<min(start + size, bytes.count)])
                texts += tokenizer.handler.takeTexts()
            }
            try tokenizer.finish()
            #expect(texts + tokenizer.handler.takeTexts() == expected)
        }
    }

    @Test(
        arguments: [
            // As in XPath: counted among the children of one parent.
            ("feed/list/item[2]/@id", ["b", "e"]), ("//item//item/@id", ["c"]),
            ("//item[name='Ada']/@id", ["b", "f"]), ("feed/list/item[1]", ["one bold & raw", "two"]),
            ("//item/@id", ["a", "b", "c", "d", "e", "f"]),
            ("//@id", ["1", "a", "b", "c", "2", "d", "e", "f"]), ("feed//@k", ["0"]),
            ("//item[name='Ada']//@id", ["b", "c", "f"]), ("feed/list[2]//@at", ["2"]),
        ] as [(String, [String])])
    func whatIsFound(path: String, expected: [String]) throws {
        let document = try XMLDocument(parsing: Self.feed.utf8)
        #expect(document.select(try XMLPath(path)).map(\.string) == expected)
    }

    @Test func whatIsKeptHasItsLimit() throws {
        let handler = XMLSelectionHandler(path: try XMLPath("a[b='1']"), textLimit: 1000)
        let tokenizer = XMLTokenizer(handler: handler)
        let endless = "<a>" + String(repeating: "<c>0123456789</c>", count: 200)
        let error = #expect(throws: XMLError.self) { try tokenizer.feed(endless.utf8) }
        #expect(error?.reason == .textTooLong(limit: 1000))
        // Everything off the path is dropped.
        let other = XMLTokenizer(handler: XMLSelectionHandler(path: try XMLPath("a/b"), textLimit: 1000))
        #expect(throws: Never.self) { try other.feed(endless.utf8) }
    }

    @Test(
        arguments: [
            // Of an element that is needed as a whole: attributes, names and nodes.
            ("a[b='1']", "<a>", "<c k='0123456789'/>", true), ("a[b='1']", "<a>", "<c/>", true),
            ("a[b='1']", "<a>", "x<!---->", true),
            ("a[b='1']", "<a k='\(String(repeating: "k", count: 1000))'>", "", true),
            // Of what waits to be taken: values of attributes, and how many there are.
            ("a/b/@k", "<a>", "<b k='0123456789'/>", true), ("a/b", "<a>", "<b/>", true),
            // Nothing is left of elements that turn out not to be selected.
            ("a/b[c='1']", "<a>", "<b><c>0</c></b>", false), ("a/b/@k", "<a>", "<b j='0123456789'/>", false),
        ])
    func whatIsKeptCounts(path: String, start: String, repeated: String, isRefused: Bool) throws {
        let handler = XMLSelectionHandler(path: try XMLPath(path), textLimit: 1000)
        let tokenizer = XMLTokenizer(handler: handler)
        let text = start + String(repeating: repeated, count: 200) + "</a>"
        if isRefused {
            let error = #expect(throws: XMLError.self) { try tokenizer.parseWhole(text.utf8) }
            #expect(error?.reason == .textTooLong(limit: 1000))
        } else {
            #expect(throws: Never.self) { try tokenizer.parseWhole(text.utf8) }
        }
    }

    private static let text =
        #"{"a":[{"n":"x","v":[1,"y"]},{"n":"z\n","a":{"n":1}},3],"n":null,"":{"":"e"},"a.b":true}"#

    @Test(
        arguments: [
            ("a[0].n", "x\n"), ("a[*].n", "x\nz\n\n"), ("a[0].v", "[1,\"y\"]\n"), ("a[0].v[1]", "y\n"),
            ("a[1].a.n", "1\n"), ("n", "null\n"), ("*", nil), ("a[2]", "3\n"), ("a[3]", ""), ("n.x", ""), ("a.n", ""),
            ("[\"a.b\"]", "true\n"), ("[\"\"][\"\"]", "e\n"), ("", nil), ("a[1]", nil),
        ] as [(String, String?)])
    func valuesAreWritten(path: String, expected: String?) throws {
        let path = try JSONPath(path)
        let values = path.select(from: try JSONValue(parsing: Self.text.utf8))
        let expected = expected ?? values.map { $0.rawText + "\n" }.joined()
        for size in [1, 5, 1000] {
            var writer = try JSONSelectionWriter(path: path)
            var tokenizer = JSONTokenizer()
            var written: [UInt8] = []
            let bytes = Array(Self.text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                try tokenizer.feed(bytes[start..<min(start + size, bytes.count)], to: &writer)
                written += writer.takeBytes()
            }
            try tokenizer.finish(&writer)
            written += writer.takeBytes()
            #expect(String(decoding: written, as: UTF8.self) == expected)
            #expect(writer.selectedCount == values.count)
            var parser = try JSONSelectionParser(path: path)
            #expect(try parser.parseAll(bytes) == values)
        }
    }

    @Test func placesFromTheEndAreRefused() throws {
        let path = try JSONPath("a[-1]")
        #expect(throws: PathError.self) { try JSONSelectionWriter(path: path) }
        let error = #expect(throws: PathError.self) { try JSONSelectionParser(path: path) }
        let reason = "only the end of an array tells where [-1] is"
        #expect(error?.description == "cannot stream the path \"a[-1]\": \(reason) (at offset 1)")
    }

    @Test func propertyListsAsJSON() throws {
        let list: PropertyList = .dictionary([
            "a": .array([.integer(-1), .unsignedInteger(.max), .real(0.5), .real(.infinity), .boolean(true)]),
            "b": .data([1, 2, 3, 255]), "c": .date(Timestamp(seconds: 0)), "d": .dictionary([:]), "e": .string("<é\n>"),
            "f": .uid(7),
        ])
        let expected =
            #"{"a":[-1,18446744073709551615,0.5,"inf",true],"b":"AQID/w==","c":"1970-01-01T00:00:00Z","d":{},"#
            + #""e":"<é\n>","f":{"CF$UID":7}}"# + "\n"
        let whole = try JSONPath("")
        var writer = try JSONSelectionWriter(path: whole)
        try list.send(to: &writer)
        #expect(String(decoding: writer.takeBytes(), as: UTF8.self) == expected)
        let tokenizer = XMLTokenizer(
            handler: PropertyListTranscoder(handler: try JSONSelectionWriter(path: whole)))
        for byte in list.bytes(.xml) { try tokenizer.feed(CollectionOfOne(byte)) }
        try tokenizer.finish()
        #expect(String(decoding: tokenizer.handler.handler.takeBytes(), as: UTF8.self) == expected)
    }

    @Test(arguments: [
        "<plist/>", "<plist><dict><key>a</key></dict></plist>", "<plist><dict><string>a</string></dict></plist>",
        "<plist><key>a</key></plist>", "<plist><array>x</array></plist>", "<plist><true/><true/></plist>",
        "<plist><integer>x</integer></plist>", "<dict/>", "<plist><foo/></plist>",
        "<plist><string><b/></string></plist>",
        "<plist><dict><key>a</key><key>b</key></dict></plist>",
    ])
    func badPropertyListsAreRefused(text: String) throws {
        let tokenizer = XMLTokenizer(
            handler: PropertyListTranscoder(handler: try JSONSelectionWriter(path: try JSONPath(""))))
        #expect(throws: XMLError.self) {
            try tokenizer.feed(text.utf8)
            try tokenizer.finish()
        }
        #expect(throws: PropertyListError.self) { try PropertyList(parsing: text.utf8) }
    }
}
