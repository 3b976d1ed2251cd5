/// The name of an element or attribute (Namespaces in XML 1.0).
public struct XMLName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name without its prefix.
    public var local: String
    /// The prefix as written; `nil` without one.
    public var prefix: String?
    /// The namespace that the prefix, or the default declaration, stands for; `nil` for none.
    public var namespace: String?

    /// The namespace of the `xmlns` attributes themselves.
    public static let xmlnsNamespace = "http://www.w3.org/2000/xmlns/"

    /// Makes a name.
    public init(_ local: String, prefix: String? = nil, namespace: String? = nil) {
        self.local = local
        self.prefix = prefix
        self.namespace = namespace
    }

    /// A name without a namespace.
    public init(stringLiteral value: String) { self.init(value) }

    /// The name as written in a document: `prefix:local`.
    public var description: String { prefix.map { "\($0):\(local)" } ?? local }

    /// Whether `name` is this name, written with its prefix or without.
    public func matches(_ name: String) -> Bool { local == name || (prefix != nil && description == name) }
}

/// An attribute of an element.
public struct XMLAttribute: Sendable, Hashable {
    /// The name.
    public var name: XMLName
    /// The value, its references resolved.
    public var value: String

    /// Makes an attribute.
    public init(_ name: XMLName, _ value: String) {
        self.name = name
        self.value = value
    }
}
