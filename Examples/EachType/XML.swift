// XML, as a tree, as events and as values of your types.

import SockeyeParsers

func xml() throws {
    try xmlElement()
    try xmlDocument()
    try xmlPath()
    try xmlFormat()
    try xmlLimits()
    try xmlEventParser()
    try xmlTokenizer()
    try xmlValueCoders()
}

/// ``XMLElement``: a tree to be read and changed.
func xmlElement() throws {
    let bytes = Array("<rss><channel><title/><item id='7'><link>a</link></item></channel></rss>".utf8)
    var feed = try XMLDocument(parsing: bytes).root
    feed["channel"]?["title"]?.text = "News"
    feed["channel"]?["author"] = XMLElement("author", text: "Ada")
    try expect(try feed.select("channel/item[@id='7']/link").first?.text == "a")
    try expect(feed["channel"]?.elements.map(\.name.local) == ["title", "item", "author"])
    try expect(feed["channel"]?["author"]?.bytes() == Array("<author>Ada</author>".utf8))
}

/// ``XMLDocument``, ``XMLName``, ``XMLAttribute``: a document with namespaces.
func xmlDocument() throws {
    let document = try XMLDocument(parsing: #"<D:prop xmlns:D="DAV:" id="1"><D:getetag/></D:prop>"#.utf8)
    try expect(document.root.name == XMLName("prop", prefix: "D", namespace: "DAV:"))
    try expect(document.root.attributes.last == XMLAttribute("id", "1") && document.root["getetag"] != nil)
}

/// ``XMLPath``: elements, attributes and text by one path.
func xmlPath() throws {
    let document = try XMLDocument(parsing: "<a><b c='1'/><b c='2'>two</b></a>".utf8)
    try expect(try document.select(XMLPath("a/b/@c")).map(\.string) == ["1", "2"])
    try expect(try document.select(XMLPath("//b[2]/text()")).map(\.string) == ["two"])
}

/// ``XMLFormat``: the layout of a text.
func xmlFormat() throws {
    let encoder = XMLValueEncoder(format: XMLFormat(isPretty: true, indentation: 1))
    let text = String(decoding: try encoder.encode(User(name: "Ada"), root: "user"), as: UTF8.self)
    try expect(text.contains("<user>\n <name>Ada</name>\n</user>"))
}

/// ``XMLLimits``: what a peer may send.
func xmlLimits() throws {
    let limits = XMLLimits(depthLimit: 8, sizeLimit: 1 << 20)
    let nested = String(repeating: "<a>", count: 9) + String(repeating: "</a>", count: 9)
    let document = try? XMLDocument(parsing: nested.utf8, limits: limits)
    try expect(document == nil)
}

/// ``XMLEventParser``: events as values; of a response, `body.xmlEvents()`.
func xmlEventParser() throws {
    var parser = XMLEventParser()
    var events: [XMLEvent] = []
    for piece in ["<a><b>on", "e</b></a>"] { try parser.parse(piece.utf8.span.bytes, into: &events) }
    try parser.finish(into: &events)
    try expect(events.contains { $0.kind == .characters("one") })
}

/// ``XMLTokenizer``: events to a handler of one's own, without values in between.
func xmlTokenizer() throws {
    struct Links: XMLEventHandler {
        var links: [String] = []

        mutating func startElement(_ name: XMLName, attributes: XMLAttributes, at place: XMLPlace) {
            if name.local == "a", let link = attributes["href"] { links.append(link) }
        }
        mutating func endElement(_ name: XMLName, at place: XMLPlace) {}
        mutating func characters(_ text: UTF8Span, at place: XMLPlace) {}
    }
    let tokenizer = XMLTokenizer(handler: Links())
    for piece in ["<p><a href='1'/><a hr", "ef='2'/></p>"] { try tokenizer.feed(piece.utf8) }
    try tokenizer.finish()
    try expect(tokenizer.handler.links == ["1", "2"])
}

/// ``XMLValueDecoder``, ``XMLValueEncoder``: your types.
func xmlValueCoders() throws {
    struct Feed: Codable, Equatable {
        var title: String
        var item: [String]
    }
    let feed = Feed(title: "News", item: ["one", "two"])
    let bytes = try XMLValueEncoder(format: .pretty).encode(feed, root: "feed")
    try expect(XMLValueDecoder().decode(Feed.self, from: bytes) == feed)
}
