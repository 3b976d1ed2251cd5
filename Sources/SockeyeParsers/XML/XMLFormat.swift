/// How an XML text is laid out.
public struct XMLFormat: Sendable, Hashable {
    /// Whether elements that hold only elements are spread over lines. Text is never touched.
    public var isPretty: Bool
    /// How many spaces one level is indented by, when pretty.
    public var indentation: Int
    /// The colours, or `nil` for plain text.
    public var colors: XMLColors?

    /// Makes a format; compact by default.
    public init(isPretty: Bool = false, indentation: Int = 2, colors: XMLColors? = nil) {
        self.isPretty = isPretty
        self.indentation = indentation
        self.colors = colors
    }

    /// As few characters as possible.
    public static let compact = XMLFormat()
    /// One line for each element, indented by two spaces.
    public static let pretty = XMLFormat(isPretty: true)
}

/// The escape sequences (ECMA-48 SGR) that a terminal shows XML in colour with.
public struct XMLColors: Sendable, Hashable {
    /// The parameters of the sequence before a tag, for example `34;1`.
    public var tag: String
    /// Those before an attribute's value.
    public var value: String
    /// Those before a comment.
    public var comment: String

    /// Makes a palette; by default bold blue tags, green values, grey comments.
    public init(tag: String = "34;1", value: String = "32", comment: String = "90") {
        self.tag = tag
        self.value = value
        self.comment = comment
    }
}
