/// The layout of an XML text.
public struct XMLFormat: Sendable, Hashable {
    /// Whether elements that contain only elements and comments are spread over lines.
    ///
    /// The white space around those is layout and replaced, except within `xml:space="preserve"`. Elements with text, and what is
    /// inside them, stay as they are. A document never gains or loses text.
    package var isPretty: Bool
    /// The spaces per level of indentation, if pretty.
    package var indentation: Int
    /// The colours; `nil` for plain text.
    package var colors: XMLColors?

    /// Makes a format; compact by default.
    public init(isPretty: Bool = false, indentation: Int = 2) {
        self.isPretty = isPretty
        self.indentation = indentation
    }

    /// As few characters as possible.
    public static let compact = XMLFormat()
    /// One line per element, indented by two spaces.
    public static let pretty = XMLFormat(isPretty: true)

    /// The same layout in these colours.
    package func colored(_ colors: XMLColors?) -> XMLFormat {
        var format = self
        format.colors = colors
        return format
    }
}

/// The escape sequences (ECMA-48 SGR) that colour XML in a terminal.
package struct XMLColors: Sendable, Hashable {
    /// The parameters of the sequence before a tag, for example `34;1`.
    package var tag: String
    /// The parameters before an attribute's value.
    package var value: String
    /// The parameters before a comment.
    package var comment: String

    /// Makes a palette; by default bold blue tags, green values, grey comments.
    package init(tag: String = "34;1", value: String = "32", comment: String = "90") {
        self.tag = tag
        self.value = value
        self.comment = comment
    }
}
