/// Receives the events of a ``JSONTokenizer``, in the order of the text.
///
/// The calls always nest correctly: a key precedes each member's value, and every begin has its end. Text spans are
/// valid during the call only; copy them with `String(copying:)` to keep them. A handler that throws ends the parsing;
/// the tokenizer adds the position.
public protocol JSONEventHandler: ~Copyable {
    /// A `null`.
    mutating func null() throws(JSONError.Reason)
    /// A `true` or `false`.
    mutating func boolean(_ value: Bool) throws(JSONError.Reason)
    /// A number, as written: ASCII, and valid by RFC 8259 section 6.
    mutating func number(_ text: UTF8Span) throws(JSONError.Reason)
    /// A string value, its escapes resolved.
    mutating func string(_ text: UTF8Span) throws(JSONError.Reason)
    /// The name of a member, its escapes resolved; the member's value follows.
    mutating func key(_ text: UTF8Span) throws(JSONError.Reason)
    /// A `[`.
    mutating func beginArray() throws(JSONError.Reason)
    /// A `]`.
    mutating func endArray() throws(JSONError.Reason)
    /// A `{`.
    mutating func beginObject() throws(JSONError.Reason)
    /// A `}`.
    mutating func endObject() throws(JSONError.Reason)
}
