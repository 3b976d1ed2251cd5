extension CodingOptions {
    /// Decodes a body that is in memory, or as much of it as there is.
    ///
    /// - Parameters:
    ///   - bytes: the body as it was received.
    ///   - codings: by name, in the order in which they were applied, as in Content-Encoding.
    ///   - limit: the most decoded bytes to return.
    /// - Returns: what could be decoded, and whether that is all of it; `nil` if a coding is unknown or the first bytes are
    ///   not in it.
    package func decode(
        _ bytes: [UInt8], undoing codings: [String], atMost limit: Int
    ) -> (bytes: [UInt8], isWhole: Bool)? {
        guard let decoder = try? BodyDecoder(undoing: codings, self) else { return nil }
        var decoded: [UInt8] = []
        struct Full: Error {}
        do {
            try decoder.decode(bytes.span.bytes) { piece in
                let count = min(piece.byteCount, limit - decoded.count)
                // SAFETY: the bytes are copied before the span can end.
                decoded += piece.extracting(first: count).withUnsafeBytes { Array($0) }
                if count < piece.byteCount { throw Full() }
            }
            try decoder.finish()
            return (decoded, true)
        } catch {
            return decoded.isEmpty ? nil : (decoded, false)
        }
    }
}
