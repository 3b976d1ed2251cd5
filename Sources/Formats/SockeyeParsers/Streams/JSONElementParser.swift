/// Decodes the elements of a huge JSON array as they arrive, keeping only those of the current piece.
public struct JSONElementParser<Value: Decodable>: ByteStreamParser {
    private var reader: JSONElementReader
    private var relay: ArenaRelay
    /// Why an element did not fit the type, which every later call throws again.
    private var failure: (any Error)?
    /// The elements before the present piece.
    private var count = 0

    /// Makes a parser that decodes the elements with `decoder`, whose limits apply to the whole text.
    public init(decoder: JSONValueDecoder = .init()) {
        reader = JSONElementReader(options: decoder.options)
        relay = ArenaRelay(decoder: decoder)
    }

    /// Parses the next piece, and appends the elements that it completes.
    ///
    /// - Throws: ``JSONError``, `DecodingError`, whose coding path begins with the element's index, and whatever the type
    ///   throws.
    public mutating func parse(_ bytes: RawSpan, into outputs: inout [Value]) throws(any Error) {
        relay.own(&reader.events.builder)
        try bytes.withWindow { (window) throws(any Error) in
            for part in window.parts(of: JSONElementReader.partSize) { try parse(part, into: &outputs) }
        }
    }

    private mutating func parse(_ part: ByteWindow, into outputs: inout [Value]) throws {
        if let failure { throw failure }
        let result = reader.read(part)
        let before = outputs.count
        defer { count += outputs.count - before }
        do {
            try relay.decode(Value.self, of: &reader.events, into: &outputs)
        } catch {
            let placed = (error as? DecodingError)?.inElement(count + outputs.count - before) ?? error
            failure = placed
            throw placed
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

extension DecodingError {
    /// The error of an element that was decoded by itself, with its index before the coding path.
    func inElement(_ index: Int) -> DecodingError {
        func placed(_ context: Context) -> Context {
            Context(
                codingPath: [PathKey(intValue: index)] + context.codingPath, debugDescription: context.debugDescription,
                underlyingError: context.underlyingError)
        }
        return switch self {
        case .typeMismatch(let type, let context): .typeMismatch(type, placed(context))
        case .valueNotFound(let type, let context): .valueNotFound(type, placed(context))
        case .keyNotFound(let key, let context): .keyNotFound(key, placed(context))
        case .dataCorrupted(let context): .dataCorrupted(placed(context))
        @unknown default: self
        }
    }
}
