public import SockeyeClient
internal import SockeyeIO

extension RequestBody {
    /// This body, sent at no more than `bytesPerSecond`.
    package func paced(atMost bytesPerSecond: Int64) -> RequestBody {
        paced(by: SendPacing(bytesPerSecond: bytesPerSecond))
    }
}

extension ResponseBody {
    /// The first bytes of the body, at most `limit`; the rest is not read.
    func prefix(_ limit: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < limit,
            try await lendNext({ piece in
                // SAFETY: the buffer covers the span's initialised bytes, which are copied before the closure returns.
                piece.withUnsafeBytes { bytes += $0.prefix(limit - bytes.count) }
            })
        {}
        return bytes
    }

    /// Lends every piece of the body to `handler` where it was received, at no more than `bytesPerSecond`.
    ///
    /// - Parameters:
    ///   - bytesPerSecond: the most on average; the sender is slowed down, not this machine's buffers filled.
    ///   - handler: runs before the next piece is received; the bytes are invalid after it returns.
    /// - Throws: `HTTPClientError`, or what `handler` throws, after which the connection is closed.
    public func forEachChunk(atMost bytesPerSecond: Int64, _ handler: (RawSpan) throws -> Void) async throws {
        let limit = RateLimit(bytesPerSecond: bytesPerSecond)
        var count: Int64 = 0
        while try await lendNext({ bytes in
            // One receive may yield several pieces.
            count += Int64(bytes.byteCount)
            try handler(bytes)
        }) {
            try await pause(until: limit.pay(for: count, now: .now))
            count = 0
        }
    }
}
