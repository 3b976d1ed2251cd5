/// Receives the events of an ``XMLTokenizer``, in the order of the document.
///
/// Text comes in one piece up to the next event, however the bytes arrive; its spans are valid during the call only. A
/// handler that throws ends the parsing; the tokenizer adds the position. All methods but the first three have default
/// implementations.
public protocol XMLEventHandler {
    /// An element begins. Its attributes include namespace declarations and are valid during the call only.
    mutating func startElement(
        _ name: XMLName, attributes: XMLAttributes, at place: XMLPlace) throws(XMLError.Reason)
    /// An element ends.
    mutating func endElement(_ name: XMLName, at place: XMLPlace) throws(XMLError.Reason)
    /// Text, with references resolved; includes white space between elements.
    mutating func characters(_ text: UTF8Span, at place: XMLPlace) throws(XMLError.Reason)
    /// The text of a CDATA section; calls ``characters(_:at:)`` by default.
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

/// The place of an event in the document; computed only on request.
public struct XMLPlace {
    let source: XMLBridgeBase

    /// The position of the event; for text, of what ended it.
    public var position: TextPosition { source.position }
}

/// An event of a document, as a value.
public struct XMLEvent: Sendable, Hashable {
    /// The kinds of events.
    @nonexhaustive
    public enum Kind: Sendable, Hashable {
        /// An element begins.
        case startElement(XMLName, attributes: [XMLAttribute])
        /// An element ends.
        case endElement(XMLName)
        /// Text, with references resolved.
        case characters(String)
        /// A CDATA section.
        case characterData(String)
        /// A comment.
        case comment(String)
        /// A processing instruction. Indirect, since otherwise its two texts would make every event half as large again.
        indirect case processingInstruction(target: String, data: String)
    }

    /// The kind of event, with its contents.
    public var kind: Kind
    /// Where; for text, where it ended.
    public var position: TextPosition
}
