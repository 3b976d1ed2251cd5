internal import CExpat
public import SockeyeEncodings

/// Parses an XML document that arrives in pieces, using expat, and sends its events to a handler.
///
/// Resolves namespaces. Never loads external entities, and limits the expansion of entities. A reference to an entity that the
/// document doesn't declare is an error, with one exception: if the document has an external DTD, which might declare it, expat
/// leaves such a reference out of an attribute's value without telling. Reads the encodings of `TextEncoding`, as declared by
/// the document or the caller. Those of several bytes a character are decoded before expat sees them: there offsets of bytes count
/// UTF-8.
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
    /// Decodes what expat can't.
    private var decoder: MultiByteDecoder?
    /// The document's first bytes, while its declaration may still name an encoding that expat can't read.
    private var head: [UInt8]?

    /// A declaration is shorter.
    private static var longestDeclaration: Int { 1024 }

    /// Makes a tokenizer for one document.
    ///
    /// - Parameters:
    ///   - handler: receives the events.
    ///   - limits: on depth, names and text.
    ///   - encoding: the transport's encoding, for example Content-Type's charset (RFC 7303 section 3); overrides the
    ///     document's declaration, and is ignored if the document begins with a byte order mark.
    public init(handler: Handler, limits: XMLLimits = .init(), encoding: TextEncoding? = nil) {
        self.limits = limits
        awaitsMark = encoding != nil
        head = encoding == nil ? [] : nil
        decoder = encoding.flatMap(MultiByteDecoder.init)
        bridge = XMLBridge(handler: handler, limits: limits, encoding: decoder == nil ? encoding : .utf8)
    }

    /// Begins the document again, whatever it declares.
    private func restart(in encoding: TextEncoding) {
        head = nil
        decoder = MultiByteDecoder(encoding)
        bridge = XMLBridge(handler: bridge.handler, limits: limits, encoding: decoder == nil ? encoding : .utf8)
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
        let accepted = window.prefix(limits.sizeLimit - received)
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
        if accepted.count < window.count { throw bridge.fail(.tooLarge(limit: limits.sizeLimit)) }
    }

    /// Parses the first bytes, by their byte order mark rather than the transport's encoding.
    private func parseStart() throws(XMLError) {
        heedMark(of: waiting)
        try parseWaiting()
    }

    private func heedMark(of bytes: some Collection<UInt8>) {
        guard awaitsMark else { return }
        awaitsMark = false
        // expat takes the encoding when the parser is made, and doesn't look for marks with those that it asks us for.
        if let mark = TextEncoding.byteOrderMark(of: bytes) { restart(in: mark.encoding) }
    }

    private static var longestMark: Int { 3 }

    private func parse(_ window: ByteWindow?, isFinal: Bool = false) throws(XMLError) {
        if decoder != nil { return try decode(Self.bytes(of: window), isFinal: isFinal) }
        do throws(XMLError) {
            try parseUndecoded(window, isFinal: isFinal)
        } catch {
            // The declaration comes first: the handler has seen nothing.
            guard let kept = head, let encoding = bridge.state.pointee.declaredEncoding else { throw error }
            restart(in: encoding)
            return try parse(kept + Self.bytes(of: window), isFinal: isFinal)
        }
        guard let kept = head else { return }
        let isBeforeFirstPart = bridge.unfinishedByteCount == bridge.fed
        head = isBeforeFirstPart && bridge.fed <= Self.longestDeclaration ? kept + Self.bytes(of: window) : nil
    }

    private func parse(_ bytes: [UInt8], isFinal: Bool) throws(XMLError) {
        try withByteWindow(of: bytes) { (window) throws(XMLError) in try parse(window, isFinal: isFinal) }
    }

    private func parseUndecoded(_ window: ByteWindow?, isFinal: Bool) throws(XMLError) {
        // expat counts in Int32.
        var start = 0
        while let window, window.count - start > 1 << 30 {
            try bridge.parse(window.slice(from: start, to: start + 1 << 30), isFinal: false)
            start += 1 << 30
        }
        let rest = window.flatMap { start < $0.count ? $0.slice(from: start, to: $0.count) : nil }
        if rest != nil || isFinal { try bridge.parse(rest, isFinal: isFinal) }
        if isFinal { return }
        unfinished = bridge.unfinishedByteCount
        if unfinished > limits.textLimit { throw bridge.fail(.textTooLong(limit: limits.textLimit)) }
    }

    private func decode(_ bytes: [UInt8], isFinal: Bool) throws(XMLError) {
        guard var scalars = decoder?.decode(bytes, isLast: isFinal)[...] else { return }
        let invalid = decoder?.firstInvalid == nil ? nil : decoder?.encoding.name
        if invalid != nil { scalars = scalars.prefix { $0 != "\u{FFFD}" } }
        let text = Array(String(scalars).utf8)
        try withByteWindow(of: text) { (window) throws(XMLError) in try parseUndecoded(window, isFinal: false) }
        // XML 1.0 section 4.3.3: a fatal error.
        if let invalid { throw bridge.fail(.notWellFormed("the bytes are not valid \(invalid)")) }
        if isFinal { try parseUndecoded(nil, isFinal: true) }
    }

    private static func bytes(of window: ByteWindow?) -> [UInt8] {
        var bytes: [UInt8] = []
        window?.append(from: 0, to: window?.count ?? 0, to: &bytes)
        return bytes
    }

    private func parseWaiting() throws(XMLError) {
        let bytes = waiting
        waiting = []
        try parse(bytes, isFinal: false)
    }

    /// Parses a complete document. Saves the pass in which expat tracks lines between pieces.
    ///
    /// - Throws: ``XMLError``, as `feed(_:)` and ``finish()``.
    public func parseWhole(_ bytes: some Collection<UInt8>) throws(XMLError) {
        try withByteWindow(of: bytes) { (window) throws(XMLError) in
            if received > 0 || window.count > min(limits.sizeLimit, 1 << 30) { return try feed(window) }
            received = window.count
            heedMark(of: (0..<min(Self.longestMark, window.count)).map { window[$0] })
            try parse(window, isFinal: true)
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
        try parse(nil, isFinal: true)
        isFinished = true
    }
}
