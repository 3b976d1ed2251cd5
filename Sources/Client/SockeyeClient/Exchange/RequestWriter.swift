internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransport

/// Writes the bytes of a request: framing collects in `output`, pieces are sent after it, and every write waits until
/// the transport accepts more.
struct RequestWriter: Sendable {
    /// Pieces up to this size are copied after their framing, so that both leave in one segment.
    static let copyLimit = 64 * 1024
    /// A larger buffer isn't kept for the connection's next request.
    private static let keepLimit = 128 * 1024
    /// The bytes sent between two checks for a pause.
    private static let holdInterval: Int64 = 1 << 20

    let wire: Wire
    /// How fast the body may be sent; `nil` for no limit.
    let pacing: SendPacing?
    /// The length of the body; `nil` if unknown.
    let total: Int64?
    /// Encoded and not yet sent.
    private(set) var output: [UInt8]
    /// Bytes of `output` accepted by the kernel.
    private var flushed = 0
    /// Bytes of the head that `output` begins with; 0 once it is sent.
    private var headBytes: Int
    /// Bytes of the body among `output`.
    private var bodyBytes = 0

    /// Encodes the request's head.
    init(_ body: RequestBody, over wire: Wire) throws(HTTPClientError) {
        var head = wire.connection.outgoing
        wire.connection.outgoing = []
        head.removeAll(keepingCapacity: true)
        do throws(HTTP1Error) {
            try wire.codec.encodeHead(into: &head)
        } catch {
            throw wire.error(.http(error), in: .prepare)
        }
        self.wire = wire
        pacing = body.extras?.values.pacing
        total = body.length
        headBytes = head.count
        output = head
    }

    // MARK: Framing

    /// Appends the codec's encoding to `output`.
    private mutating func encode(
        _ step: (inout [UInt8]) throws(HTTP1Error) -> Void
    ) throws(HTTPClientError) {
        var bytes = output
        output = []
        defer { output = bytes }
        try wire.exclusively { () throws(HTTPClientError) in
            do throws(HTTP1Error) {
                try step(&bytes)
            } catch {
                throw wire.error(.http(error), in: .send)
            }
        }
    }

    /// Announces `count` bytes of the body.
    private mutating func beginPiece(_ count: Int64) throws(HTTPClientError) {
        let wire = wire
        try encode { output throws(HTTP1Error) in try wire.codec.encodeBodyPrefix(count: count, into: &output) }
    }

    /// Ends the piece announced last.
    private mutating func endPiece() {
        wire.exclusively { wire.codec.encodeBodySuffix(into: &output) }
    }

    /// Ends the body.
    mutating func endBody(_ body: RequestBody) throws(HTTPClientError) {
        let wire = wire
        guard wire.exclusively({ wire.codec.requestPhase == .body }) else { return }
        let trailers = wire.codec.bodyFraming == .chunked ? body.trailerFields : [:]
        try encode { output throws(HTTP1Error) in try wire.codec.encodeEnd(trailers: trailers, into: &output) }
    }

    /// Copies a small piece after its framing.
    mutating func append(_ piece: [UInt8]) throws(HTTPClientError) {
        try beginPiece(Int64(piece.count))
        output += piece
        bodyBytes += piece.count
        endPiece()
    }

    // MARK: Writing

    /// Writes once. Returns true if all of `output` is sent.
    mutating func flushOnce() throws(HTTPClientError) -> Bool {
        if output.isEmpty { return true }
        // The wire's method, as in `outputIsSent`: for one of its own the writer, which the closure reads, would be copied.
        let step = try wire.write { () throws(StreamError) in
            try wire.transport.write(output, flushed..<output.count)
        }
        guard case .bytes(let count) = step else { return false }
        flushed += count
        if flushed < output.count { return false }
        outputIsSent()
        return true
    }

    /// Sends all of `output` and empties it.
    mutating func flush() async throws(HTTPClientError) {
        while !output.isEmpty {
            if try flushOnce() { return }
            if flushed < output.count { try await waitToWrite() }
        }
    }

    private mutating func outputIsSent() {
        wire.exclusively { wire.sent(output, headBytes: headBytes, bodyBytes: bodyBytes, of: total) }
        (headBytes, bodyBytes, flushed) = (0, 0, 0)
        output.removeAll(keepingCapacity: true)
    }

