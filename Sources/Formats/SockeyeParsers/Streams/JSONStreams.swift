extension AsyncSequence where Element: Collection<UInt8> {
    /// Parses the stream's JSON text into a tree as it arrives, reading at most `limit` bytes (64 MiB).
    ///
    /// - Throws: ``JSONError``, and the stream's errors.
    public func json(upTo limit: Int = 64 << 20, options: JSONReadingOptions = .init()) async throws -> JSONValue {
        var options = options
        options.limits.sizeLimit = Swift.min(limit, options.limits.sizeLimit)
        var parser = JSONStreamParser(options, JSONValueBuilder(options: options))
        for try await chunk in self { try parser.parse(chunk) }
        var builder = try parser.finish()
        return builder.takeValue() ?? .null
    }

    /// Decodes the stream's JSON text as it arrives, reading at most `limit` bytes (64 MiB).
    ///
    /// - Throws: ``JSONError``, `DecodingError`, and whatever the stream and the type throw.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, upTo limit: Int = 64 << 20, using decoder: JSONValueDecoder = .init()
    ) async throws -> Value {
        var options = decoder.options
        options.limits.sizeLimit = Swift.min(limit, options.limits.sizeLimit)
        var parser = JSONStreamParser(options, ArenaBuilder(arena: ValueArena(), options: options))
        for try await chunk in self { try parser.parse(chunk) }
        let arena = try parser.finish().arena
        try arena.checkRoom()
        return try decoder.decode(type, from: arena)
    }

    /// The elements of the stream's JSON array, one by one: an array of any length in constant memory.
    ///
    /// Iterating throws ``JSONError``, also if the text is not an array, `DecodingError`, and whatever the stream and
    /// the type throw.
    public func jsonElements<Value: Decodable>(
        of type: Value.Type = JSONValue.self, using decoder: JSONValueDecoder = .init()
    ) -> ParsedBytes<Self, JSONElementParser<Value>> {
        ParsedBytes(self, JSONElementParser(decoder: decoder))
    }

    /// The elements of the stream's JSON array, one by one, as values that are read where they stand: twice as fast.
    ///
    /// Iterating throws ``JSONError``, also if the text is not an array, and the stream's errors.
    public func jsonElementsInPlace(
        options: JSONReadingOptions = .init()
    ) -> ParsedBytes<Self, JSONInPlaceParser> {
        ParsedBytes(self, JSONInPlaceParser(options: options))
    }

    /// The values of a stream with one JSON text per line (NDJSON, JSON Lines) or of a JSON text sequence (RFC 7464).
    ///
    /// Iterating throws as ``jsonElements(of:using:)``.
    public func jsonRecords<Value: Decodable>(
        of type: Value.Type = JSONValue.self, framing: JSONRecordFraming = .lines,
        using decoder: JSONValueDecoder = .init()
    ) -> ParsedBytes<Self, JSONRecordParser<Value>> {
        ParsedBytes(self, JSONRecordParser(framing: framing, decoder: decoder))
    }

    /// Sends the events of the stream's JSON text to `handler`.
    ///
    /// - Throws: ``JSONError``, and the stream's errors.
    public func jsonEvents<Handler: JSONEventHandler & ~Copyable>(
        options: JSONReadingOptions = .init(), to handler: inout Handler
    ) async throws {
        var tokenizer = JSONTokenizer(options: options)
        for try await chunk in self { try tokenizer.feed(chunk, to: &handler) }
        try tokenizer.finish(&handler)
    }
}

/// A tokenizer with a builder.
private struct JSONStreamParser<Builder: JSONTokenHandler> {
    private var tokenizer: JSONTokenizer
    private var builder: Builder

    init(_ options: JSONReadingOptions, _ builder: Builder) {
        tokenizer = JSONTokenizer(options: options)
        self.builder = builder
    }

    mutating func parse(_ bytes: some Collection<UInt8>) throws(JSONError) {
        try withByteWindow(of: bytes) { (window) throws(JSONError) in try parse(window) }
    }

    private mutating func parse(_ window: ByteWindow) throws(JSONError) { try tokenizer.feed(window, to: &builder) }

    mutating func finish() throws(JSONError) -> Builder {
        try tokenizer.finish(&builder)
        return builder
    }
}
