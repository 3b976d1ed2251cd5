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

    let exchange: ActiveExchange
    /// Undoes the body's codings; `nil` when there are none to undo.
    var decoder: BodyDecoder? { exchange.decoder }

    init(_ exchange: ActiveExchange) {
        self.exchange = exchange
    }

    /// How the body's end is marked.
    public var length: ResponseBodyLength {
        exchange.codec.responseBodyLength ?? .none
    }

    /// How many bytes there will be; `nil` when only the end will tell, as it does of a body that is decoded.
    public var expectedByteCount: Int64? {
        decoder == nil ? encodedByteCount : nil
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
    public var receivedByteCount: Int64 { exchange.codec.receivedBodyBytes }

    /// How many bytes have been given out, after decoding.
    public var decodedByteCount: Int64 { decoder?.decodedBytes ?? receivedByteCount }

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
                if try await !body.pull({ piece.append(copying: $0) }) { return piece.isEmpty ? nil : piece }
            }
            return piece
        }
    }

    /// Lends every piece of the body to `handler` where it was received, without a copy.
    ///
    /// - Parameter handler: runs before the next piece is received; the bytes are gone when it returns.
    /// - Throws: `HTTPClientError`, or what `handler` throws, after which the connection is closed.
    public func forEachChunk(_ handler: (RawSpan) throws -> Void) async throws {
        try await pullAll(handler)
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
            if left > Int64(limit) { throw exchange.tooLarge(limit) }
            all.reserveCapacity(Int(Swift.min(left, Self.mostReserved)))
        }
        do {
            try await pullAll { bytes in
                if bytes.byteCount > limit - all.count { throw exchange.tooLarge(limit) }
                all.append(copying: bytes)
            }
        } catch {
            throw exchange.clientError(error)
        }
        return all
    }
}

extension [UInt8] {
    mutating func append(copying bytes: RawSpan) {
        // SAFETY: the span's bytes are initialised and the pointer is used during the closure only.
        bytes.withUnsafeBytes { append(contentsOf: $0) }
    }
}

extension ActiveExchange {
    /// What came of a look for more of the body.
    enum Pull {
        case received, ended, wouldBlock
    }

    /// Gives the body bytes that are there to `consume`; does not wait.
    func pullNow(_ consume: (RawSpan) throws -> Void) throws -> Pull {
        if isOver {
            throw HTTPClientError(.receive, origin: connection.origin.description, cause: .bodyOutOfScope)
        }
        // After a failure the next read could find an orderly end, and a cut body would pass for a whole one.
        if let failure { throw failure }
        if isHeldBack { return .wouldBlock }
        // The time the reader took is not the sender's; the time spent waiting is.
        if !isWaitingForBody { speedWatch?.resume(at: .now) }
        isWaitingForBody = false
        if isComplete { return .ended }
        do {
            try checkOnTheWay(in: .receive)
            return try readNow(consume) ? .received : .wouldBlock
        } catch let error as HTTPClientError {
            failure = error
            throw error
        }
    }

    /// Waits until there may be more of the body, or until the receive limit allows some.
    func waitForMore() async throws(HTTPClientError) {
        do throws(HTTPClientError) {
            if isHeldBack { return try await holdBack() }
            isWaitingForBody = true
            try await waitForBody()
        } catch {
            failure = error
            throw error
        }
    }

    /// Receives once, waiting if need be, and gives the body bytes to `consume`. False when the body is at its end.
    func pullThrowing(_ consume: (RawSpan) throws -> Void) async throws -> Bool {
        while true {
            switch try pullNow(consume) {
            case .received: return true
            case .ended: return false
            case .wouldBlock: try await waitForMore()
            }
        }
    }

    /// The same for a `consume` that cannot fail.
    func pull(_ consume: (RawSpan) -> Void) async throws(HTTPClientError) -> Bool {
        do {
            return try await pullThrowing(consume)
        } catch {
            throw clientError(error)
        }
    }

    /// What this layer throws for `error`. Where nothing but this layer can fail it is that already; anything else is
    /// kept rather than trapped on.
    func clientError(_ error: any Error) -> HTTPClientError {
        error as? HTTPClientError
            ?? HTTPClientError(
                .receive, origin: connection.origin.description, cause: .requestBodyFailed("\(error)"))
    }

    func tooLarge(_ limit: Int) -> HTTPClientError {
        HTTPClientError(
            .receive, origin: connection.origin.description, cause: .bodyTooLarge(limit: limit),
            requestBytesSent: requestBytesSent)
    }
}
