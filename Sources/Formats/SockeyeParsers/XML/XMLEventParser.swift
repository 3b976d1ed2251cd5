public import SockeyeEncodings

/// Turns the events of a document into values.
///
/// Copies of a parser that hasn't begun each parse their own document. What expat has read can't be copied: once a parser
/// has begun, one of its copies can go on, and the others throw.
public struct XMLEventParser: ByteStreamParser {
    private var tokenizer: XMLTokenizer<Recorder>
    private let limits: XMLLimits
    private let encoding: TextEncoding?
    /// The calls so far: as many as the tokenizer's, unless a copy has gone on with that.
    private var calls = 0

    /// Makes a parser for one document; see ``XMLTokenizer`` for the parameters.
    public init(limits: XMLLimits = .init(), encoding: TextEncoding? = nil) {
        tokenizer = XMLTokenizer(handler: Recorder(), limits: limits, encoding: encoding)
        self.limits = limits
        self.encoding = encoding
    }

    /// Takes the tokenizer for the next call.
    private mutating func own() throws(XMLError) {
        if tokenizer.handler.calls != calls {
            guard calls == 0 else {
                throw XMLError(
                    reason: .refused("a copy of this parser has gone on with the document"), position: TextPosition())
            }
            tokenizer = XMLTokenizer(handler: Recorder(), limits: limits, encoding: encoding)
        }
        calls += 1
        tokenizer.handler.calls = calls
    }

    /// Parses the next piece, and appends the events that it completes.
    ///
    /// - Throws: ``XMLError``.
    public mutating func parse(_ bytes: RawSpan, into outputs: inout [XMLEvent]) throws(XMLError) {
        try own()
        // The recorder appends to the caller's array directly, which saves copying the events.
        swap(&outputs, &tokenizer.handler.events)
        defer { swap(&outputs, &tokenizer.handler.events) }
        guard bytes.byteCount > 4 * Self.sampleSize else { return try tokenizer.feed(bytes) }
        try tokenizer.feed(bytes.extracting(first: Self.sampleSize))
        // Makes room for what the rest will probably hold. An array that doubles moves all events each time, into fresh
        // memory.
        let expected = tokenizer.handler.events.count * (bytes.byteCount / Self.sampleSize + 1)
        tokenizer.handler.events.reserveCapacity(min(expected, Self.largestReserve))
        try tokenizer.feed(bytes.extracting(droppingFirst: Self.sampleSize))
    }

    private static let sampleSize = 1 << 16
    /// The most events that there is made room for at once: about 64 MiB.
    private static let largestReserve = 1 << 20

    /// Ends the document.
    ///
    /// - Throws: ``XMLError`` if it is incomplete.
    public mutating func finish(into outputs: inout [XMLEvent]) throws(XMLError) {
        try own()
        swap(&outputs, &tokenizer.handler.events)
        defer { swap(&outputs, &tokenizer.handler.events) }
        try tokenizer.finish()
    }

    struct Recorder: XMLEventHandler {
        var events: [XMLEvent] = []
        /// The calls of whichever copies of the parser used it.
        var calls = 0

        mutating func startElement(_ name: XMLName, attributes: XMLAttributes, at place: XMLPlace) {
            events.append(XMLEvent(kind: .startElement(name, attributes: attributes.all), position: place.position))
        }
        mutating func endElement(_ name: XMLName, at place: XMLPlace) {
            events.append(XMLEvent(kind: .endElement(name), position: place.position))
        }
        mutating func characters(_ text: UTF8Span, at place: XMLPlace) {
            events.append(XMLEvent(kind: .characters(String(copying: text)), position: place.position))
        }
        mutating func characterData(_ text: UTF8Span, at place: XMLPlace) {
            events.append(XMLEvent(kind: .characterData(String(copying: text)), position: place.position))
        }
        mutating func comment(_ text: UTF8Span, at place: XMLPlace) {
            events.append(XMLEvent(kind: .comment(String(copying: text)), position: place.position))
        }
        mutating func processingInstruction(target: String, data: String, at place: XMLPlace) {
            events.append(XMLEvent(kind: .processingInstruction(target: target, data: data), position: place.position))
        }
    }
}

extension AsyncSequence where Element: Collection<UInt8> {
    /// The events of the stream's XML document.
    ///
    /// Iterating throws ``XMLError``, and the stream's errors.
    public func xmlEvents(
        limits: XMLLimits = .init(), encoding: TextEncoding? = nil
    ) -> ParsedBytes<Self, XMLEventParser> {
        ParsedBytes(self, XMLEventParser(limits: limits, encoding: encoding))
    }
}
