import Testing

@testable import SockeyeParsers

/// What a hostile sender may try: each case ends with an error that has the position, in linear time.
@Suite struct BadInputTests {
    private static func xmlError(_ text: String, pieces size: Int, _ limits: XMLLimits = .init()) -> XMLError? {
        let tokenizer = XMLTokenizer(handler: XMLDocumentBuilder(), limits: limits)
        let bytes = Array(text.utf8)
        do throws(XMLError) {
            for start in stride(from: 0, to: bytes.count, by: size) {
                try tokenizer.feed(bytes[start..<min(start + size, bytes.count)])
            }
            try tokenizer.finish()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [1, 1000, 1 << 20]) func nesting(size: Int) {
        let brackets = String(repeating: "[\n", count: 100_000)
        let log = JSONEventLog.read(
            stride(from: 0, to: brackets.utf8.count, by: size).map { Array(brackets.utf8.dropFirst($0).prefix(size)) }
                .prefix(2000).map { $0[...] })
        #expect(log.error?.reason == .tooDeep(limit: 512))
        #expect(log.error?.position == TextPosition(offset: 1024, line: 513, column: 1))
        let error = Self.xmlError(String(repeating: "<a>\n", count: 100_000), pieces: size)
        #expect(error?.reason == .tooDeep(limit: 256))
        // After the first tag beyond the limit.
        #expect(error?.position == TextPosition(offset: 1027, line: 257, column: 4))
    }

    /// A tag, comment or value that never ends, in small pieces: must take linear, not quadratic, time.
    @Test(arguments: ["<a>", "<a><!--", "<a><?p ", "<a b='", "<a><![CDATA[", "<", "<!DOCTYPE a [<!ENTITY b '"])
    func endlessParts(start: String) {
        let text = start + String(repeating: "x", count: 1 << 20)
        let error = Self.xmlError(text, pieces: 64, XMLLimits(textLimit: 1 << 18))
        #expect(error?.reason == .textTooLong(limit: 1 << 18), "\(String(describing: error))")
        #expect((error?.position.line ?? 0) == 1)
        #expect((error?.position.offset ?? .max) <= text.utf8.count)
    }

    @Test func longPartsInSmallPieces() {
        let text =
            "<a b='" + String(repeating: "y", count: 1 << 20) + "'><!--" + String(repeating: "z", count: 1 << 20)
            + "--></a>"
        #expect(Self.xmlError(text, pieces: 64) == nil)
    }

    @Test(arguments: [1, 7, 1000]) func endlessLines(size: Int) {
        let text = Array(("first\n" + String(repeating: "x", count: 5000)).utf8)
        func error<Parser: ByteStreamParser>(_ parser: Parser) -> TextError? {
            var parser = parser
            var outputs: [Parser.Output] = []
            do {
                for start in stride(from: 0, to: text.count, by: size) {
                    try parser.parse(text[start..<min(start + size, text.count)], into: &outputs)
                }
                return nil
            } catch {
                return error as? TextError
            }
        }
        #expect(error(LineParser(limit: 1000))?.position == TextPosition(offset: 6, line: 2, column: 1))
        let event = error(ServerSentEventParser(limit: 1000))
        #expect(event?.reason == .tooLong(what: "line", limit: 1000))
        #expect(event?.position.line == 2)
        let form = error(FormParser(fieldLimit: 1000))
        #expect(form?.reason == .tooLong(what: "field", limit: 1000))
    }

    @Test(arguments: [Int.max, .max - 1]) func noLimits(limit: Int) throws {
        var options = JSONReadingOptions()
        options.limits = JSONLimits(
            depthLimit: limit, sizeLimit: limit, stringLimit: limit, numberLimit: limit)
        let text = Array(#"{"a":[1.5e2,"b\u00e9",{"c":null}]}"#.utf8)
        let value = try JSONValue(parsing: text, options: options)
        #expect(try JSONDocument(parsing: text, options: options).root.tree == value)
        var selection = try JSONSelectionParser(path: JSONPath("a[*]"), options: options)
        var values: [JSONValue] = []
        for byte in text { try selection.parse(CollectionOfOne(byte), into: &values) }
        try selection.finish(into: &values)
        #expect(.array(values) == value["a"])
        let limits = XMLLimits(
            depthLimit: limit, sizeLimit: limit, textLimit: limit, amplificationLimit: .infinity)
        let xml = Array("<a k='1'><b>x</b></a>".utf8)
        #expect(try XMLDocument(parsing: xml, limits: limits).root.text == "x")
        let handler = XMLSelectionHandler(path: try XMLPath("a[b='x']/b"), textLimit: limit)
        let tokenizer = XMLTokenizer(handler: handler, limits: limits)
        for byte in xml { try tokenizer.feed(CollectionOfOne(byte)) }
        try tokenizer.finish()
        #expect(tokenizer.handler.takeTexts() == ["x"])
        var decoder = XMLValueDecoder()
        decoder.limits = limits
        #expect(try decoder.decode([String: String].self, from: xml) == ["k": "1", "b": "x"])
    }

    @Test func invalidUTF8() {
        let text: [UInt8] = Array("[\"a\",\n\"b".utf8) + [0xC3, 0x28]
        #expect(
            JSONEventLog.read([text[...]]).error
                == JSONError(reason: .invalidUTF8, position: TextPosition(offset: 8, line: 2, column: 3)))
        let tokenizer = XMLTokenizer(handler: XMLDocumentBuilder())
        let error = #expect(throws: XMLError.self) {
            try tokenizer.feed(Array("<a>\nb".utf8) + [0xC3, 0x28, 0x3C])
        }
        #expect(error?.position.line == 2)
    }
}
