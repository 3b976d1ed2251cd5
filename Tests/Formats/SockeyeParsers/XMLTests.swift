import SockeyeEncodings
import SockeyeParsers
import Testing

@Suite struct XMLTests {
    static let sample = """
        <?xml version="1.0"?>
        <!DOCTYPE Human [<!ENTITY who "Ada">]>
        <?style sheet?><!-- people --><Human xmlns:x="urn:x">
          <Person color="yellow" x:id="1"><name>&who; &lt;é&#x1F680;</name></Person>
          <Person color='blue'><name><![CDATA[<Bob> & ]]>!</name><x:note/></Person>
        </Human>
        """

    static func kinds(
        _ text: some Collection<UInt8>, pieces size: Int, encoding: TextEncoding? = nil
    ) async throws
        -> [XMLEvent.Kind]
    {
        try await all(stream(text, pieces: size).xmlEvents(encoding: encoding)).map(\.kind)
    }

    @Test(arguments: [1, 2, 7, 10_000]) func events(size: Int) async throws {
        let kinds = try await Self.kinds(Self.sample.utf8, pieces: size)
        let id = XMLAttribute(XMLName("id", prefix: "x", namespace: "urn:x"), "1")
        let declaration = XMLAttribute(XMLName("x", prefix: "xmlns", namespace: XMLName.xmlnsNamespace), "urn:x")
        let note = XMLName("note", prefix: "x", namespace: "urn:x")
        #expect(
            kinds == [
                .processingInstruction(target: "style", data: "sheet"), .comment(" people "),
                .startElement("Human", attributes: [declaration]), .characters("\n  "),
                .startElement("Person", attributes: [XMLAttribute("color", "yellow"), id]),
                .startElement("name", attributes: []), .characters("Ada <é🚀"), .endElement("name"),
                .endElement("Person"), .characters("\n  "),
                .startElement("Person", attributes: [XMLAttribute("color", "blue")]),
                .startElement("name", attributes: []), .characterData("<Bob> & "), .characters("!"),
                .endElement("name"),
                .startElement(note, attributes: []), .endElement(note), .endElement("Person"), .characters("\n"),
                .endElement("Human"),
            ])
    }

    /// Text that expat reports in pieces of several kinds is delivered as one, wherever the bytes are split.
    @Test(
        arguments: [
            ("\n", "\n"), ("\n\n  a\nb\n", "\n\n  a\nb\n"), ("a\r\nb\rc\n", "a\nb\nc\n"), ("&amp;\n&#10;\n", "&\n\n\n"),
            ("x&two;y\n&two;", "x1\n2y\n1\n2"), ("<!--c-->\n", "\n"), ("\n<![CDATA[\n\n]]>\n", "\n|\n\n|\n"),
            ("Über\n天下\n🚀", "Über\n天下\n🚀"), ("\n&#x1F680;\n", "\n🚀\n"),
        ])
    func piecesOfText(source: String, text: String) async throws {
        let document = "<!DOCTYPE d [<!ENTITY two '1\n2'>]><d>\(source)</d>"
        for encoding in ["utf-8", "utf-16", "iso-8859-1"] {
            var bytes = Array(document.utf8)
            if encoding == "utf-16" { bytes = document.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
            if encoding == "iso-8859-1" {
                let scalars = document.unicodeScalars
                if scalars.contains(where: { $0.value > 0xFF }) { continue }
                bytes = scalars.map { UInt8($0.value) }
            }
            if encoding == "utf-16" { bytes = [0xFF, 0xFE] + bytes }
            for size in [1, 2, 3, 5, 11, bytes.count] {
                let kinds = try await Self.kinds(bytes, pieces: size, encoding: TextEncoding(label: encoding))
                let texts = kinds.compactMap { kind in
                    switch kind {
                    case .characters(let text), .characterData(let text): text
                    default: nil
                    }
                }
                #expect(texts.joined(separator: "|") == text, "\(encoding) in pieces of \(size)")
            }
        }
    }

    /// A large piece is read in two parts, which doesn't show.
    @Test func largeDocument() throws {
        let items = (0..<20_000).map { "<item id='\($0)'>text \($0) &amp; é\r\n<?do it?></item>\n" }
        let bytes = Array(("<list>" + items.joined() + "</list>").utf8)
        var parser = XMLEventParser()
        let whole = try parser.parseAll(bytes)
        var pieces = XMLEventParser()
        var events: [XMLEvent] = []
        for start in stride(from: 0, to: bytes.count, by: 10_000) {
            try pieces.parse(bytes[start..<min(bytes.count, start + 10_000)], into: &events)
        }
        try pieces.finish(into: &events)
        #expect(whole.count == 20_000 * 5 + 2)
        #expect(whole == events)
    }

    @Test func positions() async throws {
        let events = try await all(stream("<a>\n  <b>x</b>\n</a>", pieces: 100).xmlEvents())
        #expect(events.map(\.position.line) == [1, 2, 2, 2, 2, 3, 3])
        #expect(events[2].position == TextPosition(offset: 6, line: 2, column: 3))
    }

    @Test func namesResolveToTheirNamespaces() throws {
        let text = #"<feed xmlns="urn:a"><b:c xmlns:b="urn:b" k="1"/><d xmlns=""/></feed>"#
        let root = try XMLDocument(parsing: text.utf8).root
        #expect(root.name == XMLName("feed", namespace: "urn:a"))
        #expect(root["c"]?.name == XMLName("c", prefix: "b", namespace: "urn:b"))
        #expect(root["b:c"]?[attribute: "k"] == "1")
        #expect(root["d"]?.name.namespace == nil)
        #expect(String(decoding: root.bytes(), as: UTF8.self) == text)
    }

    @Test(
        arguments: [
            ("Human/Person[@color='yellow']/name", ["Ada <é🚀"]), ("Human/Person/@color", ["yellow", "blue"]),
            ("Human//@color", ["yellow", "blue"]),
            ("/Human/Person[2]/name/text()", ["<Bob> & !"]), ("//name", ["Ada <é🚀", "<Bob> & !"]),
            ("Human/*/x:note", [""]), ("Human/Person[@x:id]/@x:id", ["1"]),
            ("Human/Person[3]", []), ("Robot", []), ("Human/Person[name='<Bob> & !']/@color", ["blue"]),
        ] as [(String, [String])])
    func paths(path: String, expected: [String]) throws {
        let document = try XMLDocument(parsing: Self.sample.utf8)
        #expect(document.select(try XMLPath(path)).map(\.string) == expected)
    }

    @Test(arguments: ["", "/", "a/", "a[", "a[0]", "a[@b", "a[@b=c]", "a[b]", "a]", "@a", "a/@b/c"])
    func pathsThatAreNone(path: String) {
        #expect(throws: PathError.self) { try XMLPath(path) }
    }

    @Test func documentsAreChangedAndWrittenBack() throws {
        var document = try XMLDocument(parsing: "<!--c--><a k=\"1\"><b>x</b><c/>tail</a><?end now?>".utf8)
        #expect(
            String(decoding: document.bytes(), as: UTF8.self)
                == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!--c-->\n<a k=\"1\"><b>x</b><c/>tail</a>\n<?end now?>")
        document.root["b"]?.text = "<&>\r"
        document.root[attribute: "k"] = "\"\n"
        document.root["c"] = nil
        document.root["d"] = XMLElement("d", children: [.characterData("]]>"), .comment("--")])
        let bytes = document.root.bytes()
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "<a k=\"&quot;&#10;\"><b>&lt;&amp;&gt;&#13;</b>tail<d><![CDATA[]]]]><![CDATA[>]]><!--- - --></d></a>"
        )
        let back = try XMLDocument(parsing: bytes).root
        #expect(back["b"]?.text == "<&>\r")
        #expect(back[attribute: "k"] == "\"\n")
        #expect(back["d"]?.text == "]]>")
    }

    @Test func pretty() throws {
        let root = try XMLDocument(parsing: "<a><b>x <i>y</i></b> <c><d/></c></a>".utf8).root
        let expected = """
            <a>
              <b>x <i>y</i></b>
              <c>
                <d/>
              </c>
            </a>
            """
        #expect(String(decoding: root.bytes(.pretty), as: UTF8.self) == expected)
        let colored = XMLFormat().colored(XMLColors(tag: "1", value: "2", comment: "3"))
        let element = XMLElement("a", attributes: [XMLAttribute("k", "v")])
        #expect(
            String(decoding: element.bytes(colored), as: UTF8.self)
                == "\u{1B}[1m<a\u{1B}[0m k=\"\u{1B}[2mv\u{1B}[0m\"\u{1B}[1m/>\u{1B}[0m")
    }

    @Test(arguments: [
        ("<a>", XMLError.Reason.notWellFormed("no element found"), 1, 4),
        ("<a></b>", .notWellFormed("mismatched tag"), 1, 6),
        ("<a>\n<b k='1' k='2'/></a>", .notWellFormed("duplicate attribute"), 2, 10),
        ("<a>&nope;</a>", .notWellFormed("undefined entity"), 1, 4),
        ("<a/><b/>", .notWellFormed("junk after document element"), 1, 5),
        ("<a><x:b/></a>", .notWellFormed("unbound prefix"), 1, 4), ("", .notWellFormed("no element found"), 1, 1),
    ])
    func malformed(text: String, reason: XMLError.Reason, line: Int, column: Int) async {
        for size in [1, 1000] {
            do {
                _ = try await Self.kinds(text.utf8, pieces: size)
                Issue.record("no error")
            } catch let error as XMLError {
                if reason == .notWellFormed("no element found") {
                    #expect("\(error.reason)".contains("holds no element"))
                } else {
                    #expect(error.reason == reason)
                }
                #expect(error.position.line == line)
                #expect(error.position.column == column)
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test func externalEntitiesAreRefused() throws {
        let text = "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>"
        #expect(throws: XMLError.self) { try XMLDocument(parsing: text.utf8) }
        do {
            _ = try XMLDocument(parsing: text.utf8)
        } catch {
            #expect(error.reason == .externalEntity("\"file:///etc/passwd\""))
        }
        // An external DTD is not loaded; the document itself is fine unless it needs the DTD.
        #expect(throws: Never.self) { try XMLDocument(parsing: "<!DOCTYPE a SYSTEM \"http://x/\"><a/>".utf8) }
        #expect(throws: XMLError.self) { try XMLDocument(parsing: "<!DOCTYPE a SYSTEM \"http://x/\"><a>&y;</a>".utf8) }
        // In an attribute expat doesn't tell of it, as the tokenizer's documentation says.
        let attribute = "<!DOCTYPE a SYSTEM \"http://x/\"><a b='1&y;2'/>"
        #expect(try XMLDocument(parsing: attribute.utf8).root[attribute: "b"] == "12")
        #expect(throws: XMLError.self) { try XMLDocument(parsing: "<!DOCTYPE a []><a b='1&y;2'/>".utf8) }
    }

    @Test func billionLaughs() {
        var entities = "<!ENTITY l0 \"lollollollollollollollollollol\">"
        for level in 1...9 {
            entities += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
        }
        do {
            _ = try XMLDocument(parsing: "<!DOCTYPE a [\(entities)]><a>&l9;</a>".utf8)
            Issue.record("no error")
        } catch {
            #expect(error.reason == .amplification)
        }
    }

    @Test func limits() {
        func reason(_ text: String, _ limits: XMLLimits) -> XMLError.Reason? {
            do throws(XMLError) {
                _ = try XMLDocument(parsing: text.utf8, limits: limits)
                return nil
            } catch {
                return error.reason
            }
        }
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(reason(deep, XMLLimits()) == .tooDeep(limit: 256))
        #expect(reason("<a><b/></a>", XMLLimits(depthLimit: 2)) == nil)
        #expect(reason("<a>12345</a>", XMLLimits(textLimit: 4)) == .textTooLong(limit: 4))
        #expect(reason("<a>12345</a>", XMLLimits(sizeLimit: 11)) == .tooLarge(limit: 11))
        #expect(reason("<a>12345</a>", XMLLimits(sizeLimit: 12)) == nil)
    }

    @Test(arguments: [1, 3, 1000]) func encodings(size: Int) async throws {
        func text(_ bytes: [UInt8], _ encoding: TextEncoding? = nil) async throws -> String? {
            try await stream(bytes, pieces: size).xml(encoding: encoding).root.text
        }
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        #expect(try await text(latin) == "é")
        let koi = Array("<?xml version='1.0' encoding='KOI8-R'?><a>".utf8) + [0xD0] + Array("</a>".utf8)
        #expect(try await text(koi) == "п")
        let bare = Array("<a>".utf8) + [0x80] + Array("</a>".utf8)
        #expect(try await text(bare, TextEncoding(label: "windows-1252")) == "€")
        let units = "<a>é🚀</a>".utf16
        let wide: [UInt8] = [0xFE, 0xFF] + units.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 255)] }
        #expect(try await text(wide) == "é🚀")
        await #expect(throws: XMLError.self) { try await text(bare) }
        // A byte order mark says more than the transport, and than the declaration.
        for charset in ["utf-8", "utf-16", "utf-16le", "iso-8859-1", "us-ascii", "windows-1252", "koi8-r"] {
            #expect(try await text(wide, TextEncoding(label: charset)) == "é🚀", "\(charset)")
            let marked = [0xEF, 0xBB, 0xBF] + Array("<?xml version='1.0' encoding='koi8-r'?><a>é</a>".utf8)
            #expect(try await text(marked, TextEncoding(label: charset)) == "é", "\(charset)")
            #expect(
                try XMLDocument(parsing: marked, encoding: TextEncoding(label: charset)).root.text == "é", "\(charset)")
        }
        #expect(try await text(Array("<a/>".utf8), .utf8) == "")
        await #expect(throws: XMLError.self) { try await text(Array("<".utf8), TextEncoding(label: "koi8-r")) }
        await #expect(throws: XMLError.self) { try await text([0xEF, 0xBB], TextEncoding(label: "koi8-r")) }
        let unknown = Array("<?xml version='1.0' encoding='klingon'?><a/>".utf8)
        do {
            _ = try await text(unknown)
            Issue.record("no error")
        } catch let error as XMLError {
            #expect(error.reason == .unknownEncoding("klingon"))
        }
    }

    struct Person: Codable, Equatable {
        enum CodingKeys: String, CodingKey {
            case color = "@color"
            case name, age, nick
        }
        var color: String
        var name: String
        var age: Int?
        var nick: [String]
    }
    struct Human: Codable, Equatable {
        var Person: [Person]
        var alive: Bool
    }

    @Test func codable() throws {
        let text = """
            <Human alive="true">
              <Person color="yellow"><name>Ada</name><age> 36 </age></Person>
              <Person color="blue"><name>Bob</name><nick>B</nick><nick>Bobby</nick></Person>
            </Human>
            """
        let human = try XMLValueDecoder().decode(Human.self, from: text.utf8)
        let expected = Human(
            Person: [
                Person(color: "yellow", name: "Ada", age: 36, nick: []),
                Person(color: "blue", name: "Bob", age: nil, nick: ["B", "Bobby"]),
            ], alive: true)
        #expect(human == expected)
        let bytes = try XMLValueEncoder().encode(expected, root: "Human")
        #expect(try XMLValueDecoder().decode(Human.self, from: bytes) == expected)
        #expect(
            String(decoding: bytes, as: UTF8.self).contains("<Person color=\"yellow\"><name>Ada</name><age>36</age>"))
        #expect(throws: DecodingError.self) { try XMLValueDecoder().decode(Human.self, from: "<Human/>".utf8) }
        #expect(throws: DecodingError.self) {
            try XMLValueDecoder().decode(Human.self, from: "<Human alive='maybe'/>".utf8)
        }
        #expect(throws: EncodingError.self) { try XMLValueEncoder().encode(["a b": 1], root: "r") }
    }
}

