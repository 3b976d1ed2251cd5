internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTLS
internal import SockeyeTransport

/// Receives one response: its head, then its body as it is pulled.
///
/// ```
///   receiveHead ─→ next, next … (lend · fill · splice) ─→ end ─→ done
///                        └── a failure is kept: reading on could find an orderly end and hide the truncation
/// ```
final class ResponseReader {
    let wire: Wire
    // Unchecked like the wire's, to save the checks at run time: one task reads, in steps that don't nest.
    /// How the body's bytes are transformed for the caller.
    @exclusivity(unchecked) var form = BodyForm.content
    /// Received but not yet consumed by the codec.
    @exclusivity(unchecked) private(set) var leftover: [UInt8] = []
    /// The trailers, once the body has ended.
    private(set) var trailers: HTTPFields?
    /// The error that ended receiving the body, if any.
    @exclusivity(unchecked) private(set) var failure: HTTPClientError?
    /// Whether the response's end was seen. Kept here, since asking the codec each time is expensive.
    @exclusivity(unchecked) private(set) var isComplete = false
    /// Gets what is received of the body, before decoding; set before any of it is read.
    @exclusivity(unchecked) var tap: CacheTap?
    /// The same for the caller.
    @exclusivity(unchecked) var contentWatch: ((RawSpan) -> Void)?
    /// Set when the lease has ended and the body can't be read any more.
    @exclusivity(unchecked) var isOver = false
    @exclusivity(unchecked) private var rate: ReceiveRate?
    /// Whether the last step was a wait for more of the body.
    @exclusivity(unchecked) private var isWaiting = false

    init(_ wire: Wire, limit: RateLimit? = nil, leftover: [UInt8] = []) {
        self.wire = wire
        self.leftover = leftover
        rate = limit.map { ReceiveRate(limit: $0) }
    }

    // MARK: The head

    /// Sends the request and receives the final head; the rest of a large body may still be being sent then.
    func exchangeHeads(
        sending body: RequestBody, _ continueTimeout: Duration
    ) async throws(HTTPClientError) -> ResponseHead {
        var heads = HeadReader(wire)
        let head = try await heads.exchange(sending: body, continueTimeout)
        leftover = heads.leftover
        return head
    }

    /// The head of a response that is already available; `nil` if it isn't.
    func headOfAnswer() throws(HTTPClientError) -> ResponseHead? {
        var heads = HeadReader(wire)
        let head = try heads.headOfAnswer()
        leftover = heads.leftover
        return head
    }

    /// Hands over the bytes after the head of a response that switched protocols.
    func takeLeftover() -> [UInt8] {
        defer { leftover = [] }
        return leftover
    }

    /// Sets the form of the body.
    func chooseForm(of head: ResponseHead, _ options: CodingOptions) throws(HTTPClientError) {
        do throws(ContentCodingError) {
            form = try BodyForm(of: head, wire.codec, options)
        } catch {
            throw self.error(.coding(error))
        }
    }

    /// Tells what ``chooseForm(of:_:)`` decided, if the body has codings.
    func tellCodings(of head: ResponseHead, _ observer: Observers) {
        if wire.codec.responseBodyLength == ResponseBodyLength.none { return }
        let codings = BodyForm.codings(of: head)
        if case .decoded(let decoder) = form {
            observer.tell(.decoding, decoder.codings)
        } else if !codings.isEmpty {
            observer.tell(.codingKept, codings)
        }
    }

    // MARK: The body

    /// Moves more of the body with `step`, waiting until some is available. Returns false at the end.
    ///
    /// The one loop that pulls a body, so that clocks, rate, cancellation, failures and the end are handled alike for
    /// every kind of `step`.
    ///
    /// - Parameter untilEnd: continues to the end.
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

    /// The same without waiting. Steps take the wire's gate themselves, so that bytes are lent outside it: the
    /// receiver may be slow, and may ask the response how the request goes.
    private func now(_ step: () throws -> TransportStep) throws -> TransportStep {
        if isOver { throw error(.bodyOutOfScope) }
        if let failure { throw failure }
        if rate?.isHeld == true { return .wouldBlock }
        do {
            try wire.exclusively { () throws(HTTPClientError) in
                // Only the time spent waiting counts against the sender's speed, not the reader's own time.
                if !isWaiting { wire.clocks.resumeSpeed(now: wire.now) }
                isWaiting = false
                if !isComplete { try wire.checkOnTheWay(in: .receive) }
            }
            if isComplete {
                try form.finish()
                return .ended
            }
            return try step()
        } catch let error as HTTPClientError {
            failure = error
            throw error
        } catch let reason as ContentCodingError {
            let error = error(.coding(reason))
            failure = error
            throw error
        } catch {
            // Bytes decoded but not consumed are lost, so reading on would leave a gap.
            if case .decoded = form { failure = self.error(.coding(.interrupted)) }
            throw error
        }
    }

