/// Reads the elements of a JSON array into an arena, piece by piece. Not generic, so that the compiler specializes the
/// tokenizer for the events.
struct JSONElementReader {
    private var tokenizer: JSONTokenizer
    var events: JSONElementEvents

    /// Larger pieces are read in parts, so that what is between text and values stays small.
    static let partSize = 1 << 16

    init(options: JSONReadingOptions) {
        tokenizer = JSONTokenizer(options: options)
        events = JSONElementEvents(builder: ArenaBuilder(arena: ValueArena(), options: options))
    }

    /// Reads a piece; the elements before an error are complete nevertheless.
    mutating func read(_ window: ByteWindow) -> Result<Void, JSONError> {
        events.builder.arena.beginPiece(window)
        defer { events.builder.arena.endPiece() }
        do throws(JSONError) {
            return .success(try tokenizer.feed(window, to: &events))
        } catch {
            return .failure(error)
        }
    }

    mutating func finish() throws(JSONError) { try tokenizer.finish(&events) }
}

extension ByteWindow {
    /// The bytes in parts of at most `size`.
    func parts(of size: Int) -> some Sequence<ByteWindow> {
        stride(from: 0, to: count, by: size).lazy.map { slice(from: $0, to: Swift.min(count, $0 + size)) }
    }
}

/// Builds the elements of an array side by side in an arena.
struct JSONElementEvents: JSONTokenHandler {
    var builder: ArenaBuilder
    private var isInArray = false
    /// The nodes of the complete elements.
    private(set) var elements: [UInt32] = []
    /// The node after the last complete element.
    private(set) var end: UInt32 = 0

    init(builder: ArenaBuilder) { self.builder = builder }

    /// Goes on in `next`, an empty arena, without the complete elements.
    mutating func leaveElements(for next: ValueArena) {
        builder.moveUnfinished(from: end, to: next)
        elements.removeAll(keepingCapacity: true)
        end = 0
    }

    @inline(__always)
    private func check() throws(JSONError.Reason) {
        if !isInArray { throw .refused("the text is not an array, so its elements cannot be streamed") }
    }

    @inline(__always)
    private mutating func elementMayBeComplete() {
        guard builder.depth == 0 else { return }
        elements.append(end)
        end = UInt32(truncatingIfNeeded: builder.arena.count)
    }

    mutating func null() throws(JSONError.Reason) {
        try check()
        builder.null()
        elementMayBeComplete()
    }

    mutating func boolean(_ value: Bool) throws(JSONError.Reason) {
        try check()
        builder.boolean(value)
        elementMayBeComplete()
    }

    mutating func number(_ text: ByteWindow) throws(JSONError.Reason) {
        try check()
        builder.number(text)
        elementMayBeComplete()
    }

    mutating func string(_ text: ByteWindow, isASCII: Bool) throws(JSONError.Reason) {
        try check()
        builder.string(text, isASCII: isASCII)
        elementMayBeComplete()
    }

    mutating func key(_ text: ByteWindow, isASCII: Bool) throws(JSONError.Reason) {
        try builder.key(text, isASCII: isASCII)
    }

    mutating func beginArray() throws(JSONError.Reason) {
        if isInArray { try builder.beginArray() } else { isInArray = true }
    }

    mutating func endArray() throws(JSONError.Reason) {
        if builder.depth == 0 { return }
        builder.endArray()
        elementMayBeComplete()
    }

    mutating func beginObject() throws(JSONError.Reason) {
        try check()
        try builder.beginObject()
    }

    mutating func endObject() throws(JSONError.Reason) {
        try builder.endObject()
        elementMayBeComplete()
    }
}
