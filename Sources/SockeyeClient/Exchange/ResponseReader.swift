internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeStream

/// Receives one response: its head, then its body as far as it is pulled.
///
/// ```
///   receiveHead ─→ next, next … (lend · fill · splice) ─→ end ─→ over
///                        └── a failure stays: reading on could find an orderly end, and a cut body would pass for whole
/// ```
final class ResponseReader {
    let wire: Wire
    /// What the body's bytes go through on their way to the caller.
    var form = BodyForm.content
    /// Received, and not yet read by the codec.
    private(set) var leftover: [UInt8] = []
    /// The trailers, once the body's end was seen.
    private(set) var trailers: HTTPFields?
    /// What went wrong while receiving the body.
    private(set) var failure: HTTPClientError?
    /// Set when the lease is over: the body can't be read any more.
    var isOver = false
    private var rate: ReceiveRate?
    /// Whether the last thing that happened to the body was a wait for more of it.
    private var isWaiting = false

    init(_ wire: Wire, limit: RateLimit? = nil) {
        self.wire = wire
        rate = limit.map { ReceiveRate(limit: $0) }
    }

    /// Whether the response's end was seen.
    var isComplete: Bool { wire.codec.responsePhase == .complete || wire.codec.responsePhase == .tunnel }

    // MARK: The head

    /// Heads are small; a read for one takes no more than this, so that little is copied if more came with it.
    private static let headReadBytes = 16 * 1024

    /// Sends the request and receives the final head; the rest of a large body may still be on its way then.
    func exchangeHeads(
        sending body: RequestBody, _ continueTimeout: Duration
    ) async throws(HTTPClientError) -> ResponseHead {
        var sender = try RequestSender(body, over: wire)
        var isSent = try sender.begin()
        if !isSent, wire.codec.requestPhase == .awaitingContinue {
            try await sender.sendHead()
            if let head = try await awaitContinue(continueTimeout) {
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

    /// The head of an answer that is here whole.
    func headOfAnswer() throws(HTTPClientError) -> ResponseHead? {
        // The codec wants a request before an answer.
        var unsent: [UInt8] = []
        do throws(HTTP1Error) {
            try wire.codec.encodeHead(into: &unsent)
        } catch {
            throw wire.error(.http(error), in: .prepare)
        }
        return try headIfThere()
    }

    /// Decides what the body's bytes go through.
    func chooseForm(of head: ResponseHead, _ options: CodingOptions) throws(HTTPClientError) {
        do throws(ContentCodingError) {
            form = try BodyForm(of: head, wire.codec, options)
        } catch {
            throw wire.error(.coding(error), in: .receive)
        }
    }

    /// Receives up to the final head.
    ///
    /// A server may answer before it has all of the request. A final status from 300 on ends the sending (RFC 9110 section
    /// 15.5 and RFC 9112 section 9.5: the rest isn't wanted, or not here); with one below, sending goes on beside the body.
    func receiveHead() async throws(HTTPClientError) -> ResponseHead {
        while true {
            if let head = try pollHead() {
                if head.status.code >= 300 { wire.requestIsRefused() }
                return head
            }
            wire.transport.stream?.socket.loop.expectAnswer()
            try await waitToRead(in: .wait)
        }
    }

    /// The final head if it is there. An answer from 300 on counts although sending failed; one below doesn't: a server that
    /// takes part of the request and calls it done has lost the rest.
    private func pollHead() throws(HTTPClientError) -> ResponseHead? {
        try wire.exclusively { () throws(HTTPClientError) in
            let sendFailure = wire.sending.failure
            let head: ResponseHead?
            do throws(HTTPClientError) {
                head = try headIfThere()
            } catch {
                throw sendFailure ?? error
            }
            if let sendFailure, (head?.status.code ?? 0) < 300 { throw sendFailure }
            if head == nil { try wire.checkOnTheWay(in: .wait) }
            return head
        }
    }

    /// Waits for 100 (Continue), a final status, or until the time is over (RFC 9110 section 10.1.1).
    ///
    /// - Returns: the final head if the server answered instead.
    func awaitContinue(_ timeout: Duration) async throws(HTTPClientError) -> ResponseHead? {
        let deadlines = wire.clocks.deadlines
        let end = PhaseEnd(moment: min(wire.now.advanced(by: timeout), deadlines.total), clock: .total)
        while true {
            if let head = try headIfThere() { return head }
            if wire.codec.requestPhase != .awaitingContinue { return nil }
            do throws(StreamError) {
                try await wire.transport.waitToRead(until: end.moment)
            } catch {
                guard error == .io(.timedOut), end.moment < deadlines.total else {
                    throw wire.error(error, in: .wait, end: end)
                }
                wire.codec.continueWithoutWaiting()
                return nil
            }
        }
    }

    /// The final head if it is there; `nil` if the caller must wait. Interim ones go to the observer.
    private func headIfThere() throws(HTTPClientError) -> ResponseHead? {
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

    /// What one read brought of the head.
    private enum HeadRead {
        case head(ResponseHead)
        case part
        case wouldBlock
    }

    private func readHead() throws(HTTPClientError) -> HeadRead {
        try ScratchBuffers.withBuffer { buffer throws(HTTPClientError) in
            // SAFETY: a slice of the scratch buffer, which is ours until the closure returns.
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Self.headReadBytes])
            let step: TransportStep
            do throws(StreamError) {
                step = try wire.transport.read(into: part)
            } catch {
                throw wire.error(error, in: .wait)
            }
            switch step {
            case .wouldBlock:
                return .wouldBlock
            case .ended:
                do throws(HTTP1Error) {
                    _ = try wire.codec.receiveEnd()
                    throw HTTP1Error.server(.closedBeforeResponse, offset: 0)
                } catch {
                    throw wire.error(.http(error), in: .wait)
                }
            case .bytes(let count):
                wire.log.hasReceived = true
                if wire.log.timings.firstByte == nil { wire.log.timings.firstByte = wire.now }
                // SAFETY: the first `count` bytes of the scratch buffer, just received; the span ends with the closure.
                let input = RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: part[..<count]))
                return try takeHead(from: input).map(HeadRead.head) ?? .part
            }
        }
    }