    /// An error of receiving the body.
    func error(_ cause: HTTPClientError.Cause) -> HTTPClientError {
        wire.exclusively { wire.error(cause, in: .receive) }
    }

    private func waitForMore() async throws(HTTPClientError) {
        do throws(HTTPClientError) {
            if let moment = rate?.release() { return try await pause(until: moment) }
            isWaiting = true
            try await wire.waitToRead(in: .receive)
        } catch {
            failure = error
            throw error
        }
    }

    /// Waits until `moment`. A pause beyond the total clock ends with it, even if the body is complete.
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

    /// Lends the available bytes to `consume`, decoded.
    func lend(_ consume: (RawSpan) throws -> Void) throws -> TransportStep {
        switch form {
        case .decoded(let decoder): try read { try decoder.decode($0, consume) }
        case .content, .wire: try read(consume)
        }
    }

    /// Reads once, from the leftover bytes or the transport, and lends the result to `consume`.
    private func read(_ consume: (RawSpan) throws -> Void) throws -> TransportStep {
        if !leftover.isEmpty {
            let input = leftover
            leftover = []
            wire.exclusively { wire.show(received: input.span.bytes) }
            try decode(input.span.bytes, consume)
            return .bytes(input.count)
        }
        return try ScratchBuffers.withBuffer { buffer in
            // SAFETY: the scratch buffer is exclusively ours until the closure returns.
            let step = try wire.exclusively { () throws(HTTPClientError) in try receive(into: buffer) }
            if case .bytes(let count) = step {
                // SAFETY: `receive` initialised the first `count` bytes; the span ends with the closure.
                try decode(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<count])), consume)
            }
            return step
        }
    }

    /// Reads from the transport, under the gate. An end is a read of no bytes: the next call reports it, once everything
    /// before it is consumed.
    private func receive(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPClientError) -> TransportStep {
        // A complete body without bytes (Content-Length: 0, HEAD …) is reported by an empty read.
        if wire.codec.rawBodyRemaining == nil, wire.codec.responseBodyLength != .chunked {
            switch try decodeNothing() {
            case .end(let fields): complete(trailers: fields)
            case .tunnel: complete(trailers: nil)
            case .needMore, .informational, .head, .bodyBytes: break
            }
            if isComplete { return .bytes(0) }
        }
        // SAFETY: the caller's buffer, as long as it lends it.
        let step = try step { () throws(StreamError) in try wire.transport.read(into: buffer) }
        switch step {
        case .wouldBlock: return .wouldBlock
        case .ended:
            try peerEnded()
            return .bytes(0)
        case .bytes(let count):
            // SAFETY: `read` initialised the first `count` bytes; the span ends with this call.
            wire.show(received: RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
            wire.connection.stream?.noteArrived(count, of: wire.codec.rawBodyRemaining ?? 0)
            return step
        }
    }

    /// A step of the transport. TLS that was cut ends a body whose framing itself says whether something is missing (RFC 9112
    /// section 9.8).
    func step(_ move: () throws(StreamError) -> TransportStep) throws(HTTPClientError) -> TransportStep {
        do throws(StreamError) {
            return try move()
        } catch {
            if error == .tls(.truncated), wire.codec.responseBodyLength != .untilClose { return .ended }
            throw wire.error(error, in: .receive)
        }
    }

    /// Passes body bytes of `input` to `consume`, outside the gate, until it is used up or the response ends.
    ///
    /// Unused bytes are kept: those after the response's end, and those after the piece that `consume` failed with.
    private func decode(_ input: RawSpan, _ consume: (RawSpan) throws -> Void) throws {
        let keepsWireForm = if case .wire = form { true } else { false }
        var used = 0
        defer { leftover = input.extracting(droppingFirst: used).copied() }
        while !isComplete {
            let rest = input.extracting(droppingFirst: used)
            let step = try wire.exclusively { () throws(HTTPClientError) in try advance(rest) }
            used += step.consumed
            if keepsWireForm, step.consumed > 0 { try consume(rest.extracting(first: step.consumed)) }
            switch step.event {
            case .bodyBytes(let offset, let count):
                // The codec's contract: the bytes are within those it consumed.
                tap?.receive(rest.extracting(offset..<offset + count))
                contentWatch?(rest.extracting(offset..<offset + count))
                if !keepsWireForm { try consume(rest.extracting(offset..<offset + count)) }
                try wire.exclusively { () throws(HTTPClientError) in try received(count) }
            case .end(let fields): wire.exclusively { complete(trailers: fields) }
            case .tunnel: wire.exclusively { complete(trailers: nil) }
            case .informational, .head: break
            case .needMore: return
            }
        }
    }

    /// Takes the next event of `input` from the codec. Under the gate.
    private func advance(_ input: RawSpan) throws(HTTPClientError) -> Exchange.Step {
        let next = try wire.decode(input)
        wire.log.wireBodyBytes += Int64(next.consumed)
        return next
    }

    /// The codec's next event without more bytes, such as the end of the body.
    func decodeNothing() throws(HTTPClientError) -> Exchange.Event {
        let nothing: [UInt8] = []
        return try wire.decode(nothing.span.bytes).event
    }

    /// Counts body bytes against the rate limit and the minimum speed. Under the gate.
    func received(_ count: Int) throws(HTTPClientError) {
        wire.observer?.tell(.receivedBody, wire.codec.receivedBodyBytes)
        if count > 0 { rate?.pay(for: count, now: wire.now) }
        wire.restartIdleClockOfSender()
        // While the request is being sent, the sender watches the speed.
        guard wire.clocks.watchesSpeed, wire.sending.task == nil else { return }
        if !wire.clocks.isFastEnough(afterReceiving: count, now: wire.now) {
            throw wire.timedOut(.minimumSpeed, in: .receive)
        }
    }

    func complete(trailers fields: HTTPFields?) {
        isComplete = true
        trailers = fields
        if wire.codec.keepsRawHeads, !wire.codec.rawTrailers.isEmpty {
            wire.observer?.observe(wire.codec.rawTrailers.span.bytes, of: .receivedTrailers)
        }
        if let fields, !fields.isEmpty { wire.observer?.tell(.receivedTrailers, fields) }
        wire.log.timings.finished = wire.now
    }

    /// The peer closed: the end of a close-delimited body, or truncation.
    func peerEnded() throws(HTTPClientError) {
        // After a failed write this may be due to a reset, so a close-delimited body may be truncated.
        if let failure = wire.sending.failure, wire.codec.responseBodyLength == .untilClose { throw failure }
        do throws(HTTP1Error) {
            if case .end(let fields) = try wire.codec.receiveEnd() {
                complete(trailers: fields)
            } else {
                isComplete = true
            }
        } catch {
            throw wire.error(.http(error), in: .receive)
        }
    }

    /// Reads the rest of an unread body, as far as it has arrived, so that the connection may be reused.
    func drainWhatIsThere() {
        guard wire.codec.responsePhase == .body, failure == nil else { return }
        // Two reads: one for the leftover bytes, one for the kernel's buffer. More would be wasted on an unwanted body.
        for _ in 0..<2 where !isComplete {
            guard let step = try? read({ _ in }), step != .wouldBlock else { return }
        }
    }

    /// Why the connection can't be reused; `nil` if it can.
    var closeReason: CloseReason? {
        if wire.transport.isInterrupted {
            // However the other protocol ended.
            let isSwitched = wire.codec.connectionDisposition == .mustClose(.protocolSwitched)
            return isSwitched ? .protocolSwitched : .responseUnfinished
        }
        // The request failed before a byte of it was sent, so the connection is unaffected.
        if wire.codec.requestPhase == .head { return nil }
        if case .mustClose(let reason) = wire.codec.connectionDisposition { return reason }
        if !wire.isRequestSent { return .requestBodyUnfinished }
        if !isComplete || failure != nil { return .responseUnfinished }
        // Unsolicited bytes would be taken for the next response.
        return leftover.isEmpty ? nil : .protocolError
    }
}

extension RawSpan {
    /// A copy of the bytes as an array.
    func copied() -> [UInt8] {
        if byteCount == 0 { return [] }
        // SAFETY: the span's initialised bytes are copied before the closures return; the array has room for all of them.
        return withUnsafeBytes { source in
            // `Array(source)` is three times the work.
            [UInt8](unsafeUninitializedCapacity: source.count) { target, count in
                UnsafeMutableRawBufferPointer(target).copyMemory(from: source)
                count = source.count
            }
        }
    }
}