    /// Sends `output`, then one piece of the body with its framing. The end of the piece stays in `output` and is sent
    /// with the next one.
    mutating func send(_ piece: [UInt8]) async throws(HTTPClientError) {
        if piece.count <= Self.copyLimit, pacing == nil {
            try append(piece)
            return try await flush()
        }
        try beginPiece(Int64(piece.count))
        try await flush()
        var sent = 0
        while sent < piece.count {
            let start = sent
            let end = sent + Int(clamping: min(Int64(piece.count - sent), try await nextAllowance()))
            while sent < end {
                let from = sent
                let count = try await push { () throws(StreamError) in try wire.transport.write(piece, from..<end) }
                sent += count
                sentBody(count)
            }
            try await pay(for: Int64(sent - start))
        }
        wire.exclusively { wire.show(sent: piece, 0..<piece.count) }
        endPiece()
    }

    /// Sends `output`, then `buffer` as one piece, and empties both.
    mutating func send(_ buffer: SendBuffer) async throws(HTTPClientError) {
        if buffer.count == 0 { return }
        try beginPiece(Int64(buffer.count))
        var sent = 0
        let prefix = output
        while sent < prefix.count + buffer.count {
            let allowance = Int(clamping: try await nextAllowance())
            let from = sent
            let count = try await push { () throws(StreamError) in
                try buffer.write(to: wire.transport, after: prefix, from: from, atMost: allowance)
            }
            let ofBody = max(0, sent + count - prefix.count) - max(0, sent - prefix.count)
            sent += count
            if !output.isEmpty, sent >= prefix.count { outputIsSent() }
            if ofBody > 0 {
                sentBody(ofBody)
                try await pay(for: Int64(ofBody))
            }
        }
        wire.exclusively {
            if let observer = wire.observer, observer.wantsBytes { buffer.show(to: observer) }
        }
        buffer.removeAll()
        endPiece()
    }

    /// Counts body bytes accepted by the kernel.
    private func sentBody(_ count: Int) {
        wire.exclusively { wire.sentBody(count, of: total) }
    }

    /// Repeats one write until it moves bytes; returns their number.
    private func push(_ write: () throws(StreamError) -> TransportStep) async throws(HTTPClientError) -> Int {
        while true {
            if case .bytes(let count) = try wire.write(write) { return count }
            try await waitToWrite()
        }
    }

    /// Waits until more can be sent, under the idle clock and the minimum speed.
    private func waitToWrite() async throws(HTTPClientError) {
        while true {
            let end = wire.exclusively {
                wire.clocks.countSent(wire.log.requestBytes, now: wire.now)
                return wire.clocks.endOrJudgement(wire.idleEnd())
            }
            do throws(StreamError) {
                return try await wire.transport.waitToWrite(until: end.moment)
            } catch {
                guard error == .io(.timedOut) else { throw wire.error(error, in: .send, end: end) }
                try wire.exclusively { () throws(HTTPClientError) in try judge(end) }
            }
        }
    }

    /// A clock ran out: throws, unless bytes of the response moved in the meantime or the speed suffices.
    private func judge(_ end: PhaseEnd) throws(HTTPClientError) {
        let now = wire.now
        let isOver =
            end.clock == .minimumSpeed
            ? !wire.clocks.isFastEnough(afterReceiving: 0, now: now) : wire.idleEnd().moment <= now
        if isOver { throw wire.timedOut(end.clock, in: .send) }
    }

    /// Returns the memory to the connection.
    mutating func giveBackMemory() {
        guard output.capacity <= Self.keepLimit else { return }
        let memory = output
        output = []
        wire.exclusively { wire.connection.outgoing = memory }
    }

    // MARK: Pacing

    /// Waits while sending is paused; returns the most bytes that may be sent at once.
    private func nextAllowance() async throws(HTTPClientError) -> Int64 {
        guard let pacing else { return .max }
        if pacing.isHeld {
            await pacing.waitForRelease()
            try wire.exclusively { () throws(HTTPClientError) in try wire.checkOnTheWay(in: .send) }
        }
        return pacing.limit?.pieceLimit ?? Self.holdInterval
    }

    /// Waits until the `count` bytes just sent are due under the rate limit.
    private func pay(for count: Int64) async throws(HTTPClientError) {
        guard let limit = pacing?.limit else { return }
        let moment = min(limit.pay(for: count, now: wire.now), wire.clocks.deadlines.total)
        guard moment > wire.now else { return }
        // A cancelled sleep is reported by the check.
        try? await wire.transport.sleep(until: moment)
        try wire.exclusively { () throws(HTTPClientError) in try wire.checkOnTheWay(in: .send) }
    }
}
