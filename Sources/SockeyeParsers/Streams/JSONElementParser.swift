/// Decodes the elements of a huge JSON array as they arrive, keeping only those of the current piece.
public struct JSONElementParser<Value: Decodable>: ByteStreamParser {
    private var reader: JSONElementReader
    private var relay: ArenaRelay
    /// Why an element did not fit the type, which every later call throws again.
    private var failure: (any Error)?

    /// Makes a parser that decodes the elements with `decoder`, whose limits apply to the whole text.
    public init(decoder: JSONValueDecoder = .init()) {
        reader = JSONElementReader(options: decoder.options)
        relay = ArenaRelay(decoder: decoder)
    }

    /// Parses the next piece, and appends the elements that it completes.
    ///
    /// - Throws: ``JSONError``, `DecodingError`, and whatever the type throws.
    public mutating func parse(_ bytes: RawSpan, into outputs: inout [Value]) throws(any Error) {
        relay.own(&reader.events.builder)
        try bytes.withWindow { (window) throws(any Error) in
            for part in window.parts(of: JSONElementReader.partSize) { try parse(part, into: &outputs) }
        }
    }

    private mutating func parse(_ part: ByteWindow, into outputs: inout [Value]) throws {
        if let failure { throw failure }
        let result = reader.read(part)
        do {
            try relay.decode(Value.self, of: &reader.events, into: &outputs)
        } catch {
            failure = error
            throw error
        }
        try result.get()
    }

    /// Checks that the array ended.
    ///
    /// - Throws: ``JSONError``.
    public mutating func finish(into outputs: inout [Value]) throws(any Error) {
        relay.own(&reader.events.builder)
        if let failure { throw failure }
        try reader.finish()
    }
}
