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
    /// Bytes of the request's head, with which what is encoded begins.
    var encodedHeadBytes = 0
    /// Bytes of the final head and the interim ones, on the wire.
    var headByteCount = 0
    /// The status of the final response.
    var status: HTTPResponse.Status?
    /// Bytes of the body on the wire, with its framing.
    var wireBodyBytes: Int64 = 0
    /// What undoes the body's codings.
    var decoder: BodyDecoder?
    /// The body that an interceptor gives piece by piece, in place of the peer.
    var synthetic: SyntheticBody?
    /// Set when the response's end was seen.
    var isComplete = false
    /// Set when `perform`'s closure returned: the body cannot be read any more.
    var isOver = false
    /// Whether the body is given as it stands on the wire, chunk framing and all.
    var keepsWireForm = false
    /// Set when the request was encoded but not all of it was handed to the kernel: whatever came next on the connection
    /// would be taken for the rest.
    var isRequestCut = false
    /// A final head that came while the request's body was still being sent.
    var earlyHead: ResponseHead?
    /// Whether any of the body was asked for, so that one that cannot be replayed is used up.
    var isBodyBegun = false
    /// Set when the server's end was seen while the body was still being sent.
    var hasAnswerEnded = false
    /// How fast the body may go; `nil` for as fast as it can.
    var pacing: SendPacing?
    /// How fast the response's body may come; `nil` for as fast as it can.
    var receiveLimit: RateLimit?
    /// Until when nothing more is received, so that the limit holds.
    private var heldUntil: Deadline?
    /// Whether the receive limit asks for a pause.
    var isHeldBack: Bool { heldUntil != nil }
    /// Whether the last thing that happened to the body was a wait for more of it.
    var isWaitingForBody = false
    /// Why not all of the request could be sent, although an answer came.
    var sendFailure: HTTPClientError?
    /// What went wrong while receiving the body; it stays so.
    var failure: HTTPClientError?
    var speedWatch: SpeedWatch?
    /// Bytes of the request that the speed was judged by.
    var watchedBytes: Int64 = 0
    /// How many bytes had moved when the idle clock was wound, and when it runs out.
    private var idle: (moved: Int64, end: PhaseEnd)?
    var outcome = Outcome.answered

    /// How it went: the handler had the response, or there was a failure before.
    enum Outcome {
        case answered
        case handlerFailed(any Error)
        case failed(HTTPClientError)
        /// RFC 9110 section 15.5.18: the same without the expectation may do.
        case expectationFailed
    }

    init(
        _ codec: consuming Exchange, on connection: Connection, deadlines: Deadlines, timings: Timings,
        observer: (any ExchangeObserver)?
    ) {
        self.codec = codec
        self.connection = connection
        self.deadlines = deadlines
        self.timings = timings
        self.observer = observer
    }

    var stream: ByteStream { connection.stream }

    /// Whether the kernel took all of the request.
    var isRequestSent: Bool { codec.requestPhase == .complete && !isRequestCut && sendFailure == nil }

    // MARK: Waiting

    /// Waits for the stream under the given clock; a look at the speed in between is no failure.
    func wait(in phase: HTTPClientError.Phase, until end: PhaseEnd) async throws(HTTPClientError) {
        while true {
            let next = endOrJudgement(end)
            do throws(StreamError) {
                return try await stream.wait(until: next.moment)
            } catch {
                guard error == .io(.timedOut), next.clock == .minimumSpeed else {
                    throw wrap(error, in: phase, end: next)
                }
                try checkSpeed(0, in: phase)
            }
        }
    }

    /// The end, or the moment at which the speed is judged if that is sooner.
    func endOrJudgement(_ end: PhaseEnd) -> PhaseEnd {
        guard let judgement = speedWatch?.nextJudgement, judgement < end.moment else { return end }
        return PhaseEnd(moment: judgement, clock: .minimumSpeed)
    }

    /// When the idle clock runs out. Bytes of heads and bodies wind it, in either direction. What wakes a wait and brings
    /// none does not: the framing of chunks, and what TLS sends for itself.
    func idleEnd() -> PhaseEnd {
        let moved =
            requestBytesSent &+ Int64(headByteCount) &+ codec.receivedBodyBytes
            &+ Int64(connection.leftover.count)
        if let idle, idle.moved == moved { return idle.end }
        let end = deadlines.end(.idle, deadlines.timeouts.idle)
        idle = (moved, end)
        return end
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

    /// Begins to watch the speed: of the request, then of the response.
    func startSpeedWatch() {
        guard let limit = deadlines.timeouts.minimumSpeed else { return }
        speedWatch = SpeedWatch(limit, startedAt: .now)
    }

    func checkSpeed(_ bytes: Int, in phase: HTTPClientError.Phase = .receive) throws(HTTPClientError) {
        if bytes > 0, let receiveLimit { heldUntil = receiveLimit.pay(for: Int64(bytes), now: .now) }
        guard speedWatch != nil else { return }
        if speedWatch?.isFastEnough(afterReceiving: bytes, now: .now) == false {
            throw HTTPClientError(
                phase, origin: connection.origin.description,
                cause: .timedOut(.minimumSpeed, after: deadlines.timeouts.limit(of: .minimumSpeed)),
                requestBytesSent: requestBytesSent)
        }
    }

    /// Waits until more may be received, as the client's rate has it.
    func holdBack() async throws(HTTPClientError) {
        guard let moment = heldUntil else { return }
        heldUntil = nil
        try await pause(until: moment)
    }

    /// Waits until `moment`; a pause that would outlast the total clock ends with it, even when the body is complete.
    func pause(until moment: Deadline) async throws(HTTPClientError) {
        do throws(IOError) {
            try await stream.socket.loop.sleep(until: min(moment, deadlines.total))
        } catch {
            throw wrap(.io(error), in: .receive)
        }
        if moment > deadlines.total { try checkOnTheWay(in: .receive) }
    }

    /// Waits for more of the body.
    func waitForBody() async throws(HTTPClientError) {
        if let synthetic { return try await take(from: synthetic) }
        try await wait(in: .receive, until: idleEnd())
    }

    /// Sees to the total clock and to cancellation between waits: a peer that never makes us wait would escape both.
    func checkOnTheWay(in phase: HTTPClientError.Phase) throws(HTTPClientError) {
        let cause: HTTPClientError.Cause
        if Task.isCancelled {
            cause = .cancelled
        } else if deadlines.total.hasPassed {
            cause = .timedOut(.total, after: deadlines.timeouts.limit(of: .total))
        } else {
            return
        }
        throw HTTPClientError(
            phase, origin: connection.origin.description, cause: cause, requestBytesSent: requestBytesSent)
    }

    /// Takes what the codec makes of `input` until it is used up or the response ends, giving body bytes to `consume`.
    ///
    /// What is not used is left over on the connection: bytes after the response's end, and bytes after those with which
    /// `consume` failed.
    func decode(_ input: RawSpan, _ consume: (RawSpan) throws -> Void) throws {
        var used = 0
        defer { connection.leftover = input.extracting(droppingFirst: used).copied() }
        while !isComplete {
            let rest = input.extracting(droppingFirst: used)
            let (consumed, event) = try decodeNext(rest)
            used += consumed
            wireBodyBytes += Int64(consumed)
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
            if case .needMore = event { break }
        }
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
        if let fields, !fields.isEmpty { observer?.observe(.receivedTrailers(fields)) }
        isComplete = true
        timings.finished = .now
    }

    /// The peer closed: the end of a body until close, or a cut.
    func end() throws(HTTPClientError) {
        // The sending failed, so this end may be what is left of a reset: it proves nothing about a body until close.
        if let sendFailure, codec.responseBodyLength == .untilClose { throw sendFailure }
        do throws(HTTP1Error) {
            if case .end(let fields) = try codec.receiveEnd() { complete(trailers: fields) } else { isComplete = true }
        } catch {
            throw wrap(error, in: .receive)
        }
    }

    private func show(received bytes: RawSpan) {
        if let observer, observer.wantsBytes { observer.observe(received: bytes) }
    }

    /// Reads once what is there, from the leftover or the stream, into `consume`. False when the caller must wait.
    func readNow(_ consume: (RawSpan) throws -> Void) throws -> Bool {
        if !connection.leftover.isEmpty {
            let input = connection.leftover
            connection.leftover = []
            show(received: input.span.bytes)
            try decode(input.span.bytes, consume)
            return true
        }
        // A body that is complete without bytes (Content-Length: 0, HEAD …) is told by an empty read.
        if codec.rawBodyRemaining == nil, codec.responseBodyLength != .chunked {
            let nothing: [UInt8] = []
            try decode(nothing.span.bytes, consume)
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
                // SAFETY: the bytes just received, in the scratch buffer that is ours until the closure returns.
                let input = RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                show(received: input)
                try decode(input, consume)
                return true
            }
        }
    }
}
