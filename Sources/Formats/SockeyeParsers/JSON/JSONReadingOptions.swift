/// The size limits of a JSON text.
///
/// The peer chooses what it sends; these limits bound what that may cost.
public struct JSONLimits: Sendable, Hashable {
    /// The maximum nesting of arrays and objects. 512 is Foundation's limit too: deep enough for any real document, and
    /// safe for code that walks the values recursively. From some ten thousand levels on, releasing the value overflows the
    /// stack and ends the process, so a peer could do that.
    public var depthLimit: Int
    /// The maximum bytes of the whole text. Unlimited by default: parsers that keep what they read set it.
    public var sizeLimit: Int
    /// The maximum bytes of one string as written, including escapes (64 MiB): a string is the only thing the tokenizer
    /// itself must buffer.
    public var stringLimit: Int
    /// The maximum bytes of one record or element of a stream, or of one value that is selected from it (64 MiB): it is kept
    /// until it is complete. Elements and selected values are measured between pieces, so they may be longer by one.
    public var elementLimit = 64 << 20
    /// The maximum characters of one number (1,000): useful numbers are shorter, and conversion takes time.
    public var numberLimit: Int

    /// Makes limits; the defaults are given at each property, which is also where to set the size of elements.
    public init(
        depthLimit: Int = 512,
        sizeLimit: Int = .max,
        stringLimit: Int = 64 << 20,
        numberLimit: Int = 1_000
    ) {
        self.depthLimit = depthLimit
        self.sizeLimit = sizeLimit
        self.stringLimit = stringLimit
        self.numberLimit = numberLimit
    }
}

/// What to accept beyond or within the grammar of RFC 8259. Trailing commas and comments are never accepted.
public struct JSONReadingOptions: Sendable, Hashable {
    /// What to do if an object has the same name twice (RFC 8259 section 4 leaves it open).
    @nonexhaustive
    public enum DuplicateNames: Sendable, Hashable {
        /// The last one wins, as in most parsers and in ECMAScript.
        case useLast
        /// The first one wins.
        case useFirst
        /// The text is refused. Use this where two parsers must agree, as with signed documents.
        case refuse
    }

    /// The limits on depth, size and lengths.
    public var limits: JSONLimits
    /// Whether a text may be a single string, number or literal (RFC 8259 section 2 allows it).
    public var allowsFragments: Bool
    /// What to do with a repeated name in one object; for values and Codable, not for events.
    public var duplicateNames: DuplicateNames
    /// Whether to drop members whose value is `null`; for values and Codable, not for events.
    public var removesNullMembers: Bool

    /// Makes options; by default, those of RFC 8259, with the last of equal names winning.
    public init(
        limits: JSONLimits = JSONLimits(),
        allowsFragments: Bool = true,
        duplicateNames: DuplicateNames = .useLast,
        removesNullMembers: Bool = false
    ) {
        self.limits = limits
        self.allowsFragments = allowsFragments
        self.duplicateNames = duplicateNames
        self.removesNullMembers = removesNullMembers
    }
}
