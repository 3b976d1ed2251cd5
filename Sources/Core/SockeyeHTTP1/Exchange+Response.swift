internal import HTTPTypes

extension Exchange {
    /// Reads received bytes up to the next event.
    ///
    /// Call it again with the rest of the input (even if empty) until it returns ``Event/needMore``,
    /// ``Event/end(trailers:)`` or ``Event/tunnel``. Bytes after the end are not consumed. The exchange keeps what is
    /// unfinished at the end of the input, so the caller keeps nothing.
    ///
    /// - Returns: how much of `input` was read, and the event; the bytes of ``Event/bodyBytes(offset:count:)`` are within
    ///   that part.
    /// - Throws: the server's faults; the exchange is then over, and throws the same again.
    public mutating func receive(_ input: RawSpan) throws(HTTP1Error) -> Step {
        try requireReceiving()
        let isHead = responsePhase == .head
        do {
            let result = try isHead ? receiveHead(input) : receiveBody(input)
            if keepsRawHeads, isHead { keepRawHead(input, 0..<result.consumed, isComplete: result.event != .needMore) }
            responseOffset += Int64(result.consumed)
            return Step(consumed: result.consumed, event: result.event)
        } catch {
            if keepsRawHeads, isHead { keepRawHead(input, before: error) }
            throw fail(error)
        }
    }

    /// What the codec made of the received bytes.
    public struct Step: Sendable, Hashable {
        /// How many of them, from the first on, it is done with.
        public let consumed: Int
        /// What they mean.
        public let event: Event
    }

    /// The bytes of the head that was received last, as received, unless they were returned before. Needs
    /// `keepsRawHeads`.
    package mutating func takeRawHead() -> [UInt8]? {
        defer { isRawHeadNew = false }
        // Of an unfinished head, the lines that are whole.
        guard isRawHeadNew, let end = rawHead.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        return Array(rawHead[...end])
    }

    private mutating func keepRawHead(_ input: RawSpan, _ range: Range<Int>, isComplete: Bool) {
        if headBytesEnded { rawHead = [] }
        headBytesEnded = isComplete
        isRawHeadNew = true
        rawHead.append(input, range)
    }

    private mutating func keepRawHead(_ input: RawSpan, before error: HTTP1Error) {
        guard case .server(_, let offset) = error else { return }
        let end = min(max(offset - responseOffset, 0), Int64(input.byteCount))
        keepRawHead(input, 0..<Int(end), isComplete: false)
    }

    /// Tells the exchange that the peer closed: nothing more will come.
    ///
    /// - Returns: ``Event/end(trailers:)`` if the close ends the body, or if the response was complete but its end not yet
    ///   reported; likewise ``Event/tunnel``.
    /// - Throws: ``HTTP1Error/server(_:offset:)`` if anything is missing: a cut is never a short success. Over TLS, a close
    ///   without `close_notify` while ``responseBodyLength`` is ``ResponseBodyLength/untilClose`` is a cut too, which only
    ///   TLS can see: don't call this then.
    public mutating func receiveEnd() throws(HTTP1Error) -> Event {
        try requireReceiving()
        if let fault = faultOfClosing() { throw fail(.server(fault, offset: responseOffset)) }
        phases.advance(opensTunnel ? .tunnelOpened : .receivedEnd)
        return opensTunnel ? .tunnel : .end(trailers: nil)
    }

    /// What a close right now leaves missing, if anything.
    private func faultOfClosing() -> HTTP1Error.ServerFault? {
        guard responsePhase == .body else {
            return headParser.hasStatusLine
                ? .closedInHead : informationalResponses > 0 ? .closedBeforeFinalResponse : .closedBeforeResponse
        }
        switch responseBodyLength {
        case _ where opensTunnel: return nil
        case .known where remainingBodyBytes > 0:
            return .closedInBody(received: receivedBodyBytes, missing: remainingBodyBytes)
        case .chunked:
            return .closedInChunkedBody(received: receivedBodyBytes, missing: chunkedDecoder.remainingInChunk)
        case nil, .some(.none), .known, .untilClose: return nil
        }
    }

