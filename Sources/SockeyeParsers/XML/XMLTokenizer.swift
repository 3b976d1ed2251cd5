internal import CExpat

/// Parses an XML document that arrives in pieces, using expat, and sends its events to a handler.
///
/// Resolves namespaces. Never loads external entities, and limits the expansion of entities. Supports UTF-8, UTF-16 and
/// the single-byte encodings of ``Charset``, as declared by the document or the caller.
///
/// The corresponding C functions are `XML_ParserCreateNS` and `XML_Parse`.
public final class XMLTokenizer<Handler: XMLEventHandler> {
    /// The handler, with everything it has collected.
    public var handler: Handler {
        get { bridge.handler }
        set { bridge.handler = newValue }
    }

    private let bridge: XMLBridge<Handler>
    private let limits: XMLLimits
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
    ///     document's declaration, but not a byte order mark.
    public init(handler: Handler, limits: XMLLimits = .init(), encoding: Charset? = nil) {
        self.limits = limits
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

    /// Parses a complete document. Saves the pass in which expat tracks lines between pieces.
    ///
    /// - Throws: ``XMLError``, as `feed(_:)` and ``finish()``.
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
    /// - Throws: ``XMLError`` if it is incomplete.
    public func finish() throws(XMLError) {
        if isFinished { return }
        try parseWaiting()
        try bridge.parse(nil, isFinal: true)
        isFinished = true
    }
}
