internal import CExpat

/// Parses an XML document that arrives in pieces, using expat, and sends its events to a handler.
///
/// Resolves namespaces. Never loads external entities, and limits the expansion of entities. A reference to an entity that the
/// document doesn't declare is an error, with one exception: if the document has an external DTD, which might declare it, expat
/// leaves such a reference out of an attribute's value without telling. Supports UTF-8, UTF-16 and
/// the single-byte encodings of ``Charset``, as declared by the document or the caller.
///
/// The corresponding C functions are `XML_ParserCreateNS` and `XML_Parse`.
public final class XMLTokenizer<Handler: XMLEventHandler> {
    /// The handler, with everything it has collected.
    public var handler: Handler {
        get { bridge.handler }
        set { bridge.handler = newValue }
    }

    private var bridge: XMLBridge<Handler>
    private let limits: XMLLimits
    /// Whether the transport gave an encoding, and the document's first bytes may still say otherwise.
    private var awaitsMark: Bool
    private var received = 0
    /// Bytes held back until there are enough to be worth parsing.
    private var waiting: [UInt8] = []
    /// The bytes of an unfinished part (a tag, a comment) that expat buffers. It rereads them from their beginning each
    /// time, which would take quadratic time if fed little by little (CVE-2023-52425).
    private var unfinished = 0

    /// A larger unfinished part waits until it has doubled.
    private static var patience: Int { 1 << 16 }
    private var isFinished = false

    /// Makes a tokenizer for one document.
    ///
    /// - Parameters:
    ///   - handler: receives the events.
    ///   - limits: on depth, names and text.
    ///   - encoding: the transport's encoding, for example Content-Type's charset (RFC 7303 section 3); overrides the
    ///     document's declaration, and is ignored if the document begins with a byte order mark.
    public init(handler: Handler, limits: XMLLimits = .init(), encoding: Charset? = nil) {
        self.limits = limits
        awaitsMark = encoding != nil
        bridge = XMLBridge(handler: handler, limits: limits, encoding: encoding)
    }

    /// Parses the next piece and delivers the events that it completes.
    ///
    /// - Throws: ``XMLError``; every later call throws the same error.
    public func feed(_ bytes: RawSpan) throws(XMLError) {
        try bytes.withWindow { (window) throws(XMLError) in try feed(window) }
    }

    /// Parses the next piece from any collection of bytes; contiguous ones are not copied.
    ///
    /// - Throws: ``XMLError``, as ``feed(_:)``.
    public func feed(_ bytes: some Collection<UInt8>) throws(XMLError) {
        try withByteWindow(of: bytes) { (window) throws(XMLError) in try feed(window) }
    }

    private func feed(_ window: ByteWindow) throws(XMLError) {
        let accepted = window.prefix(limits.maximumSize - received)
        received += accepted.count
        if awaitsMark {
            accepted.append(from: 0, to: accepted.count, to: &waiting)
            if waiting.count >= Self.longestMark { try parseStart() }
        } else if unfinished > Self.patience {
            accepted.append(from: 0, to: accepted.count, to: &waiting)
            if waiting.count >= unfinished { try parseWaiting() }
        } else {
            try parse(accepted)
        }
        if accepted.count < window.count { throw bridge.fail(.tooLarge(limit: limits.maximumSize)) }
    }

    /// Parses the first bytes, by their byte order mark rather than the transport's encoding.
    private func parseStart() throws(XMLError) {
        heedMark(of: waiting)
        try parseWaiting()
    }

    private func heedMark(of bytes: some Collection<UInt8>) {
        guard awaitsMark else { return }
        awaitsMark = false
        guard let mark = Charset.byteOrderMark(of: bytes) else { return }
        // expat takes the encoding when the parser is made, and doesn't look for marks with those that it asks us for.
        bridge = XMLBridge(handler: bridge.handler, limits: limits, encoding: mark.charset)
    }

    private static var longestMark: Int { 3 }

    private func parse(_ window: ByteWindow) throws(XMLError) {
        // expat counts in Int32.
        var start = 0
        while start < window.count {
            let end = min(window.count, start + 1 << 30)
            try bridge.parse(window.slice(from: start, to: end), isFinal: false)
            start = end
        }
        unfinished = bridge.unfinishedByteCount
        if unfinished > limits.maximumTextLength { throw bridge.fail(.textTooLong(limit: limits.maximumTextLength)) }
    }

    private func parseWaiting() throws(XMLError) {
        let bytes = waiting
        waiting = []
        try withByteWindow(of: bytes) { (window) throws(XMLError) in try parse(window) }
    }

    /// Parses a complete document. Saves the pass in which expat tracks lines between pieces.
    ///
    /// - Throws: ``XMLError``, as `feed(_:)` and ``finish()``.
    public func parseWhole(_ bytes: some Collection<UInt8>) throws(XMLError) {
        try withByteWindow(of: bytes) { (window) throws(XMLError) in
            if received > 0 || window.count > min(limits.maximumSize, 1 << 30) { return try feed(window) }
            received = window.count
            heedMark(of: (0..<min(Self.longestMark, window.count)).map { window[$0] })
            try bridge.parse(window, isFinal: true)
            isFinished = true
        }
        try finish()
    }

    /// Ends the document.
    ///
    /// - Throws: ``XMLError`` if it is incomplete.
    public func finish() throws(XMLError) {
        if isFinished { return }
        try parseStart()
        try bridge.parse(nil, isFinal: true)
        isFinished = true
    }
}