    private func requireReceiving() throws(HTTP1Error) {
        if phases.after(.receive) == nil { throw failure ?? .caller(.calledOutOfOrder(.receive)) }
    }

    private mutating func fail(_ error: HTTP1Error) -> HTTP1Error {
        failure = error
        phases.advance(.failed)
        return error
    }

    private mutating func receiveHead(_ input: RawSpan) throws(HTTP1Error) -> (consumed: Int, event: Event) {
        if acceptsBodyWithoutHead, lacksHead(input) {
            begin(.untilClose, FinalHead(version: .http10, status: 0, framing: headParser.framing))
            return (0, .head(.missing))
        }
        let (consumed, head) = try headParser.parse(input, base: responseOffset)
        guard let head else { return (consumed, .needMore) }
        let status = head.status.code
        let end = responseOffset + Int64(consumed)
        // RFC 9110 section 15.2: any number of interim responses may come first, asked for or not. All bytes so far are
        // theirs.
        if (100...199).contains(status), status != 101 {
            informationalResponses += 1
            guard end <= Int64(limits.informationalBytes) else {
                throw .server(.limitExceeded(.informationalBytes, limit: limits.informationalBytes), offset: end)
            }
            if status == 100 { phases.advance(.received100) }
            wasInterimOdd = wasInterimOdd || headParser.framing.isOdd
            headParser = ResponseHeadParser(limits: limits)
            return (consumed, .informational(head))
        }
        // RFC 9110 section 15.2.2: a server switches only to a protocol that was asked for.
        if status == 101, !requestSays.contains(.upgrade) { throw .server(.unrequestedSwitch, offset: end) }
        let framing = headParser.framing
        let length = try BodyFraming.rule(
            forResponseTo: request.method, status: status, framing: framing,
            ignoresContentLength: ignoresContentLength
        ).length
        if case .known(let count) = length { remainingBodyBytes = count }
        begin(length, FinalHead(version: head.version, status: status, framing: framing))
        return (consumed, .head(head))
    }

    /// An exchange whose response was received before, such as a stored one: nothing is encoded, and the body is next.
    ///
    /// - Parameters:
    ///   - request: the request that it answers.
    ///   - head: the response's head.
    ///   - length: `.none`, or the number of bytes that follow.
    ///   - rawHead: the head as bytes, for ``rawHead``.
    package init(
        answering request: RequestHead, with head: ResponseHead, length: ResponseBodyLength, rawHead: [UInt8] = []
    ) {
        self.init(request: request)
        self.rawHead = rawHead
        phases.advance(.encodeHead(then: .complete))
        if case .known(let count) = length { remainingBodyBytes = max(0, count) }
        begin(length, FinalHead(version: head.version, status: head.status.code, framing: headParser.framing))
    }

    private mutating func begin(_ length: ResponseBodyLength, _ head: FinalHead) {
        finalHead = head
        responseBodyLength = length
        phases.advance(.receivedFinalHead)
    }

    /// Whether the response does not begin like HTTP/1, judged by as many of its first five bytes as there are: a body that
    /// begins with a part of `HTTP/` and is cut right there is taken for a head, and refused.
    private func lacksHead(_ input: RawSpan) -> Bool {
        guard !headParser.hasBegun, informationalResponses == 0, request.method != .head, input.byteCount > 0 else {
            return false
        }
        let count = min(5, input.byteCount)
        return !input.equals(0..<count, "HTTP/".utf8.span.bytes.extracting(0..<count))
    }

