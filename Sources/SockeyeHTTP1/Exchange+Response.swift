internal import HTTPTypes

extension Exchange {
    /// Reads received bytes up to the next event.
    ///
    /// Call it again with the rest of the input (empty if need be) until it says ``Event/needMore``, ``Event/end(trailers:)``
    /// or ``Event/tunnel``. Bytes after the end are not consumed. What is unfinished at the end of the input is kept
    /// here, so the caller keeps nothing.
    ///
    /// - Returns: the bytes read of `input`, and the event; the bytes of ``Event/bodyBytes(offset:count:)`` are within
    ///   those read.
    /// - Throws: the peer's faults; the exchange is then over, and throws the same again.
    public mutating func receive(_ input: RawSpan) throws(HTTP1Error) -> (consumed: Int, event: Event) {
        do {
            let result = try receiveNext(input)
            responseOffset += Int64(result.consumed)
            return result
        } catch {
            throw fail(error)
        }
    }

    private mutating func receiveNext(_ input: RawSpan) throws(HTTP1Error) -> (consumed: Int, event: Event) {
        guard requestPhase != .head else { throw .calledOutOfOrder(.receive) }
        switch responsePhase {
        case .head: return try receiveHead(input)
        case .body: return try receiveBody(input)
        case .complete, .tunnel, .failed: throw failure ?? .calledOutOfOrder(.receive)
        }
    }

    private mutating func receiveHead(_ input: RawSpan) throws(HTTP1Error) -> (consumed: Int, event: Event) {
        if acceptsBodyWithoutHead, lacksHead(input) {
            if requestPhase == .awaitingContinue { requestPhase = .continueDeclined }
            finalHead = FinalHead(version: .http10, status: 0, framing: headParser.framing)
            responseBodyLength = .untilClose
            responsePhase = .body
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
                throw .limitExceeded(.informationalBytes, maximum: limits.informationalBytes, offset: end)
            }
            if status == 100, requestPhase == .awaitingContinue { requestPhase = .body }
            headParser = ResponseHeadParser(limits: limits)
            return (consumed, .informational(head))
        }
        // RFC 9110 section 15.2.2: a server switches only to what was asked for.
        if status == 101, !requestSays.contains(.upgrade) { throw .unrequestedSwitch(offset: end) }
        let framing = headParser.framing
        let length = try BodyFraming.length(
            ofResponseTo: request.method, status: status, framing: framing,
            ignoresContentLength: ignoresContentLength)
        if requestPhase == .awaitingContinue { requestPhase = .continueDeclined }
        if case .known(let count) = length { remainingBodyBytes = count }
        finalHead = FinalHead(version: head.version, status: status, framing: framing)
        responseBodyLength = length
        responsePhase = .body
        return (consumed, .head(head))
    }

    /// Whether the response does not begin as HTTP/1 does. Its first bytes decide, as many of the five as there are: those
    /// of a body that begins with a part of `HTTP/` and is cut just there are taken for a head, and refused.
    private func lacksHead(_ input: RawSpan) -> Bool {
        guard !headParser.hasBegun, informationalResponses == 0, request.method != .head, input.byteCount > 0 else {
            return false
        }
        let prefix: StaticString = "HTTP/"
        // SAFETY: the buffer has static storage and five bytes; the index is below both counts.
        return prefix.withUTF8Buffer { letters in
            (0..<min(letters.count, input.byteCount)).contains { input.byte(at: $0) != letters[$0] }
        }
    }

    private mutating func receiveBody(_ input: RawSpan) throws(HTTP1Error) -> (consumed: Int, event: Event) {
        if opensTunnel {
            responsePhase = .tunnel
            return (0, .tunnel)
        }
        switch responseBodyLength {
        case nil, .some(.none):
            return complete(0, trailers: nil)
        case .known:
            if remainingBodyBytes == 0 { return complete(0, trailers: nil) }
            let count = min(Int64(input.byteCount), remainingBodyBytes)
            remainingBodyBytes -= count
            return bodyBytes(0..<Int(count))
        case .untilClose:
            return bodyBytes(0..<input.byteCount)
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
        responsePhase = .complete
        return (consumed, .end(trailers: trailers))
    }

    /// Whether the final head ends HTTP on this connection.
    var opensTunnel: Bool {
        guard let status = finalHead?.status else { return false }
        return status == 101 || request.method == .connect && (200...299).contains(status)
    }

    private mutating func fail(_ error: HTTP1Error) -> HTTP1Error {
        // A call out of order is the caller's mistake and leaves the response as it is.
        if case .calledOutOfOrder = error { return error }
        failure = error
        responsePhase = .failed
        return error
    }
}
