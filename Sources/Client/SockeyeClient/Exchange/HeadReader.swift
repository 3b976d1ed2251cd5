internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransport

/// Sends one request and receives the head of its response.
///
/// ```
///   exchange ── begin to send ─┬─ Expect: 100-continue ─→ wait for 100 or its timeout ─┐
///                              └──────────────── send the rest, beside ────────────────┴─→ receive ─→ final head
/// ```
struct HeadReader {
    let wire: Wire
    /// Received but not yet consumed by the codec; after the final head, the beginning of the body.
    private(set) var leftover: [UInt8] = []

    init(_ wire: Wire) {
        self.wire = wire
    }

    /// The most bytes to read for a head: heads are small, and bytes of the body received with one must be copied.
    private static let headReadBytes = 16 * 1024

    /// Sends the request and receives the final head; the rest of a large body may still be being sent then.
    mutating func exchange(
        sending body: RequestBody, _ continueTimeout: Duration
    ) async throws(HTTPClientError) -> ResponseHead {
        var sender = try RequestSender(body, over: wire)
        var isSent = try sender.begin()
        if !isSent, wire.codec.requestPhase == .awaitingContinue {
            wire.observer?.tell(.expectation, .awaited)
            try await sender.sendHead()
            if let head = try await awaitContinue(continueTimeout) {
                wire.observer?.tell(.expectation, .answered(status: head.status.code))
                // A server that begins a good answer, with or without the 100, reads on (RFC 9110 section 10.1.1).
                if head.status.code < 300 {
                    wire.codec.continueWithoutWaiting()
                    sender.continueInTask()
                } else {
                    wire.sending.isCut = wire.codec.requestPhase != .complete
                    wire.log.timings.sent = wire.now
                }
                return head
            }
            isSent = try sender.begin()
        }
        if !isSent { sender.continueInTask() }
        return try await receiveHead()
    }

    /// The head of a response that is already available.
    mutating func headOfAnswer() throws(HTTPClientError) -> ResponseHead? {
        // The codec requires a request before a response.
        var unsent: [UInt8] = []
        do throws(HTTP1Error) {
            try wire.codec.encodeHead(into: &unsent)
        } catch {
            throw wire.error(.http(error), in: .prepare)
        }
        return try headIfThere()
    }

    /// Receives up to the final head.
    ///
    /// A server may answer before it has the whole request. A final status of 300 or more stops the sending (RFC 9110
    /// section 15.5 and RFC 9112 section 9.5: the rest isn't wanted, or not here); otherwise sending continues in
    /// parallel.
    mutating func receiveHead() async throws(HTTPClientError) -> ResponseHead {
        while true {
            if let head = try pollHead() {
                if head.status.code >= 300 {
                    if !wire.exclusively({ wire.isRequestSent }) {
                        wire.observer?.tell(.requestCut, head.status.code)
                    }
                    wire.requestIsRefused()
                }
                return head
            }
            wire.connection.stream?.socket.expectAnswer()
            try await wire.waitToRead(in: .firstByte)
        }
    }

    /// The final head if it is available. If sending failed, a status of 300 or more is still valid; a lower one isn't:
    /// a server that reports success after part of the request has lost the rest.
    private mutating func pollHead() throws(HTTPClientError) -> ResponseHead? {
        try wire.exclusively { () throws(HTTPClientError) in
            let sendFailure = wire.sending.failure
            let head: ResponseHead?
            do throws(HTTPClientError) {
                head = try headIfThere()
            } catch {
                throw sendFailure ?? error
            }
            if let sendFailure, (head?.status.code ?? 0) < 300 { throw sendFailure }
            return head
        }
    }

