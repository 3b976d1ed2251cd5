import SockeyeParsers
import Testing

@Suite struct XMLWriterTests {
    private static func streamed(_ text: String, _ format: XMLFormat) throws -> String {
        let tokenizer = XMLTokenizer(handler: XMLWriter(format: format))
        try tokenizer.parseWhole(text.utf8)
        return String(decoding: tokenizer.handler.takeBytes(), as: UTF8.self)
    }

    private static func written(_ text: String, _ format: XMLFormat) throws -> String {
        String(decoding: try XMLDocument(parsing: text.utf8).root.bytes(format), as: UTF8.self)
    }

    /// Elements with text stay as they are, and so do those inside them.
    @Test(arguments: [
        "<p>x <b>y</b></p>", "<pre>  </pre>", "<pre>\n</pre>", "<p>x<b><i/> <i/></b></p>", "<p> <![CDATA[x]]></p>",
        "<p xml:space=\"preserve\"> <b/> <b> <i/></b></p>", "<p xml:space=\"preserve\"><!--c--> <?d e?></p>",
        "<p>x <b/> </p>",
        "<p/>", "<p> x </p>",
    ])
    func textIsKept(text: String) throws {
        #expect(try Self.written(text, .pretty) == text)
        #expect(try Self.streamed(text, .pretty) == text)
        #expect(try Self.written(text, .compact) == text)
    }

    @Test(
        arguments: [
            ("<a> <b> </b><c><d/></c></a>", "<a>\n  <b> </b>\n  <c>\n    <d/>\n  </c>\n</a>"),
            ("<a>\n\n<!--c--> </a>", "<a>\n  <!--c-->\n</a>"),
            (
                "<a xml:space='preserve'> <b xml:space='default'> <c/></b></a>",
                "<a xml:space=\"preserve\"> <b xml:space=\"default\">\n    <c/>\n  </b></a>"
            ), ("<a><b>x<c/></b></a>", "<a>\n  <b>x<c/></b>\n</a>"),
        ])
    func layoutIsReplaced(text: String, pretty: String) throws {
        #expect(try Self.written(text, .pretty) == pretty)
        #expect(try Self.streamed(text, .pretty) == pretty)
        #expect(try Self.written(pretty, .pretty) == pretty)
    }

    /// A tree is known before its first child is written; a stream isn't.
    @Test(arguments: ["<p><b>x</b> y</p>", "<p> <b/>y</p>", "<p><b><i/></b><![CDATA[ ]]></p>", "<a>\n<b/>x</a>"])
    func textAfterElementsIsKeptInTrees(text: String) throws {
        #expect(try Self.written(text, .pretty) == text)
        #expect(try Self.streamed(text, .compact) == text)
    }

    @Test func programsMaySetSpace() {
        let space = XMLAttribute(XMLName("space", prefix: "xml"), "preserve")
        let element = XMLElement("a", attributes: [space], children: [.text(" "), .element(XMLElement("b"))])
        #expect(String(decoding: element.bytes(.pretty), as: UTF8.self) == "<a xml:space=\"preserve\"> <b/></a>")
    }

    /// What a program puts into a tree is read back, or what XML can hold of it.
    @Test(
        arguments: [
            (.characterData("a\u{0}b\u{FFFF}"), .characterData("a\u{FFFD}b\u{FFFD}")),
            (
                .processingInstruction(target: "p", data: "a?>b??>"),
                .processingInstruction(target: "p", data: "a? >b?? >")
            ),
            (
                .processingInstruction(target: "p", data: "\u{1B}"),
                .processingInstruction(target: "p", data: "\u{FFFD}")
            ),
            (.comment("\u{1}--"), .comment("\u{FFFD}- - ")), (.processingInstruction(target: "p", data: ""), nil),
            (.characterData("]]>"), nil),
        ] as [(XMLNode, XMLNode?)])
    func whatIsWrittenIsRead(node: XMLNode, expected: XMLNode?) throws {
        let element = XMLElement("a", children: [node])
        let back = try XMLDocument(parsing: element.bytes()).root
        if case .characterData = node {
            let wanted = XMLElement("a", children: [expected ?? node])
            #expect(back.text == wanted.text)
        } else {
            #expect(back.children == [expected ?? node])
        }
    }

    @Test func carriageReturnsOfSectionsAreKept() throws {
        let element = XMLElement("a", children: [.characterData("x\r\ny\r")])
        #expect(try XMLDocument(parsing: element.bytes()).root.text == "x\r\ny\r")
    }
}
