internal import CExpat

/// Reads an XML document that arrives in pieces, over expat, and tells an event handler what it holds.
///
/// Namespaces are resolved. External entities are never loaded; entities may not blow the document up. Encodings are
/// UTF-8, UTF-16 and the single-byte ones of ``Charset``, as the document or the caller says.
///
/// The corresponding C functions are `XML_ParserCreateNS` and `XML_Parse`.
public final class XMLTokenizer<Handler: XMLEventHandler> {
    /// The handler, with all that it has gathered.
    public var handler: Handler {
        get { bridge.handler }
        set { bridge.handler = newValue }
    }

    private let bridge: XMLBridge<Handler>
    private let limits: XMLLimits
    private var received = 0
    /// Bytes that wait until there are enough of them to be worth a look.
    private var waiting: [UInt8] = []
    /// How many bytes of a part that has not ended (a tag, a comment) expat keeps. It reads them again from their
    /// beginning each time: given a little at a time that would take quadratic time (CVE-2023-52425).
    private var unfinished = 0

    /// An unfinished part larger than this waits until it has doubled.
    private static var patience: Int { 1 << 16 }
    private var isFinished = false

    /// A tokenizer for one document.
    ///
    /// - Parameters:
    ///   - handler: gets the events.
    ///   - encoding: what the transport says, for example Content-Type's charset (RFC 7303 section 3); it outweighs the
    ///     document's own declaration, a byte order mark excepted.
    public init(handler: Handler, limits: XMLLimits = .init(), encoding: Charset? = nil) {
        self.limits = limits
        bridge = XMLBridge(handler: handler, limits: limits, encoding: encoding)
    }

    /// Reads the next piece and delivers the events that it completes.
    ///
    /// - Throws: ``XMLError``; every later call throws the same error.
    public func feed(_ bytes: RawSpan) throws(XMLError) {
        try bytes.withWindow { (window) throws(XMLError) in try feed(window) }
    }

    /// Reads the next piece from any collection of bytes; contiguous ones are not copied.
    ///
    /// - Throws: ``XMLError``, as ``feed(_:)``.
    public func feed(_ bytes: some Collection<UInt8>) throws(XMLError) {
        try withByteWindow(of: bytes) { (window) throws(XMLError) in try feed(window) }
    }

    private func feed(_ window: ByteWindow) throws(XMLError) {
        let accepted = window.prefix(limits.maximumSize - received)
        received += accepted.count
        if unfinished > Self.patience {
            accepted.append(from: 0, to: accepted.count, to: &waiting)
            if waiting.count >= unfinished { try parseWaiting() }
        } else {
            try parse(accepted)
        }
        if accepted.count < window.count { throw bridge.fail(.tooLarge(limit: limits.maximumSize)) }
    }

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

    /// Reads a whole document that is at hand: faster than ``feed(_:)`` and ``finish()`` by the pass in which expat
    /// keeps track of lines between pieces.
    ///
    /// - Throws: ``XMLError``, as ``feed(_:)`` and ``finish()``.
    public func parseWhole(_ bytes: some Collection<UInt8>) throws(XMLError) {
        try withByteWindow(of: bytes) { (window) throws(XMLError) in
            if received > 0 || window.count > min(limits.maximumSize, 1 << 30) { return try feed(window) }
            received = window.count
            try bridge.parse(window, isFinal: true)
            isFinished = true
        }
        try finish()
    }

    /// Ends the document.
    ///
    /// - Throws: ``XMLError`` when it is not complete.
    public func finish() throws(XMLError) {
        if isFinished { return }
        try parseWaiting()
        try bridge.parse(nil, isFinal: true)
        isFinished = true
    }
}
