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
        // expat counts in Int32.
        var start = 0
        while start < accepted.count {
            let end = min(accepted.count, start + 1 << 30)
            try bridge.parse(accepted.slice(from: start, to: end), isFinal: false)
            start = end
        }
        received += accepted.count
        if accepted.count < window.count { throw bridge.fail(.tooLarge(limit: limits.maximumSize)) }
    }

    /// Ends the document.
    ///
    /// - Throws: ``XMLError`` when it is not complete.
    public func finish() throws(XMLError) {
        if isFinished { return }
        try bridge.parse(nil, isFinal: true)
        isFinished = true
    }
}