    /// Feeds the codec up to the final head; what follows is left over for the body.
    private func takeHead(from input: RawSpan) throws(HTTPClientError) -> ResponseHead? {
        var used = 0
        while used < input.byteCount {
            let (consumed, event) = try decodeNext(input.extracting(droppingFirst: used))
            used += consumed
            wire.log.headBytes += consumed
            switch event {
            case .informational(let head):
                wire.log.observer?.observe(.informational(head))
                // The first byte that counts is one of the final response.
                wire.log.timings.firstByte = used < input.byteCount ? wire.now : nil
            case .head(let head):
                leftover = input.extracting(droppingFirst: used).copied()
                wire.log.observer?.observe(.receivedHead(head, byteCount: wire.log.headBytes))
                wire.log.status = head.status
                return head
            case .needMore, .bodyBytes, .end, .tunnel:
                break
            }
        }
        return nil
    }

    // MARK: The body

    /// Moves more of the body by `step`, waiting until there is some. False at the end.
    ///
    /// The one loop that pulls a body: whatever `step` does with the bytes, clocks, rate, cancellation, failures and the end
    /// are the same.
    ///
    /// - Parameter untilEnd: goes on to the end, which for a small body is here already.
    func next(untilEnd: Bool = false, _ step: () throws -> TransportStep) async throws -> Bool {
        while true {
            switch try now(step) {
            case .bytes:
                if !untilEnd { return true }
            case .ended:
                return false
            case .wouldBlock:
                try await waitForMore()
            }
        }
    }

