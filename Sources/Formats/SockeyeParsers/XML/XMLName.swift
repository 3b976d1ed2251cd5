/// The name of an element or attribute (Namespaces in XML 1.0).
public struct XMLName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// Keeps the parts behind one reference: names are copied for each event, which would retain three strings.
    private final class Parts: Sendable {
        let local: String
        let prefix: String?
        let namespace: String?

        init(_ local: String, _ prefix: String?, _ namespace: String?) {
            self.local = local
            self.prefix = prefix
            self.namespace = namespace
        }
    }

    private var parts: Parts

    /// The name without its prefix.
    public var local: String {
        get { parts.local }
        set { parts = Parts(newValue, parts.prefix, parts.namespace) }
    }
    /// The prefix as written; `nil` if there is none.
    public var prefix: String? {
        get { parts.prefix }
        set { parts = Parts(parts.local, newValue, parts.namespace) }
    }
    /// The namespace of the prefix or the default declaration; `nil` if there is none.
    public var namespace: String? {
        get { parts.namespace }
        set { parts = Parts(parts.local, parts.prefix, newValue) }
    }

    /// The namespace of `xmlns` attributes.
    package static let xmlnsNamespace = "http://www.w3.org/2000/xmlns/"

    /// Makes a name.
    public init(_ local: String, prefix: String? = nil, namespace: String? = nil) {
        parts = Parts(local, prefix, namespace)
    }

    /// Names are equal if their three parts are.
    public static func == (left: XMLName, right: XMLName) -> Bool {
        left.parts === right.parts
            || left.local == right.local && left.prefix == right.prefix && left.namespace == right.namespace
    }

    /// Hashes the three parts.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(local)
        hasher.combine(prefix)
        hasher.combine(namespace)
    }

    /// Makes a name without a namespace.
    public init(stringLiteral value: String) { self.init(value) }

    /// The name as written in a document: `prefix:local`.
    public var description: String { prefix.map { "\($0):\(local)" } ?? local }

    /// Whether `name` is this name, with or without its prefix.
    public func matches(_ name: String) -> Bool { local == name || (prefix != nil && description == name) }
}

/// An attribute of an element.
public struct XMLAttribute: Sendable, Hashable {
    /// The name.
    public var name: XMLName
    /// The value, with references resolved.
    public var value: String

    /// Makes an attribute.
    public init(_ name: XMLName, _ value: String) {
        self.name = name
        self.value = value
    }
}
