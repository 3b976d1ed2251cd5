internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransport

/// Sends one request: its head, then its body.
///
/// ```
///   begin: one write of the head and a small body ──all accepted───────────────────────────→ sent
///     │ more to send                                                                           ▲
///     ├── Expect: 100-continue ── the reader waits for 100 or its timeout ────────┐            │
///     ▼                                                                           ▼            │
///   continueInTask: the rest of the head ─→ body ─→ its end ─────────────────────────────────→ sent
///     └── the reader has a final status of 300 or more: stopped, the request stays incomplete
/// ```
/// Whatever the first write doesn't send is sent in a separate task, so that the response can be read at the same time.
struct RequestSender: Sendable {
    private let wire: Wire
    private let body: RequestBody
    private var writer: RequestWriter
    private var isBodyEncoded = false

    /// Encodes the head.
    init(_ body: RequestBody, over wire: Wire) throws(HTTPClientError) {
        wire.log.timings.sending = wire.now
        wire.clocks.startSpeed(now: wire.now)
        self.wire = wire
        self.body = body
        writer = try RequestWriter(body, over: wire)
    }

    /// Writes once: the head, followed by the body if it is small. Returns true if nothing is left to send.
    ///
    /// A failed write is left to the reader: a server that refuses a request often answers and closes, and its answer
    /// is more useful than "broken pipe".
    mutating func begin() throws(HTTPClientError) -> Bool {
        switch wire.codec.requestPhase {
        case .head, .awaitingContinue, .continueDeclined: break
        case .body: try encodeSmallBody()
        case .complete:
            if body.isNone { wire.sending.isBodyBegun = true }
            isBodyEncoded = true
        }
        do throws(HTTPClientError) {
            guard try writer.flushOnce(), isBodyEncoded else { return false }
            end(nil)
        } catch {
            end(error)
        }
        return true
    }

    /// Encodes a body that is small enough to be copied after the head.
    private mutating func encodeSmallBody() throws(HTTPClientError) {
        switch body.content {
        case .none: wire.sending.isBodyBegun = true
        case .bytes(let bytes) where bytes.count <= RequestWriter.copyLimit && writer.pacing == nil:
            wire.sending.isBodyBegun = true
            if !bytes.isEmpty { try writer.append(bytes) }
        case .bytes, .stream, .segments: return
        }
        try writer.endBody(body)
        isBodyEncoded = true
    }

    /// Sends the whole head, before the wait for 100 (Continue).
    mutating func sendHead() async throws(HTTPClientError) {
        try await writer.flush()
    }

    /// Sends the rest in a separate task.
    func continueInTask() {
        let sender = self
        // The caller's stream runs on the default executor, everything else on the event loop that moves the bytes.
        let runsOnLoop = if case .stream = body.content { false } else { true }
        let loop = runsOnLoop ? wire.connection.stream?.socket.loop : nil
        wire.share {
            Task(executorPreference: loop) {
                var sender = sender
                await sender.run()
            }
        }
    }

    private mutating func run() async {
        do throws(HTTPClientError) {
            try await writer.flush()
            if !isBodyEncoded { try await sendBody() }
            end(nil)
        } catch {
            end(error)
        }
    }

    private mutating func end(_ failure: HTTPClientError?) {
        if failure == nil { writer.giveBackMemory() }
        wire.sendingEnded(failure)
    }

    private mutating func sendBody() async throws(HTTPClientError) {
        wire.exclusively { wire.sending.isBodyBegun = true }
        body.extras?.values.use?.begin()
        switch body.content {
        case .none: break
        case .bytes(let bytes): try await writer.send(bytes)
        case .stream(let pieces): try await send(pieces)
        case .segments(let segments):
            var sender = SegmentSender(writer)
            try await sender.send(segments)
            writer = sender.writer
        }
        try writer.endBody(body)
        try await writer.flush()
    }

    private mutating func send(
        _ pieces: any AsyncSequence<[UInt8], any Error> & Sendable
    ) async throws(HTTPClientError) {
        do {
            var iterator = pieces.makeAsyncIterator()
            while let piece = try await iterator.next(isolation: #isolation) {
                if !piece.isEmpty { try await writer.send(piece) }
            }
            // The stream of a cancelled task often just ends; that must not look like the body's end to the server.
            try wire.exclusively { () throws(HTTPClientError) in try wire.checkOnTheWay(in: .send) }
        } catch let error as HTTPClientError {
            throw error
        } catch {
            let cause: HTTPClientError.Cause =
                switch error {
                case is CancellationError: .cancelled
                case let error as RequestBodyError: .requestBody(error)
                case let error as FileError: .requestBody(.file(error))
                default: .requestBodyFailed("\(error)")
                }
            throw wire.exclusively { wire.error(cause, in: .send) }
        }
    }
}