    /// The same without waiting.
    private func now(_ step: () throws -> TransportStep) throws -> TransportStep {
        if isOver { throw wire.error(.bodyOutOfScope, in: .receive) }
        if let failure { throw failure }
        if rate?.isHeld == true { return .wouldBlock }
        do {
            return try wire.exclusively {
                // The time the reader took isn't the sender's; the time spent waiting is.
                if !isWaiting { wire.clocks.resumeSpeed(now: wire.now) }
                isWaiting = false
                if isComplete {
                    try form.finish()
                    return .ended
                }
                try wire.checkOnTheWay(in: .receive)
                return try step()
            }
        } catch let error as HTTPClientError {
            failure = error
            throw error
        } catch let error as ContentCodingError {
            let error = wire.error(.coding(error), in: .receive)
            failure = error
            throw error
        } catch {
            // What was decoded and not taken is lost: reading on would leave a hole.
            if case .decoded = form { failure = wire.error(.coding(.interrupted), in: .receive) }
            throw error
        }
    }

    private func waitForMore() async throws(HTTPClientError) {
        do throws(HTTPClientError) {
            if let moment = rate?.release() { return try await pause(until: moment) }
            isWaiting = true
            try await waitToRead(in: .receive)
        } catch {
            failure = error
            throw error
        }
    }

    /// Waits until `moment`; a pause that would outlast the total clock ends with it, even if the body is complete.
    func pause(until moment: Deadline) async throws(HTTPClientError) {
        let total = wire.clocks.deadlines.total
        do throws(StreamError) {
            try await wire.transport.sleep(until: min(moment, total))
        } catch {
            throw wire.error(error, in: .receive)
        }
        if moment > total { try wire.checkOnTheWay(in: .receive) }
    }

    // MARK: Sinks

    /// Lends what is there to `consume`, decoded.
    func lend(_ consume: (RawSpan) throws -> Void) throws -> TransportStep {
        switch form {
        case .decoded(let decoder): try read { try decoder.decode($0, consume) }
        case .content, .wire: try read(consume)
        }
    }

