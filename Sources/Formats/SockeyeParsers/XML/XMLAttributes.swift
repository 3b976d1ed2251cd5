/// The attributes of an element that begins, including namespace declarations.
///
/// They are converted only on access: a handler that ignores them pays nothing. Valid during the handler's call; empty
/// afterwards.
public struct XMLAttributes: Sequence {
    let source: XMLBridgeBase
    let event: Int

    /// The attributes in order.
    public var all: [XMLAttribute] { source.attributes(of: event) }

    /// The value of the attribute called `name`, with or without its prefix.
    public subscript(name: String) -> String? { all.first { $0.name.matches(name) }?.value }

    /// Iterates over the attributes in order.
    public func makeIterator() -> IndexingIterator<[XMLAttribute]> { all.makeIterator() }
}