/// Types that accept anything, in the order their author chose: none may decode as a list of itself.
@Suite struct XMLAnythingTests {
    indirect enum Anything: Decodable, Equatable {
        enum Kind: CaseIterable, Sendable { case keyed, unkeyed, text }
        struct Name: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        static let orderKey = CodingUserInfoKey(rawValue: "order")
        case object([String: Anything])
        case list([Anything])
        case text(String)

        init(from decoder: any Decoder) throws {
            let order = Self.orderKey.flatMap { decoder.userInfo[$0] as? [Kind] } ?? Kind.allCases
            for kind in order {
                switch kind {
                case .keyed:
                    guard let container = try? decoder.container(keyedBy: Name.self) else { continue }
                    var object: [String: Anything] = [:]
                    for key in container.allKeys {
                        object[key.stringValue] = try container.decode(Anything.self, forKey: key)
                    }
                    self = .object(object)
                case .unkeyed:
                    guard var container = try? decoder.unkeyedContainer() else { continue }
                    var list: [Anything] = []
                    while !container.isAtEnd { list.append(try container.decode(Anything.self)) }
                    self = .list(list)
                case .text:
                    guard let text = try? decoder.singleValueContainer().decode(String.self) else { continue }
                    self = .text(text)
                }
                return
            }
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "nothing"))
        }
    }

    @Test(
        arguments: [
            ([.keyed, .unkeyed, .text], .object(["extra": .text("1"), "b": .object([:])])),
            (
                [.unkeyed, .keyed, .text],
                .list([.object(["extra": .text("1"), "b": .list([.object([:]), .object([:])])])])
            ),
            ([.text, .keyed, .unkeyed], .text("23")),
        ] as [([Anything.Kind], Anything)])
    func typesThatTakeAnything(order: [Anything.Kind], expected: Anything) throws {
        let key = try #require(Anything.orderKey)
        let decoder = XMLValueDecoder(userInfo: [key: order])
        #expect(try decoder.decode(Anything.self, from: "<x extra='1'><b>2</b><b>3</b></x>".utf8) == expected)
    }

    @Test(
        arguments: [
            ("<x extra='1'/>", #"{"extra":1}"#), ("<x> a </x>", " a "), ("<x/>", ""),
            ("<x><b>2</b><b c='d'/><b><e/></b></x>", #"{"b":[2,{"c":"d"},{"e":""}]}"#),
            ("<x><b>true</b></x>", #"{"b":true}"#),
        ])
    func jsonValues(text: String, expected: String) throws {
        #expect(try XMLValueDecoder().decode(JSONValue.self, from: text.utf8).rawText == expected)
    }

    /// A number is one as JSON has it, with all its digits; everything else is text.
    @Test(
        arguments: [
            ("0", "0"), ("1", "1"), ("-0.50", "-0.50"), ("1.10", "1.10"), ("1E5", "1E5"), (" 7\n", "7"),
            ("123456789012345678901234567890.5", "123456789012345678901234567890.5"), ("true", "true"),
            (" false", "false"), ("01234", #""01234""#), ("0x1F", #""0x1F""#), ("+4930", #""+4930""#), ("1.", #""1.""#),
            (".5", #"".5""#), ("nan", #""nan""#), ("INF", #""INF""#), ("1 2", #""1 2""#), (" a", #"" a""#),
            ("", #""""#),
        ])
    func scalarsAsJSON(text: String, expected: String) throws {
        let decoder = XMLValueDecoder()
        #expect(try decoder.decode(JSONValue.self, from: "<x>\(text)</x>".utf8).text() == expected)
        #expect(try decoder.decode(JSONValue.self, from: "<x><a>\(text)</a></x>".utf8)["a"]?.text() == expected)
    }

    @Test(
        arguments: [
            ("1.5", 1.5), (" -2e3 ", -2000), ("+.5", 0.5), ("01", 1), ("INF", .infinity), ("-INF", -.infinity),
            ("0x1F", nil), ("0x1p3", nil), ("nan(0x1)", nil), ("infinity", nil), ("1_0", nil), ("", nil), ("e", nil),
        ] as [(String, Double?)])
    func floatingPointNumbers(text: String, expected: Double?) {
        let document = "<x><a>\(text)</a></x>"
        let decoder = XMLValueDecoder()
        #expect((try? decoder.decode([String: Double].self, from: document.utf8))?["a"] == expected)
        #expect((try? decoder.decode([String: Float].self, from: document.utf8))?["a"] == expected.map { Float($0) })
        let seconds = XMLValueDecoder(timestamps: .secondsSince1970)
        let moment = (try? seconds.decode([String: Timestamp].self, from: document.utf8))?["a"]
        #expect(moment?.secondsSince1970 == expected.flatMap { $0.isFinite ? $0 : nil })
    }

    /// A single attribute may be a list, and is one if the type asks for a list.
    @Test func listsOfOne() throws {
        struct Tagged: Decodable {
            var tags: [String]
        }
        #expect(try XMLValueDecoder().decode(Tagged.self, from: "<x tags='a'/>".utf8).tags == ["a"])
        #expect(try XMLValueDecoder().decode(Tagged.self, from: "<x><tags>a</tags></x>".utf8).tags == ["a"])
        #expect(throws: DecodingError.self) {
            try XMLValueDecoder().decode([[String]].self, from: "<x>a</x>".utf8)
        }
    }

    @Test func elementsDeeperThanTheLimit() throws {
        var element = XMLElement(XMLName("a"))
        for _ in 0..<50 { element = XMLElement(XMLName("a"), children: [.element(element)]) }
        let decoder = XMLValueDecoder(limits: XMLLimits(depthLimit: 20))
        #expect(throws: DecodingError.self) { try decoder.decode(JSONValue.self, from: element) }
        #expect(throws: Never.self) { try XMLValueDecoder().decode(JSONValue.self, from: element) }
    }

    /// The deepest document that is accepted fits a thread's stack.
    @Test func asDeepAsTheLimit() throws {
        let depth = XMLLimits().depthLimit
        let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        #expect(throws: Never.self) { try XMLValueDecoder().decode(JSONValue.self, from: text.utf8) }
        #expect(throws: Never.self) { try XMLValueDecoder().decode(Anything.self, from: text.utf8) }
    }
}

@Suite struct JSONPathTests {
    static let text = #"{"videos":[{"name":"a","tags":["x",1]},{"name":"b"}],"a.b":{"c":[null,{"d":2}]}}"#

    @Test(
        arguments: [
            ("videos[0].name", ["a"]), ("videos[*].name", ["a", "b"]), ("$.videos[1]", [#"{"name":"b"}"#]),
            ("[\"a.b\"].c[1].d", ["2"]), ("['a.b'].*[0]", ["null"]), ("videos[9]", []), ("nothing", []),
            ("videos[0].tags", [#"["x",1]"#]), (".videos[0].tags[1]", ["1"]), ("*[*].tags[0]", ["x"]),
        ] as [(String, [String])])
    func paths(path: String, expected: [String]) throws {
        let path = try JSONPath(path)
        #expect(path.select(from: try JSONValue(parsing: Self.text)).map(\.rawText) == expected)
        var whole = try JSONSelectionParser(path: path)
        #expect(try whole.parseAll(Self.text.utf8).map(\.rawText) == expected)
        var pieces = try JSONSelectionParser(path: path)
        var values: [JSONValue] = []
        for byte in Self.text.utf8 { try pieces.parse([byte], into: &values) }
        try pieces.finish(into: &values)
        #expect(values.map(\.rawText) == expected)
    }

    /// `$` is the whole value only where a step or the end follows.
    @Test(
        arguments: [
            ("$schema", ["s"]), (".$schema", ["s"]), ("$.$schema", ["s"]), ("$ref", ["r"]), ("$id.$ref", ["i"]),
            ("$$", ["d"]), ("$[\"$id\"].$ref", ["i"]), ("schema", ["wrong"]), ("ref", []), ("$.schema", ["wrong"]),
        ] as [(String, [String])])
    func namesThatBeginWithADollarSign(path: String, expected: [String]) throws {
        let value = try JSONValue(
            parsing: #"{"$schema":"s","schema":"wrong","$ref":"r","$id":{"$ref":"i"},"$$":"d"}"#)
        #expect(try JSONPath(path).select(from: value).map(\.rawText) == expected)
    }

    @Test func wholeAndLast() throws {
        let value = try JSONValue(parsing: Self.text)
        for path in ["", "$", "$.", "."] { #expect(try JSONPath(path).select(from: value) == [value]) }
        #expect(try JSONPath("videos[-1].name").select(from: value) == ["b"])
        #expect(throws: PathError.self) { try JSONSelectionParser(path: JSONPath("videos[-1]")) }
        var scalar = try JSONSelectionParser(path: JSONPath(""))
        #expect(try scalar.parseAll("7".utf8) == [7])
    }

    @Test(arguments: ["a[", "a[x]", "a[0", "a..b", "a.", "[0]b", "['x]"]) func noPaths(path: String) {
        #expect(throws: PathError.self) { try JSONPath(path) }
    }
}
