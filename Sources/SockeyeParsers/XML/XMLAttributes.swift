/// The attributes of an element that begins, declarations of namespaces among them.
///
/// They become values only when somebody looks at them: a handler that does not pays nothing for them. Valid while the
/// handler is called; afterwards there are none.
public struct XMLAttributes: Sequence {
    let source: XMLBridgeBase
    let event: Int

    /// The attributes in order.
    public var all: [XMLAttribute] { source.attributes(of: event) }

    /// The value of the attribute called `name`, with or without its prefix.
    public subscript(name: String) -> String? { all.first { $0.name.matches(name) }?.value }

    /// Gives them in order.
    public func makeIterator() -> IndexingIterator<[XMLAttribute]> { all.makeIterator() }
}
