/// Decodes the elements of a huge JSON array as they arrive, keeping only the current element.
public struct JSONElementParser<Value: Decodable>: ByteStreamParser {
    private var tokenizer: JSONTokenizer
    private var handler: JSONElementHandler<Value>

    /// Makes a parser that decodes the elements with `decoder`, whose limits apply to the whole text.
    public init(decoder: JSONValueDecoder = .init()) {
        tokenizer = JSONTokenizer(options: decoder.options)
        handler = JSONElementHandler(decoder: decoder)
    }

    /// Parses the next piece, and appends the elements that it completes.
    ///
    /// - Throws: ``JSONError``, `DecodingError`, and whatever the type throws.
    public mutating func parse(_ bytes: RawSpan, into outputs: inout [Value]) throws(any Error) {
        defer { handler.takeElements(into: &outputs) }
        do throws(JSONError) {
            try tokenizer.feed(bytes, to: &handler)
        } catch {
            throw handler.failure ?? error
        }
    }

    /// Checks that the array ended.
    ///
    /// - Throws: ``JSONError``.
    public mutating func finish(into outputs: inout [Value]) throws(any Error) {
        try tokenizer.finish(&handler)
    }
}

/// Sends the events of each element to an arena, and decodes the element when it ends.
struct JSONElementHandler<Value: Decodable>: JSONEventHandler {
    private var builder: ArenaBuilder
    private var isInArray = false
    private var elements: [Value] = []
    private let decoder: JSONValueDecoder
    /// Why an element did not fit the type; set if the error isn't in the text itself.
    private(set) var failure: (any Error)?

    init(decoder: JSONValueDecoder) {
        self.decoder = decoder
        builder = ArenaBuilder(arena: ValueArena(), options: decoder.options)
    }

    mutating func takeElements(into outputs: inout [Value]) {
        if outputs.isEmpty { swap(&outputs, &elements) } else { outputs += elements }
        elements.removeAll(keepingCapacity: true)
    }

    private func check() throws(JSONError.Reason) {
        if !isInArray { throw .refused("the text is not an array, so its elements cannot be streamed") }
    }

    private mutating func elementMayBeComplete() throws(JSONError.Reason) {
        guard builder.depth == 0, builder.arena.count > 0 else { return }
        do {
            elements.append(try decoder.decode(Value.self, from: builder.arena))
        } catch {
            failure = error
            throw .refused("an element does not fit its type: \(error)")
        }
        builder.startAgain()
    }

    mutating func null() throws(JSONError.Reason) {
        try check()
        builder.null()
        try elementMayBeComplete()
    }

    mutating func boolean(_ value: Bool) throws(JSONError.Reason) {
        try check()
        builder.boolean(value)
        try elementMayBeComplete()
    }

    mutating func number(_ text: UTF8Span) throws(JSONError.Reason) {
        try check()
        builder.number(text)
        try elementMayBeComplete()
    }

    mutating func string(_ text: UTF8Span) throws(JSONError.Reason) {
        try check()
        builder.string(text)
        try elementMayBeComplete()
    }

    mutating func key(_ text: UTF8Span) throws(JSONError.Reason) { try builder.key(text) }

    mutating func beginArray() throws(JSONError.Reason) {
        if isInArray { try builder.beginArray() } else { isInArray = true }
    }

    mutating func endArray() throws(JSONError.Reason) {
        if builder.depth == 0 { return }
        builder.endArray()
        try elementMayBeComplete()
    }

    mutating func beginObject() throws(JSONError.Reason) {
        try check()
        try builder.beginObject()
    }

    mutating func endObject() throws(JSONError.Reason) {
        try builder.endObject()
        try elementMayBeComplete()
    }
}
