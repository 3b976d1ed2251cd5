/// What receives the events of an ``XMLTokenizer``, in the order of the document.
///
/// Text comes in one piece up to the next event, however the bytes arrive; its spans are valid during the call only.
/// A handler that throws ends the parsing; the tokenizer adds the position. All but the first three do nothing by
/// default.
public protocol XMLEventHandler {
    /// An element begins. Declarations of namespaces are among its attributes, which are there during the call only.
    mutating func startElement(
        _ name: XMLName, attributes: XMLAttributes, at place: XMLPlace) throws(XMLError.Reason)
    /// An element ends.
    mutating func endElement(_ name: XMLName, at place: XMLPlace) throws(XMLError.Reason)
    /// Text, its references resolved; also white space between elements.
    mutating func characters(_ text: UTF8Span, at place: XMLPlace) throws(XMLError.Reason)
    /// A CDATA section's text; ``characters(_:at:)`` by default.
    mutating func characterData(_ text: UTF8Span, at place: XMLPlace) throws(XMLError.Reason)
    /// A comment.
    mutating func comment(_ text: UTF8Span, at place: XMLPlace) throws(XMLError.Reason)
    /// A processing instruction.
    mutating func processingInstruction(target: String, data: String, at place: XMLPlace) throws(XMLError.Reason)
}

extension XMLEventHandler {
    /// Treats a CDATA section as text.
    public mutating func characterData(_ text: UTF8Span, at place: XMLPlace) throws(XMLError.Reason) {
        try characters(text, at: place)
    }
    /// Ignores a comment.
    public mutating func comment(_ text: UTF8Span, at place: XMLPlace) throws(XMLError.Reason) {}
    /// Ignores a processing instruction.
    public mutating func processingInstruction(
        target: String, data: String, at place: XMLPlace
    ) throws(XMLError.Reason) {}
}

/// Where an event stands in the document; worked out only when asked for.
public struct XMLPlace {
    let source: XMLBridgeBase

    /// The position of the event, or of what ended it in the case of text.
    public var position: TextPosition { source.position }
}

/// An event of a document, as a value.
public struct XMLEvent: Sendable, Hashable {
    /// What kinds of events there are.
    public enum Kind: Sendable, Hashable {
        /// An element begins.
        case startElement(XMLName, attributes: [XMLAttribute])
        /// An element ends.
        case endElement(XMLName)
        /// Text, its references resolved.
        case characters(String)
        /// A CDATA section.
        case characterData(String)
        /// A comment.
        case comment(String)
        /// A processing instruction.
        case processingInstruction(target: String, data: String)
    }

    /// What happened.
    public var kind: Kind
    /// Where; for text, where it ended.
    public var position: TextPosition
}
