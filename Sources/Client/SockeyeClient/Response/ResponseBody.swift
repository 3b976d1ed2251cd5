public import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransport

/// The body of a response, pulled piece by piece.
///
/// ```swift
/// for try await piece in response.body { … }                      // arrays of bytes
/// try await response.body.forEachChunk { bytes in … }             // no copy: the bytes are lent for the call
/// try await response.body.drain()                                 // discarded, in the kernel where possible
/// ```
///
/// A truncated body is an error, never a short success. Content-Length and chunked framing show truncation; for a body
/// that ends with the connection, TLS requires `close_notify`, but on a plain connection truncation is undetectable.
public struct ResponseBody: AsyncSequence {
    let reader: ResponseReader

    init(_ reader: ResponseReader) {
        self.reader = reader
    }

    /// How the body's end is marked.
    public var length: ResponseBodyLength {
        reader.wire.codec.responseBodyLength ?? .none
    }

    /// The total number of bytes; `nil` if unknown, as for a decoded body.
    public var expectedByteCount: Int64? {
        if case .decoded = reader.form { nil } else { encodedByteCount }
    }

    /// The total number of bytes before decoding; `nil` if unknown.
    package var encodedByteCount: Int64? {
        switch length {
        case .none: 0
        case .known(let count): count
        case .chunked, .untilClose: nil
        }
    }

    /// Bytes received so far, before decoding.
    public var receivedByteCount: Int64 { reader.wire.codec.receivedBodyBytes }

    /// Whether it was received to its end.
    package var isComplete: Bool { reader.isComplete }

    /// Bytes delivered so far, after decoding.
    package var decodedByteCount: Int64 { reader.form.decodedBytes ?? receivedByteCount }

    /// Iterates over the pieces. A second iterator continues where the first stopped.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: self)
    }

    /// Yields the body's pieces in order.
    public struct Iterator: AsyncIteratorProtocol {
        let body: ResponseBody

        /// The next piece, with all available bytes; `nil` at the end.
        public mutating func next() async throws(HTTPClientError) -> [UInt8]? {
            var piece: [UInt8] = []
            while piece.isEmpty {
                if try await !body.pull({ piece.append(copying: $0) }) { return nil }
            }
            return piece
        }
    }

    /// Lends every piece of the body to `handler`, without a copy.
    ///
    /// - Parameter handler: runs before the next piece is received; the bytes are invalid after it returns.
    /// - Throws: `HTTPClientError`, or what `handler` throws, after which the connection is closed.
    public func forEachChunk(_ handler: (RawSpan) throws -> Void) async throws {
        _ = try await reader.next(untilEnd: true) { try reader.lend(handler) }
    }

    /// The most bytes to reserve for an announced length, which a server may never send.
    private static let reservedLimit: Int64 = 16 * 1024 * 1024

    /// The rest of the body.
    ///
    /// - Parameter limit: the most bytes to buffer.
    public func collect(limit: Int) async throws(HTTPClientError) -> [UInt8] {
        var all: [UInt8] = []
        if let expected = expectedByteCount {
            let left = expected - receivedByteCount
            if left > Int64(limit) { throw tooLarge(limit) }
            all.reserveCapacity(Int(Swift.min(left, Self.reservedLimit)))
        }
        do {
            _ = try await reader.next(untilEnd: true) {
                try reader.lend { bytes in
                    if bytes.byteCount > limit - all.count { throw tooLarge(limit) }
                    all.append(copying: bytes)
                }
            }
        } catch {
            throw clientError(error)
        }
        return all
    }

    func tooLarge(_ limit: Int) -> HTTPClientError {
        reader.error(.bodyTooLarge(limit: limit))
    }

    /// Receives the rest of the body and discards it, decoding only to check that it is intact. On a plain connection the
    /// bytes stay in the kernel (`recv(2)` with `MSG_TRUNC`).
    ///
    /// - Throws: as ``collect(limit:)``, except that no size is too large.
    public func drain() async throws(HTTPClientError) {
        do {
            _ = try await reader.next(untilEnd: true) { try reader.drop() }
        } catch {
            throw clientError(error)
        }
    }

    /// Pulls once with a `consume` that can't fail. Returns false at the end.
    func pull(_ consume: (RawSpan) -> Void) async throws(HTTPClientError) -> Bool {
        do {
            return try await reader.next { try reader.lend(consume) }
        } catch {
            throw clientError(error)
        }
    }

    /// Only `HTTPClientError` is expected here; any other error is wrapped rather than trapped on.
    private func clientError(_ error: any Error) -> HTTPClientError {
        error as? HTTPClientError ?? reader.error(.requestBodyFailed("\(error)"))
    }

    /// The most bytes of a redirect's or challenge's body to read in order to keep the connection.
    private static let discardLimit: Int64 = 64 * 1024

    /// Reads the rest of an unwanted body if it is short, so that the connection can be reused.
    func discard() async throws(HTTPClientError) {
        if let expected = encodedByteCount, expected > Self.discardLimit { return }
        if length == .untilClose { return }
        reader.form = .content
        while receivedByteCount <= Self.discardLimit {
            guard try await pull({ _ in }) else { return }
        }
    }

    /// Reads the rest of a body that the caller left, if it is known to be at most `limit` bytes, for the reader's tap.
    func readOn(atMost limit: Int64) async {
        guard let expected = encodedByteCount, expected - receivedByteCount <= limit else { return }
        // What is decoded is decoded to the end: a body that can't be isn't stored.
        if case .wire = reader.form { reader.form = .content }
        // A failure leaves the body incomplete, which is all that matters here.
        try? await drain()
    }
}

extension [UInt8] {
    mutating func append(copying bytes: RawSpan) {
        // SAFETY: the span's bytes are initialised, and `append` copies them before the closure returns.
        bytes.withUnsafeBytes { append(contentsOf: $0) }
    }
}
