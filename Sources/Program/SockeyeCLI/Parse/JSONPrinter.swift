internal import SockeyeParsers

/// Prints JSON.
struct JSONPrinter: BodyPrinter {
    private var tokenizer = JSONTokenizer()
    private var writer: JSONSelectionWriter

    init(_ writer: JSONSelectionWriter) { self.writer = writer }

    mutating func feed(_ bytes: RawSpan) throws { try tokenizer.feed(bytes, to: &writer) }

    mutating func finish() throws { try tokenizer.finish(&writer) }

    mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    var selectedCount: Int { writer.selectedCount }
}

/// Prints property lists as JSON: XML ones as they stream; binary ones, whose objects are in any order, when complete.
struct PropertyListPrinter: BodyPrinter {
    private enum Kind {
        case unknown
        case xml(XMLTokenizer<PropertyListTranscoder<JSONSelectionWriter>>)
        case binary
    }

    private var kind = Kind.unknown
    /// The first bytes, then all bytes of a binary list.
    private var kept: [UInt8] = []
    private var writer: JSONSelectionWriter
    private let limits = PropertyListLimits()

    init(_ writer: JSONSelectionWriter) { self.writer = writer }

    mutating func feed(_ bytes: RawSpan) throws {
        if case .xml(let tokenizer) = kind { return try tokenizer.feed(bytes) }
        if kept.count + bytes.byteCount > limits.sizeLimit { throw PropertyListError.tooLarge(limit: limits.sizeLimit) }
        // SAFETY: the bytes are copied before the span can end.
        bytes.withUnsafeBytes { kept += $0 }
        if case .unknown = kind, kept.count >= 6 { try decide() }
    }

    private mutating func decide() throws {
        if kept.starts(with: "bplist".utf8) {
            kind = .binary
            return
        }
        kind = .xml(XMLTokenizer(handler: PropertyListTranscoder(handler: writer)))
        let start = kept
        kept = []
        try feed(start.span.bytes)
    }

    mutating func finish() throws {
        if case .unknown = kind { try decide() }
        if case .xml(let tokenizer) = kind {
            try tokenizer.finish()
        } else {
            try PropertyList(parsing: kept, limits: limits).send(to: &writer)
        }
    }

    mutating func takeBytes() -> [UInt8] {
        if case .xml(let tokenizer) = kind { return tokenizer.handler.handler.takeBytes() }
        return writer.takeBytes()
    }

    var selectedCount: Int {
        if case .xml(let tokenizer) = kind { return tokenizer.handler.handler.selectedCount }
        return writer.selectedCount
    }
}
