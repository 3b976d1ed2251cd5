internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeStream

/// One request and its response on one connection: moves bytes between the codec, which never waits, and the stream,
/// which does.
///
/// ```
///   send head ─→ (await 100) ─→ send body ─→ receive head ─→ body pulled by the caller ─→ finish
///                     └──────── a final status ends the sending early ────────┘
/// ```
///
/// Owned by the task that performs the request. Cancellation reaches it from outside through the socket.
final class ActiveExchange {
    let connection: Connection
    let observer: (any ExchangeObserver)?
    let deadlines: Deadlines
    var codec: Exchange
    var timings: Timings
    /// Request bytes that the kernel took on this connection.
    var requestBytesSent: Int64 = 0
    var bodyBytesSent: Int64 = 0
    var isHeadSent = false
    /// Whether any byte of a response came.
    var hasReceived = false
    /// The trailers, once the body's end was seen.
    var trailers: HTTPFields?
    /// Bytes of the final head and the interim ones, on the wire.
    var headByteCount = 0
    /// Set when the response's end was seen.
    var isComplete = false
    /// Set when `perform`'s closure returned: the body cannot be read any more.
    var isOver = false
    /// Whether the body is given as it stands on the wire, chunk framing and all.
    var keepsWireForm = false
    private var speedWatch: SpeedWatch?

    init(
        _ codec: Exchange, on connection: Connection, deadlines: Deadlines, timings: Timings,
        observer: (any ExchangeObserver)?
    ) {
        self.codec = codec
        self.connection = connection
        self.deadlines = deadlines
        self.timings = timings
        self.observer = observer
    }

    var stream: ByteStream { connection.stream }

    // MARK: Waiting

    /// Waits for the stream under the idle clock, the given one and the total one, whichever ends first.
    func wait(in phase: HTTPClientError.Phase, until end: PhaseEnd) async throws(HTTPClientError) {
        do throws(StreamError) {
            try await stream.wait(until: end.moment)
        } catch {
            throw wrap(error, in: phase, end: end)
        }
    }

    func idleEnd() -> PhaseEnd {
        deadlines.end(.idle, deadlines.timeouts.idle)
    }

    func wrap(_ error: StreamError, in phase: HTTPClientError.Phase, end: PhaseEnd? = nil) -> HTTPClientError {
        HTTPClientError(
            error, in: phase, origin: connection.origin, end: end ?? PhaseEnd(moment: .never, clock: .total),
            timeouts: deadlines.timeouts, sent: requestBytesSent)
    }

    func wrap(_ error: HTTP1Error, in phase: HTTPClientError.Phase) -> HTTPClientError {
        HTTPClientError(
            phase, origin: connection.origin.description, cause: .http(error), requestBytesSent: requestBytesSent)
    }

    // MARK: The response's body

    /// Begins to watch the speed, after the head.
    func startSpeedWatch() {
        speedWatch = deadlines.timeouts.minimumSpeed.map { SpeedWatch($0, startedAt: .now) }
    }

    /// The moment by which the next bytes of the body must come.
    private func bodyEnd() -> PhaseEnd {
        let idle = idleEnd()
        guard let judgement = speedWatch?.nextJudgement, judgement < idle.moment else { return idle }
        return PhaseEnd(moment: judgement, clock: .minimumSpeed)
    }

    private func checkSpeed(_ bytes: Int) throws(HTTPClientError) {
        guard speedWatch != nil else { return }
        if speedWatch?.isFastEnough(afterReceiving: bytes, now: .now) == false {
            throw HTTPClientError(
                .receive, origin: connection.origin.description,
                cause: .timedOut(.minimumSpeed, after: deadlines.timeouts.limit(of: .minimumSpeed)),
                requestBytesSent: requestBytesSent)
        }
    }

    /// Waits for more of the body; a look at the speed in between is no failure.
    func waitForBody() async throws(HTTPClientError) {
        let end = bodyEnd()
        do throws(HTTPClientError) {
            try await wait(in: .receive, until: end)
            try checkSpeed(0)
        } catch {
            guard end.clock == .minimumSpeed, case .timedOut = error.cause else { throw error }
            try checkSpeed(0)
        }
    }

    /// Takes what the codec makes of `input` until it is used up or the response ends, giving body bytes to `consume`.
    ///
    /// - Returns: how many bytes of the input were used; fewer than given only when the response ended before them.
    func decode(_ input: RawSpan, _ consume: (RawSpan) throws -> Void) throws -> Int {
        var used = 0
        while !isComplete {
            let rest = input.extracting(droppingFirst: used)
            let (consumed, event) = try decodeNext(rest)
            if keepsWireForm, consumed > 0 { try consume(rest.extracting(first: consumed)) }
            switch event {
            case .bodyBytes(let offset, let count):
                // The codec's contract: the bytes are within those it consumed.
                if !keepsWireForm { try consume(rest.extracting(offset..<offset + count)) }
                observer?.observe(.receivedBody(bytes: codec.receivedBodyBytes))
                try checkSpeed(count)
            case .end(let fields):
                complete(trailers: fields)
            case .tunnel:
                complete(trailers: nil)
            case .needMore, .informational, .head:
                break
            }
            used += consumed
            if case .needMore = event { break }
        }
        return used
    }

    func decodeNext(_ input: RawSpan) throws(HTTPClientError) -> (consumed: Int, event: Exchange.Event) {
        do throws(HTTP1Error) {
            return try codec.receive(input)
        } catch {
            throw wrap(error, in: .receive)
        }
    }

    func complete(trailers fields: HTTPFields?) {
        trailers = fields
        isComplete = true
        timings.finished = .now
    }

    /// The peer closed: the end of a body until close, or a cut.
    func end() throws(HTTPClientError) {
        do throws(HTTP1Error) {
            if case .end(let fields) = try codec.receiveEnd() { complete(trailers: fields) } else { isComplete = true }
        } catch {
            throw wrap(error, in: .receive)
        }
    }

    /// Reads once what is there, from the leftover or the stream, into `consume`. False when the caller must wait.
    func readNow(_ consume: (RawSpan) throws -> Void) throws -> Bool {
        if !connection.leftover.isEmpty {
            let input = connection.leftover
            connection.leftover = []
            let used = try decode(input.span.bytes, consume)
            if used < input.count { connection.leftover = Array(input[used...]) }
            return true
        }
        // A body that is complete without bytes (Content-Length: 0, HEAD …) is told by an empty read.
        if codec.rawBodyRemaining == nil, codec.responseBodyLength != .chunked {
            let nothing: [UInt8] = []
            _ = try decode(nothing.span.bytes, consume)
            if isComplete { return true }
        }
        return try ScratchBuffers.withBuffer { buffer in
            // SAFETY: the stream writes the first `count` bytes of the scratch buffer, which is ours until the closure
            // returns; the span over them ends before that.
            let step: ByteStream.Step
            do throws(StreamError) {
                step = try stream.read(into: buffer)
            } catch {
                throw wrap(error, in: .receive)
            }
            switch step {
            case .wouldBlock: return false
            case .ended:
                try end()
                return true
            case .bytes(let count):
                let input = RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                let used = try decode(input, consume)
                if used < count { connection.leftover = Array(buffer[used..<count]) }
                return true
            }
        }
    }
}
