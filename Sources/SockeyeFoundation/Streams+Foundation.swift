public import FoundationEssentials
internal import SockeyeParsers

extension AsyncSequence where Element: Collection<UInt8> {
    /// All bytes of the stream as `Data`, at most `limit` of them (64 MiB).
    ///
    /// - Throws: `CollectingError`, and what the stream throws.
    public func data(upTo limit: Int = 64 << 20) async throws -> Data { Data(try await collect(upTo: limit)) }

    /// The stream's JSON text, at most `limit` bytes of it (64 MiB), decoded by Foundation's own decoder, for programs
    /// that depend on its strategies.
    ///
    /// - Throws: `CollectingError`, what the decoder throws, and what the stream throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, upTo limit: Int = 64 << 20, using decoder: JSONDecoder
    ) async throws -> Value {
        try decoder.decode(type, from: try await data(upTo: limit))
    }

    /// The stream's property list, at most `limit` bytes of it (64 MiB), decoded by Foundation's own decoder.
    ///
    /// - Throws: as ``decode(_:upTo:using:)``.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, upTo limit: Int = 64 << 20, using decoder: PropertyListDecoder
    ) async throws -> Value {
        try decoder.decode(type, from: try await data(upTo: limit))
    }
}
