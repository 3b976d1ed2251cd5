internal import SockeyeHTTP1
package import SockeyeIO
internal import SockeyeTransport

// For downloads: moves bytes to a file without an array and, where possible, without entering this process.
extension ResponseBody {
    /// Whether the next bytes on a plain connection, or in a file of the cache, are the unframed body, so that they can be
    /// moved without being lent.
    package var canSplice: Bool {
        isBare && (reader.wire.connection.stream?.isEncrypted == false || stored?.isFile == true)
    }

    private var stored: StoredTransport? { reader.wire.transport as? StoredTransport }

    /// Whether the next bytes in the stream are the unframed body, so that they can be received in place.
    var isBare: Bool { reader.isBare }

    /// Whether the whole body arrived with the head, undecoded and at most `limit` bytes, so that reading never waits.
    package func cameWithHead(atMost limit: Int64) -> Bool {
        guard case .content = reader.form, case .known(let count) = length else { return false }
        return count <= limit && Int64(reader.leftover.count) >= count
    }

    /// Lends the available bytes of the body to `handler`, waiting for the first.
    ///
    /// - Parameter handler: runs at least once unless the body has ended; the bytes are invalid after it returns.
    /// - Returns: false at the body's end.
    /// - Throws: `HTTPClientError`, or what `handler` throws.
    package func lendNext(_ handler: (RawSpan) throws -> Void) async throws -> Bool {
        try await reader.next { try reader.lend(handler) }
    }

    /// Waits until `moment`, for a rate limit of the reader, under the total clock.
    package func pause(until moment: Deadline) async throws(HTTPClientError) {
        try await reader.pause(until: moment)
    }

    /// Moves at most `limit` bytes of the body through `pipe` into `file` (`splice(2)`), which is faster than `recv`
    /// and `write`.
    ///
    /// Call it only while ``canSplice`` is true: the pieces of a chunked body are too small to splice.
    ///
    /// - Returns: the number of bytes moved; 0 at the body's end.
    /// - Throws: `HTTPClientError` for the connection, `FileError` for the file.
    package func spliceNext(
        through pipe: SplicePipe, into file: File, at offset: Int64, atMost limit: Int64
    ) async throws -> Int {
        if let stored { return try await count { try reader.copy(stored, into: file, at: offset, atMost: limit) } }
        let count = try await count { try reader.splice(into: pipe, atMost: limit) }
        if count > 0 { try pipe.drain(count, into: file, at: offset) }
        return count
    }

    /// Runs a step until it moves bytes and returns their number; 0 at the end.
    private func count(_ step: () throws -> TransportStep) async throws -> Int {
        var moved = 0
        _ = try await reader.next {
            let step = try step()
            if case .bytes(let count) = step { moved = count }
            return step
        }
        return moved
    }
}