    /// Waits for 100 (Continue), a final status, or the timeout (RFC 9110 section 10.1.1).
    ///
    /// - Returns: the final head if the server answered instead.
    private mutating func awaitContinue(_ timeout: Duration) async throws(HTTPClientError) -> ResponseHead? {
        let deadlines = wire.clocks.deadlines
        let end = PhaseEnd(moment: min(wire.now.advanced(by: timeout), deadlines.total), clock: .total)
        while true {
            if let head = try headIfThere() { return head }
            if wire.codec.requestPhase != .awaitingContinue {
                wire.observer?.tell(.expectation, .continued)
                return nil
            }
            do throws(StreamError) {
                try await wire.transport.waitToRead(until: end.moment)
            } catch {
                guard error == .io(.timedOut), end.moment < deadlines.total else {
                    throw wire.error(error, in: .firstByte, end: end)
                }
                wire.codec.continueWithoutWaiting()
                wire.observer?.tell(.expectation, .timedOut)
                return nil
            }
        }
    }

    /// The final head if it is available; `nil` if the caller must wait. Interim heads go to the observer.
    private mutating func headIfThere() throws(HTTPClientError) -> ResponseHead? {
        while true {
            if !leftover.isEmpty {
                let input = leftover
                leftover = []
                if let head = try takeHead(from: input.span.bytes) { return head }
            }
            switch try readHead() {
            case .head(let head): return head
            case .part: continue
            case .wouldBlock: return nil
            }
        }
    }

    /// The result of one read of the head.
    private enum HeadRead {
        case head(ResponseHead)
        case part
        case wouldBlock
    }

    private mutating func readHead() throws(HTTPClientError) -> HeadRead {
        try ScratchBuffers.withBuffer { buffer throws(HTTPClientError) in
            // SAFETY: a prefix of the scratch buffer, which is exclusively ours until the closure returns.
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Self.headReadBytes])
            let step: TransportStep
            do throws(StreamError) {
                step = try wire.transport.read(into: part)
            } catch {
                throw wire.error(error, in: .firstByte)
            }
            switch step {
            case .wouldBlock:
                return .wouldBlock
            case .ended:
                do throws(HTTP1Error) {
                    _ = try wire.codec.receiveEnd()
                    throw HTTP1Error.server(.closedBeforeResponse, offset: 0)
                } catch {
                    wire.showRefused(RawSpan(), from: 0)
                    throw wire.error(.http(error), in: .firstByte)
                }
            case .bytes(let count):
                wire.log.hasReceived = true
                if wire.log.timings.firstByte == nil { wire.log.timings.firstByte = wire.now }
                // SAFETY: `read` initialised the first `count` bytes; the span ends before the buffer is returned.
                let input = RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: part[..<count]))
                return try takeHead(from: input).map(HeadRead.head) ?? .part
            }
        }
    }

    /// Feeds the codec up to the final head and keeps the rest for the body.
    private mutating func takeHead(from input: RawSpan) throws(HTTPClientError) -> ResponseHead? {
        var used = 0
        defer { wire.restartIdleClockOfSender() }
        while used < input.byteCount {
            let rest = input.extracting(droppingFirst: used)
            let step: Exchange.Step
            do throws(HTTPClientError) {
                step = try wire.decode(rest)
            } catch {
                if case .http(.server(_, let offset)) = error.cause {
                    wire.showRefused(rest, from: Int(clamping: offset) - wire.log.headBytes)
                }
                throw error
            }
            used += step.consumed
            wire.log.headBytes += step.consumed
            switch step.event {
            case .informational(let head):
                wire.showRawHead()
                wire.observer?.tell(.interimPassed, head)
                // Only the first byte of the final response counts.
                wire.log.timings.firstByte = used < input.byteCount ? wire.now : nil
            case .head(let head):
                leftover = input.extracting(droppingFirst: used).copied()
                wire.showRawHead()
                wire.observer?.tell(.receivedHead, (head, wire.log.headBytes))
                if let rule = wire.codec.framingRule { wire.observer?.tell(.responseFramed, rule) }
                wire.log.status = head.status
                return head
            case .needMore, .bodyBytes, .end, .tunnel:
                break
            }
        }
        return nil
    }
}
