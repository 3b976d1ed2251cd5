/// How a JSON text is laid out.
public struct JSONFormat: Sendable, Hashable {
    /// Whether every member and element gets a line of its own.
    public var isPretty: Bool
    /// How many spaces one level is indented by, when pretty.
    public var indentation: Int
    /// Whether the members of objects are ordered by name, byte by byte. Not for ``JSONWriter``, which writes events
    /// as they come.
    public var sortsKeys: Bool
    /// The colours, or `nil` for plain text.
    public var colors: JSONColors?

    /// Makes a format; compact by default.
    public init(isPretty: Bool = false, indentation: Int = 2, sortsKeys: Bool = false, colors: JSONColors? = nil) {
        self.isPretty = isPretty
        self.indentation = indentation
        self.sortsKeys = sortsKeys
        self.colors = colors
    }

    /// No white space at all.
    public static let compact = JSONFormat()
    /// One line for each value, indented by two spaces.
    public static let pretty = JSONFormat(isPretty: true)
}

/// The escape sequences (ECMA-48 SGR) that a terminal shows JSON in colour with.
public struct JSONColors: Sendable, Hashable {
    /// The parameters of the sequence before a name, for example `34;1`.
    public var key: String
    /// Those before a string.
    public var string: String
    /// Those before a number.
    public var number: String
    /// Those before true, false and null.
    public var literal: String

    /// Makes a palette; by default bold blue names, green strings, cyan numbers, magenta literals.
    public init(key: String = "34;1", string: String = "32", number: String = "36", literal: String = "35") {
        self.key = key
        self.string = string
        self.number = number
        self.literal = literal
    }
}
