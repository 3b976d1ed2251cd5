/// Receives the events of a ``JSONTokenizer`` with each text where it stands, valid during the call only.
///
/// The module's own handlers are of this kind, because a `UTF8Span` is made and read by calls into the standard library.
@usableFromInline
protocol JSONTokenHandler: ~Copyable {
    mutating func null() throws(JSONError.Reason)
    mutating func boolean(_ value: Bool) throws(JSONError.Reason)
    mutating func number(_ text: ByteWindow) throws(JSONError.Reason)
    mutating func string(_ text: ByteWindow, isASCII: Bool) throws(JSONError.Reason)
    mutating func key(_ text: ByteWindow, isASCII: Bool) throws(JSONError.Reason)
    mutating func beginArray() throws(JSONError.Reason)
    mutating func endArray() throws(JSONError.Reason)
    mutating func beginObject() throws(JSONError.Reason)
    mutating func endObject() throws(JSONError.Reason)
}

/// Passes the events on to a caller's handler, which it has in the meantime.
///
/// Moved in and out rather than reached through a pointer, with which a release build of Swift 6.3 lost the event of a
/// string that came in pieces.
@usableFromInline
struct JSONEventRelay<Handler: JSONEventHandler & ~Copyable>: JSONTokenHandler, ~Copyable {
    @usableFromInline var handler: Handler

    @inlinable
    init(_ handler: consuming Handler) { self.handler = handler }

    @inlinable
    consuming func end() -> Handler { handler }

    @inlinable
    mutating func null() throws(JSONError.Reason) { try handler.null() }

    @inlinable
    mutating func boolean(_ value: Bool) throws(JSONError.Reason) { try handler.boolean(value) }

    @inlinable
    mutating func number(_ text: ByteWindow) throws(JSONError.Reason) {
        try handler.number(text.text(from: 0, to: text.count, isASCII: true))
    }

    @inlinable
    mutating func string(_ text: ByteWindow, isASCII: Bool) throws(JSONError.Reason) {
        try handler.string(text.text(from: 0, to: text.count, isASCII: isASCII))
    }

    @inlinable
    mutating func key(_ text: ByteWindow, isASCII: Bool) throws(JSONError.Reason) {
        try handler.key(text.text(from: 0, to: text.count, isASCII: isASCII))
    }

    @inlinable
    mutating func beginArray() throws(JSONError.Reason) { try handler.beginArray() }

    @inlinable
    mutating func endArray() throws(JSONError.Reason) { try handler.endArray() }

    @inlinable
    mutating func beginObject() throws(JSONError.Reason) { try handler.beginObject() }

    @inlinable
    mutating func endObject() throws(JSONError.Reason) { try handler.endObject() }
}
