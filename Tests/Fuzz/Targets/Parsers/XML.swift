import SockeyeParsers

private struct Outcome: Equatable {
    var events: [XMLEvent.Kind] = []
    var isRefused = false

    init(_ bytes: [UInt8], pieceLength: (Int) -> Int) {
        var parser = XMLEventParser(limits: XMLLimits(depthLimit: 20, sizeLimit: 2000, textLimit: 500))
        var events: [XMLEvent] = []
        do throws(XMLError) {
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + max(1, pieceLength(start)))
                try parser.parse(Array(bytes[start..<end]), into: &events)
                start = end
            }
            try parser.finish(into: &events)
            self.events = events.map(\.kind)
        } catch {
            // The number of events before an error may depend on the split: expat reads each piece to its end first.
            isRefused = true
            require(!error.description.isEmpty, "an error without words")
        }
    }
}

extension Check {
    /// However an XML document is split, it yields the same events and is accepted or refused alike; a parsed document can be written and read again; a path selects the same in the stream and in the tree; no path traps.
    static func xml(_ input: Input) {
        let (bytes, choice) = (input.bytes, input.choice)
        let whole = Outcome(bytes) { _ in bytes.count }
        require(whole == Outcome(bytes) { _ in 1 }, "byte by byte differs")
        require(whole == Outcome(bytes) { (($0 &* 31) ^ choice) % 13 }, "pieces differ")
        let copy = bytes
        if let document = try? XMLDocument(parsing: copy) {
            require((try? XMLDocument(parsing: document.bytes())) != nil, "what was written cannot be read")
            require((try? XMLValueDecoder().decode(JSONValue.self, from: copy)) != nil, "a value refuses an element")
            for text in ["//*[@id='1']/text()", "*/*[2]", "//a[b='x']//*", "*/@*"] {
                guard let path = try? XMLPath(text) else { fail("a valid path is refused") }
                let tokenizer = XMLTokenizer(handler: XMLSelectionHandler(path: path))
                try? tokenizer.feed(copy)
                try? tokenizer.finish()
                require(
                    tokenizer.handler.takeTexts() == document.select(path).map(\.string),
                    "the stream and the tree differ")
            }
        }
        let text = String(decoding: copy, as: UTF8.self)
        _ = try? XMLPath(text)
        _ = try? JSONPath(text)
    }
}
