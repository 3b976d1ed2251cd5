public import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeStream

/// The body of a response, pulled piece by piece.
///
/// ```swift
/// for try await piece in response.body { … }                      // arrays of bytes
/// try await response.body.forEachChunk { bytes in … }             // no copy: the bytes are lent for the call
/// ```
///
/// A body that is cut is an error, never a short success: with Content-Length and chunked framing the codec knows; a
/// body that ends with the connection is complete on a plain connection only as far as anyone can know, and over TLS
/// only with `close_notify`.
public struct ResponseBody: AsyncSequence {
    /// A piece of the body, never empty.
    public typealias Element = [UInt8]
    /// What reading may throw.
    public typealias Failure = HTTPClientError

    let reader: ResponseReader

    init(_ reader: ResponseReader) {
        self.reader = reader
    }

    /// How the body's end is marked.
    public var length: ResponseBodyLength {
        reader.wire.codec.responseBodyLength ?? .none
    }

    /// How many bytes there will be; `nil` when only the end will tell, as it does of a body that is decoded.
    public var expectedByteCount: Int64? {
        if case .decoded = reader.form { nil } else { encodedByteCount }
    }

    /// How many bytes there will be before decoding; `nil` when only the end will tell.
    public var encodedByteCount: Int64? {
        switch length {
        case .none: 0
        case .known(let count): count
        case .chunked, .untilClose: nil
        }
    }

    /// How many bytes have been received, before decoding.
    public var receivedByteCount: Int64 { reader.wire.codec.receivedBodyBytes }

    /// How many bytes have been given out, after decoding.
    public var decodedByteCount: Int64 { reader.form.decodedBytes ?? receivedByteCount }

    /// Iterates over the pieces. A second iterator goes on where the first stopped.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: self)
    }

    /// Gives the body's pieces one after another.
    public struct Iterator: AsyncIteratorProtocol {
        let body: ResponseBody

        /// The next piece, as large as what is there; `nil` at the end.
        public mutating func next() async throws(HTTPClientError) -> [UInt8]? {
            var piece: [UInt8] = []
            while piece.isEmpty {
                if try await !body.pull({ piece.append(copying: $0) }) { return nil }
            }
            return piece
        }
    }

    /// Lends every piece of the body to `handler` where it was received, without a copy.
    ///
    /// - Parameter handler: runs before the next piece is received; the bytes are gone when it returns.
    /// - Throws: `HTTPClientError`, or what `handler` throws, after which the connection is closed.
    public func forEachChunk(_ handler: (RawSpan) throws -> Void) async throws {
        _ = try await reader.next(untilEnd: true) { try reader.lend(handler) }
    }

    /// More is not reserved on the word of a server, which may announce what it never sends.
    private static let mostReserved: Int64 = 16 * 1024 * 1024

    /// The whole of what is left.
    ///
    /// - Parameter limit: the most to keep.
    public func collect(limit: Int) async throws(HTTPClientError) -> [UInt8] {
        var all: [UInt8] = []
        if let expected = expectedByteCount {
            let left = expected - receivedByteCount
            if left > Int64(limit) { throw tooLarge(limit) }
            all.reserveCapacity(Int(Swift.min(left, Self.mostReserved)))
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

    private func tooLarge(_ limit: Int) -> HTTPClientError {
        reader.wire.error(.bodyTooLarge(limit: limit), in: .receive)
    }

    /// Pulls once for a `consume` that can't fail. False at the end.
    func pull(_ consume: (RawSpan) -> Void) async throws(HTTPClientError) -> Bool {
        do {
            return try await reader.next { try reader.lend(consume) }
        } catch {
            throw clientError(error)
        }
    }

    /// Only the client's own errors come here; anything else is kept rather than trapped on.
    private func clientError(_ error: any Error) -> HTTPClientError {
        error as? HTTPClientError ?? reader.wire.error(.requestBodyFailed("\(error)"), in: .receive)
    }

    /// The most of a redirect's or challenge's body that is read for the sake of the connection.
    private static let discardLimit: Int64 = 64 * 1024

    /// Reads what is left of a body that nobody wants, if it is short; else the connection is closed afterwards.
    func discard() async throws(HTTPClientError) {
        if let expected = encodedByteCount, expected > Self.discardLimit { return }
        if length == .untilClose { return }
        reader.form = .content
        while receivedByteCount <= Self.discardLimit {
            guard try await pull({ _ in }) else { return }
        }
    }
}

extension [UInt8] {
    mutating func append(copying bytes: RawSpan) {
        // SAFETY: the span's bytes are initialised and the pointer is used during the closure only.
        bytes.withUnsafeBytes { append(contentsOf: $0) }
    }
}
