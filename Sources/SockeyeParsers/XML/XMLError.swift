/// Why an XML document was refused, and where.
public struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was wrong.
    public var reason: Reason
    /// Where the parser noticed.
    public var position: TextPosition

    /// Makes an error from its parts.
    public init(reason: Reason, position: TextPosition) {
        self.reason = reason
        self.position = position
    }

    /// For example `XML error at line 3, column 5 (byte 40): mismatched tag`.
    public var description: String { "XML error at \(position): \(reason)" }

    /// What can be wrong with a document.
    public enum Reason: Error, Sendable, Hashable {
        /// The document breaks a rule of XML 1.0 or of its namespaces; expat's words for it.
        case notWellFormed(String)
        /// The document refers to an entity outside itself; such are never loaded.
        case externalEntity(String)
        /// The document refers to an entity that it does not declare.
        case undeclaredEntity(String)
        /// Entities blow the document up beyond ``XMLLimits/maximumAmplification``.
        case amplification
        /// The document names an encoding that is not known here.
        case unknownEncoding(String)
        /// Elements are nested deeper than ``XMLLimits/maximumDepth``.
        case tooDeep(limit: Int)
        /// The document is longer than ``XMLLimits/maximumSize``.
        case tooLarge(limit: Int)
        /// A run of text is longer than ``XMLLimits/maximumTextLength``.
        case textTooLong(limit: Int)
        /// A handler refused what it was given.
        case refused(String)
    }
}

extension XMLError.Reason: CustomStringConvertible {
    /// One sentence, without the place.
    public var description: String {
        switch self {
        case .notWellFormed(let message): message
        case .externalEntity(let name): "the document refers to \(name) outside itself, which is never loaded"
        case .undeclaredEntity(let name): "the entity &\(name); is not declared in the document"
        case .amplification: "entities make the document grow beyond all measure (maximumAmplification)"
        case .unknownEncoding(let name): "no decoder for the encoding \"\(name)\""
        case .tooDeep(let limit): "more than \(limit) elements inside one another (maximumDepth)"
        case .tooLarge(let limit): "the document is longer than \(limit) bytes (maximumSize)"
        case .textTooLong(let limit): "a run of text is longer than \(limit) bytes (maximumTextLength)"
        case .refused(let message): message
        }
    }
}

/// How large an XML document may grow before it is refused.
public struct XMLLimits: Sendable, Hashable {
    /// How many elements may stand inside one another (256): deeper than documents are, far from the end of the stack.
    public var maximumDepth: Int
    /// How many bytes the document may have. Unlimited by default: those that keep what they read set it.
    public var maximumSize: Int
    /// How many bytes one run of text may have (16 MiB): it is kept until its end.
    public var maximumTextLength: Int
    /// How many times longer than itself entities may make the document (20); counted once they have made a mebibyte.
    public var maximumAmplification: Float

    /// Makes limits; each has the default named at its property.
    public init(
        maximumDepth: Int = 256, maximumSize: Int = .max, maximumTextLength: Int = 16 << 20,
        maximumAmplification: Float = 20
    ) {
        self.maximumDepth = maximumDepth
        self.maximumSize = maximumSize
        self.maximumTextLength = maximumTextLength
        self.maximumAmplification = maximumAmplification
    }
}
