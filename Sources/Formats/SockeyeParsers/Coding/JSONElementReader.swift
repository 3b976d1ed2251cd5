/// Reads the elements of a JSON array into an arena, piece by piece. Not generic, so that the compiler specializes the
/// tokenizer for the events.
struct JSONElementReader {
    private var tokenizer: JSONTokenizer
    var events: JSONElementEvents<ArenaBuilder>

    /// Larger pieces are read in parts, so that what is between text and values stays small.
    static let partSize = 1 << 16

    init(options: JSONReadingOptions) {
        tokenizer = JSONTokenizer(options: options)
        events = JSONElementEvents(builder: ArenaBuilder(arena: ValueArena(), options: options), limits: options.limits)
    }

    /// Reads a piece; the elements before an error are complete nevertheless.
    mutating func read(_ window: ByteWindow) -> Result<Void, JSONError> {
        events.builder.arena.beginPiece(window)
        defer { events.builder.arena.endPiece() }
        do throws(JSONError) {
            try tokenizer.feed(window, to: &events)
            return .success(try events.checkSize(afterPieceOf: window.count, at: tokenizer.position))
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