    private mutating func receiveBody(_ input: RawSpan) throws(HTTP1Error) -> (consumed: Int, event: Event) {
        if opensTunnel {
            phases.advance(.tunnelOpened)
            return (0, .tunnel)
        }
        switch responseBodyLength {
        case nil, .some(.none): return complete(0, trailers: nil)
        case .known:
            if remainingBodyBytes == 0 { return complete(0, trailers: nil) }
            let count = min(Int64(input.byteCount), remainingBodyBytes)
            remainingBodyBytes -= count
            return bodyBytes(0..<Int(count))
        case .untilClose: return bodyBytes(0..<input.byteCount)
        case .chunked:
            let (consumed, step) = try chunkedDecoder.decode(input, base: responseOffset)
            switch step {
            case .needMore: return (consumed, .needMore)
            case .data(let range): return bodyBytes(range)
            case .end(let trailers): return complete(consumed, trailers: trailers)
            }
        }
    }

    private mutating func bodyBytes(_ range: Range<Int>) -> (consumed: Int, event: Event) {
        if range.isEmpty { return (range.upperBound, .needMore) }
        receivedBodyBytes += Int64(range.count)
        return (range.upperBound, .bodyBytes(offset: range.lowerBound, count: range.count))
    }

    private mutating func complete(_ consumed: Int, trailers: HTTPFields?) -> (consumed: Int, event: Event) {
        phases.advance(.receivedEnd)
        return (consumed, .end(trailers: trailers))
    }

    /// Whether the final head ends HTTP on this connection.
    var opensTunnel: Bool {
        guard let status = finalHead?.status else { return false }
        return status == 101 || request.method == .connect && (200...299).contains(status)
    }

    /// Body bytes that come next on the wire without any framing in between, which may be moved around the codec, by
    /// `splice(2)` for instance, and then passed to `skipBodyBytes(_:)`.
    ///
    /// The rest of a body of known length, or of the open chunk; about `Int64.max` for a body until close; `nil` if no such
    /// bytes are next.
    package var rawBodyRemaining: Int64? {
        guard responsePhase == .body, !opensTunnel else { return nil }
        let remaining: Int64 =
            switch responseBodyLength {
            case nil, .some(.none): 0
            case .known: remainingBodyBytes
            case .chunked: chunkedDecoder.remainingInChunk
            case .untilClose: .max - receivedBodyBytes
            }
        return remaining > 0 ? remaining : nil
    }

    /// Counts `count` bytes of the body that were moved around the codec.
    ///
    /// - Throws: ``HTTP1Error/caller(_:)`` if `count` is negative or above `rawBodyRemaining`; nothing is counted then.
    package mutating func skipBodyBytes(_ count: Int64) throws(HTTP1Error) {
        if count == 0 { return }
        // No transfer gets to 2⁶² bytes; the bound keeps every later sum of offsets within Int64.
        guard count > 0, count <= rawBodyRemaining ?? 0, count <= (1 << 62) - responseOffset else {
            throw .caller(.calledOutOfOrder(.skipBodyBytes))
        }
        if case .known = responseBodyLength { remainingBodyBytes -= count }
        if responseBodyLength == .chunked { chunkedDecoder.skip(count) }
        responseOffset += count
        receivedBodyBytes += count
    }

    /// The transfer codings still on the body as it is delivered, in the order applied, in lowercase: chunked is removed,
    /// anything else (`gzip`) is for the caller to undo from the last to the first.
    public var transferCodings: [String] {
        guard let codings = finalHead?.framing.transferCodings else { return [] }
        switch responseBodyLength {
        case .chunked: return codings.dropLast()
        case .untilClose: return codings
        case nil, .some(.none), .known: return []
        }
    }
}

extension Exchange {
    /// The rule that frames the response's body; `nil` before its head.
    public var framingRule: FramingRule? {
        guard let finalHead else { return nil }
        // A head that had no rule was refused.
        return try? BodyFraming.rule(
            forResponseTo: request.method, status: finalHead.status, framing: finalHead.framing,
            ignoresContentLength: ignoresContentLength)
    }
}
