/// How large a JSON text may grow before it is refused.
///
/// A peer chooses what it sends; these bounds say what that may cost us.
public struct JSONLimits: Sendable, Hashable {
    /// How many arrays and objects may stand inside one another. 512 is Foundation's bound too: deep enough for any
    /// real document, and far from the end of the stack for those who walk the values recursively.
    public var maximumDepth: Int
    /// How many bytes the whole text may have. Unlimited by default: the parsers that keep what they read set it.
    public var maximumSize: Int
    /// How many bytes one string may have as written, escapes included (64 MiB): a string is the one thing the
    /// tokenizer itself must keep.
    public var maximumStringLength: Int
    /// How many characters one number may have (1,000): no number of use is longer, and converting takes time.
    public var maximumNumberLength: Int

    /// Makes limits; each has the default named at its property.
    public init(
        maximumDepth: Int = 512,
        maximumSize: Int = .max,
        maximumStringLength: Int = 64 << 20,
        maximumNumberLength: Int = 1_000
    ) {
        self.maximumDepth = maximumDepth
        self.maximumSize = maximumSize
        self.maximumStringLength = maximumStringLength
        self.maximumNumberLength = maximumNumberLength
    }
}

/// What a JSON text may be, beyond RFC 8259's grammar. Trailing commas and comments are never accepted.
public struct JSONReadingOptions: Sendable, Hashable {
    /// What to do when one object has the same name twice (RFC 8259 section 4 leaves it open).
    public enum DuplicateNames: Sendable, Hashable {
        /// The last one counts, as in most parsers and in ECMAScript.
        case useLast
        /// The first one counts.
        case useFirst
        /// The text is refused. Right where two parsers must agree, as with signed documents.
        case refuse
    }

    /// The bounds on depth, size and lengths.
    public var limits: JSONLimits
    /// Whether a text may be a single string, number or literal (RFC 8259 section 2 says yes).
    public var allowsFragments: Bool
    /// What to do with a name that occurs twice in one object; for values and Codable, not for events.
    public var duplicateNames: DuplicateNames
    /// Whether members whose value is `null` are left out of objects; for values and Codable, not for events.
    public var removesNullMembers: Bool

    /// Makes options; by default, those of RFC 8259, the last of equal names counting.
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
