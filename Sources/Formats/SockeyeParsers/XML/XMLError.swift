/// Why an XML document was refused, and where.
public struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public var reason: Reason
    /// Where the parser noticed it.
    public var position: TextPosition

    /// Makes an error from its parts.
    package init(reason: Reason, position: TextPosition) {
        self.reason = reason
        self.position = position
    }

    /// For example `XML error at line 3, column 5 (byte 40): mismatched tag`.
    public var description: String { "XML error at \(position): \(reason)" }

    /// What can be wrong with a document.
    @nonexhaustive
    public enum Reason: Error, Sendable, Hashable {
        /// The document breaks a rule of XML 1.0 or its namespaces; expat's message.
        case notWellFormed(String)
        /// The document references an external entity; these are never loaded.
        case externalEntity(String)
        /// The document references an entity that it does not declare.
        case undeclaredEntity(String)
        /// Entities expand the document beyond ``XMLLimits/amplificationLimit``.
        case amplification
        /// The document declares an unsupported encoding.
        case unknownEncoding(String)
        /// Elements are nested deeper than ``XMLLimits/depthLimit``.
        case tooDeep(limit: Int)
        /// The document is longer than ``XMLLimits/sizeLimit``.
        case tooLarge(limit: Int)
        /// A run of text is longer than ``XMLLimits/textLimit``.
        case textTooLong(limit: Int)
        /// A handler refused the event.
        case refused(String)
    }
}

extension XMLError.Reason: CustomStringConvertible {
    /// One sentence, without the position.
    public var description: String {
        switch self {
        case .notWellFormed(let message): message
        case .externalEntity(let name): "the document refers to \(name) outside itself, which is never loaded"
        case .undeclaredEntity(let name): "the entity &\(name); is not declared in the document"
        case .amplification: "entities expand the document beyond the limit (amplificationLimit)"
        case .unknownEncoding(let name): "no decoder for the encoding \"\(name)\""
        case .tooDeep(let limit): "elements are nested more than \(limit) deep (depthLimit)"
        case .tooLarge(let limit): "the document is longer than \(limit) bytes (sizeLimit)"
        case .textTooLong(let limit): "a run of text is longer than \(limit) bytes (textLimit)"
        case .refused(let message): message
        }
    }
}

/// The size limits of an XML document.
public struct XMLLimits: Sendable, Hashable {
    /// The maximum nesting of elements (256): deeper than real documents, and safe for recursion.
    public var depthLimit: Int
    /// The maximum bytes of the document. Unlimited by default: parsers that keep what they read set it.
    public var sizeLimit: Int
    /// The maximum bytes of one run of text (16 MiB), which is buffered up to its end.
    public var textLimit: Int
    /// The maximum factor by which entities and the attributes of a document type may expand the document (20); checked
    /// once they have produced a mebibyte.
    public var amplificationLimit: Float
    /// The maximum bytes of a name with its namespace (8 KiB). A namespace is declared once and counts at each of its names,
    /// so a long one would take quadratic time.
    public var nameLimit = 8 << 10

    /// Makes limits; the defaults are given at each property, which is also where to set the length of names.
    public init(
        depthLimit: Int = 256, sizeLimit: Int = .max, textLimit: Int = 16 << 20,
        amplificationLimit: Float = 20
    ) {
        self.depthLimit = depthLimit
        self.sizeLimit = sizeLimit
        self.textLimit = textLimit
        self.amplificationLimit = amplificationLimit
    }
}
