/// The layout of a JSON text.
public struct JSONFormat: Sendable, Hashable {
    /// Whether every member and element gets its own line.
    package var isPretty: Bool
    /// The spaces per level of indentation, if pretty.
    package var indentation: Int
    /// Whether the members of objects are sorted by name, byte by byte.
    package var sortsKeys: Bool
    /// The colours; `nil` for plain text.
    package var colors: JSONColors?

    /// Makes a format; compact by default.
    public init(isPretty: Bool = false, indentation: Int = 2, sortsKeys: Bool = false) {
        self.isPretty = isPretty
        self.indentation = indentation
        self.sortsKeys = sortsKeys
    }

    /// No white space at all.
    public static let compact = JSONFormat()
    /// One value per line, indented by two spaces.
    public static let pretty = JSONFormat(isPretty: true)

    /// The same layout in these colours.
    package func colored(_ colors: JSONColors?) -> JSONFormat {
        var format = self
        format.colors = colors
        return format
    }
}

/// The escape sequences (ECMA-48 SGR) that colour JSON in a terminal.
package struct JSONColors: Sendable, Hashable {
    /// The parameters of the sequence before a name, for example `34;1`.
    package var key: String
    /// The parameters before a string.
    package var string: String
    /// The parameters before a number.
    package var number: String
    /// The parameters before true, false and null.
    package var literal: String

    /// Makes a palette; by default bold blue names, green strings, cyan numbers, magenta literals.
    package init(key: String = "34;1", string: String = "32", number: String = "36", literal: String = "35") {
        self.key = key
        self.string = string
        self.number = number
        self.literal = literal
    }
}