    /// Receives a bare body into `buffer`.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(HTTPClientError) -> TransportStep {
        try moveBare(atMost: Int64(buffer.count)) { wanted throws(StreamError) in
            // SAFETY: `wanted` is at most the buffer's count; the buffer is the caller's for the call.
            try wire.transport.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
        }
    }

    /// Moves a bare body into `pipe`, inside the kernel.
    func splice(into pipe: SplicePipe, atMost limit: Int64) throws(HTTPClientError) -> TransportStep {
        try moveBare(atMost: min(limit, Int64(pipe.capacity))) { wanted throws(StreamError) in
            guard let stream = wire.transport.stream else { return .ended }
            return try stream.splice(into: pipe, atMost: wanted)
        }
    }

    /// Whether the body itself is next on the transport, unframed and unseen by anybody: `fill` may be used.
    var isBare: Bool {
        guard case .content = form, leftover.isEmpty, wire.log.observer?.wantsBytes != true else { return false }
        return wire.codec.responseBodyLength != .chunked && wire.codec.rawBodyRemaining != nil
    }

    /// Moves body bytes past the codec, which counts them.
    private func moveBare(
        atMost limit: Int64, _ move: (Int) throws(StreamError) -> TransportStep
    ) throws(HTTPClientError) -> TransportStep {
        guard let remaining = wire.codec.rawBodyRemaining else { return .ended }
        let step: TransportStep
        do throws(StreamError) {
            step = try move(Int(clamping: min(remaining, limit)))
        } catch {
            throw wire.error(error, in: .receive)
        }
        switch step {
        case .wouldBlock: break
        case .ended: try peerEnded()
        case .bytes(let moved): try count(bare: moved)
        }
        return step
    }

    private func count(bare count: Int) throws(HTTPClientError) {
        do throws(HTTP1Error) {
            try wire.codec.skipBodyBytes(Int64(count))
        } catch {
            throw wire.error(.http(error), in: .receive)
        }
        wire.log.wireBodyBytes += Int64(count)
        try received(count)
        // The codec reports the end when it is asked for more.
        if wire.codec.rawBodyRemaining == nil, case .end(let fields) = try decodeNothing() {
            complete(trailers: fields)
        }
    }

    /// Reads once what is there, left over or on the transport, and lends it to `consume`.
    private func read(_ consume: (RawSpan) throws -> Void) throws -> TransportStep {
        if !leftover.isEmpty {
            let input = leftover
            leftover = []
            wire.log.show(received: input.span.bytes)
            try decode(input.span.bytes, consume)
            return .bytes(input.count)
        }
        // A body that is complete without bytes (Content-Length: 0, HEAD …) is told by an empty read.
        if wire.codec.rawBodyRemaining == nil, wire.codec.responseBodyLength != .chunked {
            switch try decodeNothing() {
            case .end(let fields): complete(trailers: fields)
            case .tunnel: complete(trailers: nil)
            case .needMore, .informational, .head, .bodyBytes: break
            }
            if isComplete { return .bytes(0) }
        }
        return try ScratchBuffers.withBuffer { buffer in
            let step: TransportStep
            do throws(StreamError) {
                // SAFETY: the scratch buffer is ours until the closure returns.
                step = try wire.transport.read(into: buffer)
            } catch {
                throw wire.error(error, in: .receive)
            }
            switch step {
            case .wouldBlock: break
            case .ended: try peerEnded()
            case .bytes(let count):
                // SAFETY: the first `count` bytes, just received; the span ends with the closure.
                let input = RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                wire.log.show(received: input)
                try decode(input, consume)
            }
            // The end is told by the next call, once everything before it is taken.
            return step == .ended ? .bytes(0) : step
        }
    }

    /// Gives body bytes of `input` to `consume` until it is used up or the response ends.
    ///
    /// What isn't used is left over: bytes after the response's end, and those after the ones `consume` failed with.
    private func decode(_ input: RawSpan, _ consume: (RawSpan) throws -> Void) throws {
        let keepsWireForm = if case .wire = form { true } else { false }
        var used = 0
        defer { leftover = input.extracting(droppingFirst: used).copied() }
        while !isComplete {
            let rest = input.extracting(droppingFirst: used)
            let (consumed, event) = try decodeNext(rest)
            used += consumed
            wire.log.wireBodyBytes += Int64(consumed)
            if keepsWireForm, consumed > 0 { try consume(rest.extracting(first: consumed)) }
            switch event {
            case .bodyBytes(let offset, let count):
                // The codec's contract: the bytes are within those it consumed.
                if !keepsWireForm { try consume(rest.extracting(offset..<offset + count)) }
                try received(count)
            case .end(let fields): complete(trailers: fields)
            case .tunnel: complete(trailers: nil)
            case .informational, .head: break
            case .needMore: return
            }
        }
    }

    /// What the codec says without more bytes: that the body is over, perhaps.
    private func decodeNothing() throws(HTTPClientError) -> Exchange.Event {
        let nothing: [UInt8] = []
        return try decodeNext(nothing.span.bytes).event
    }

    private func decodeNext(_ input: RawSpan) throws(HTTPClientError) -> (consumed: Int, event: Exchange.Event) {
        do throws(HTTP1Error) {
            return try wire.codec.receive(input)
        } catch {
            throw wire.error(.http(error), in: .receive)
        }
    }

    /// Counts body bytes, against the rate and the least speed.
    private func received(_ count: Int) throws(HTTPClientError) {
        wire.log.observer?.observe(.receivedBody(bytes: wire.codec.receivedBodyBytes))
        if count > 0 { rate?.pay(for: count, now: wire.now) }
        // The sender has the speed while it sends.
        guard wire.clocks.watchesSpeed, wire.sending.task == nil else { return }
        if !wire.clocks.isFastEnough(afterReceiving: count, now: wire.now) {
            throw wire.timedOut(.minimumSpeed, in: .receive)
        }
    }

    private func complete(trailers fields: HTTPFields?) {
        trailers = fields
        if let fields, !fields.isEmpty { wire.log.observer?.observe(.receivedTrailers(fields)) }
        wire.log.timings.finished = wire.now
    }

    /// The peer closed: the end of a body until close, or a cut.
    private func peerEnded() throws(HTTPClientError) {
        // After a failed write this may be what is left of a reset, which proves nothing about a body until close.
        if let failure = wire.sending.failure, wire.codec.responseBodyLength == .untilClose { throw failure }
        do throws(HTTP1Error) {
            if case .end(let fields) = try wire.codec.receiveEnd() { complete(trailers: fields) }
        } catch {
            throw wire.error(.http(error), in: .receive)
        }
    }

    /// Reads the rest of a body that nobody read, as far as it is here: the connection is worth that much.
    func drainWhatIsThere() {
        guard wire.codec.responsePhase == .body, failure == nil else { return }
        // Two reads: one for what is left over, one for the kernel's buffer. More would be receiving for nobody.
        for _ in 0..<2 where !isComplete {
            let step = wire.exclusively { try? read { _ in } }
            guard let step, step != .wouldBlock else { return }
        }
    }

    // MARK: Waiting

    /// Waits for more of the response under the clock that applies.
    private func waitToRead(in phase: HTTPClientError.Phase) async throws(HTTPClientError) {
        while true {
            let end = wire.exclusively { readingEnd(in: phase) }
            do throws(StreamError) {
                return try await wire.transport.waitToRead(until: end.moment)
            } catch {
                guard error == .io(.timedOut) else {
                    throw wire.exclusively { wire.error(error, in: phase, end: end) }
                }
                try wire.exclusively { () throws(HTTPClientError) in try judge(end, in: phase) }
            }
        }
    }

    private func readingEnd(in phase: HTTPClientError.Phase) -> PhaseEnd {
        // While the request is under way the sender has the clocks; the caller's own time has none but the total one.
        if wire.sending.task != nil { return wire.clocks.deadlines.totalEnd }
        let isFirst = phase == .wait && !wire.log.hasReceived
        return wire.clocks.endOrJudgement(isFirst ? wire.clocks.firstByteEnd(now: wire.now) : wire.idleEnd())
    }

    /// A clock says that the wait is over: so it is, unless the clocks have changed, or the bytes came fast enough.
    private func judge(_ end: PhaseEnd, in phase: HTTPClientError.Phase) throws(HTTPClientError) {
        if phase == .wait, let failure = wire.sendFailure { throw failure }
        if end.clock == .minimumSpeed {
            if wire.clocks.isFastEnough(afterReceiving: 0, now: wire.now) { return }
            throw wire.timedOut(.minimumSpeed, in: phase)
        }
        if readingEnd(in: phase).moment <= wire.now { throw wire.timedOut(end.clock, in: phase) }
    }

    /// The connection can carry no other request for this reason; `nil` if it can.
    var closeReason: CloseReason? {
        if wire.transport.isInterrupted { return .responseUnfinished }
        // The request was refused before a byte of it was sent: the connection knows nothing of it.
        if wire.codec.requestPhase == .head { return nil }
        if case .mustClose(let reason) = wire.codec.connectionDisposition { return reason }
        if !wire.isRequestSent { return .requestBodyUnfinished }
        if !isComplete || failure != nil { return .responseUnfinished }
        // Bytes that nobody asked for would pass for the next answer.
        return leftover.isEmpty ? nil : .protocolError
    }
}

/// The bytes of all bodies together stay below a rate: how this one waits for its turn.
private struct ReceiveRate {
    let limit: RateLimit
    private var heldUntil: Deadline?

    init(limit: RateLimit) {
        self.limit = limit
    }

    var isHeld: Bool { heldUntil != nil }

    mutating func pay(for count: Int, now: Deadline) {
        heldUntil = limit.pay(for: Int64(count), now: now)
    }

    mutating func release() -> Deadline? {
        defer { heldUntil = nil }
        return heldUntil
    }
}

extension RawSpan {
    /// The bytes in an array of their own.
    func copied() -> [UInt8] {
        if byteCount == 0 { return [] }
        // SAFETY: the pointer covers the span's bytes and stays within the call.
        return withUnsafeBytes { Array($0) }
    }
}
