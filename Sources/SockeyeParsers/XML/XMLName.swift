/// The name of an element or attribute (Namespaces in XML 1.0).
public struct XMLName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The parts lie behind one reference: a name is copied for each event, and three strings would be counted then.
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
    /// The prefix as written; `nil` without one.
    public var prefix: String? {
        get { parts.prefix }
        set { parts = Parts(parts.local, newValue, parts.namespace) }
    }
    /// The namespace that the prefix, or the default declaration, stands for; `nil` for none.
    public var namespace: String? {
        get { parts.namespace }
        set { parts = Parts(parts.local, parts.prefix, newValue) }
    }

    /// The namespace of the `xmlns` attributes themselves.
    public static let xmlnsNamespace = "http://www.w3.org/2000/xmlns/"

    /// Makes a name.
    public init(_ local: String, prefix: String? = nil, namespace: String? = nil) {
        parts = Parts(local, prefix, namespace)
    }

    /// Equal are names whose three parts are.
    public static func == (left: XMLName, right: XMLName) -> Bool {
        left.parts === right.parts
            || left.local == right.local && left.prefix == right.prefix && left.namespace == right.namespace
    }

    /// Feeds the three parts to `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(local)
        hasher.combine(prefix)
        hasher.combine(namespace)
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
