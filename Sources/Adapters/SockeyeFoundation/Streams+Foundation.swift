public import FoundationEssentials
internal import SockeyeParsers

extension AsyncSequence where Element: Collection<UInt8> {
    /// Collects all bytes of the stream as `Data`, at most `limit` (default 64 MiB).
    ///
    /// - Throws: `CollectingError`, and the stream's errors.
    public func data(upTo limit: Int = 64 << 20) async throws -> Data { Data(try await collect(upTo: limit)) }

    /// Decodes the stream's JSON text, at most `limit` bytes (64 MiB), with Foundation's decoder, for programs that
    /// depend on its strategies.
    ///
    /// - Throws: `CollectingError`, and whatever the decoder and the stream throw.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, upTo limit: Int = 64 << 20, using decoder: JSONDecoder
    ) async throws -> Value {
        try decoder.decode(type, from: try await data(upTo: limit))
    }

    /// Decodes the stream's property list, at most `limit` bytes (64 MiB), with Foundation's decoder.
    ///
    /// - Throws: as ``decode(_:upTo:using:)``.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, upTo limit: Int = 64 << 20, using decoder: PropertyListDecoder
    ) async throws -> Value {
        try decoder.decode(type, from: try await data(upTo: limit))
    }
}
