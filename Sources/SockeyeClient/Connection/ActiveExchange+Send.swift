internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeStream

extension ActiveExchange {
    /// Pieces up to this size are copied behind their framing, so that they leave in one segment with it.
    private static let mostCopied = 64 * 1024
    /// A buffer beyond this is not kept for the connection's next request.
    private static let mostKept = 128 * 1024

    /// Sends the request and receives the final head.
    ///
    /// A server may answer before it has all of the body. When it refuses or wants it elsewhere (413, 401, 307 …), sending
    /// stops and the answer counts; an answer below 300 is kept until all is sent, since such a server goes on reading. If
    /// it does not, and the rest cannot be sent, that is the failure.
    func sendAndReceiveHead(
        _ body: RequestBody, continueTimeout: Duration
    ) async throws(HTTPClientError) -> ResponseHead {
        timings.sending = .now
        startSpeedWatch()
        var output = connection.outgoing
        connection.outgoing = []
        output.removeAll(keepingCapacity: true)
        do throws(HTTP1Error) {
            try codec.encodeHead(into: &output)
            encodedHeadBytes = output.count
        } catch {
            throw wrap(error, in: .prepare)
        }
        let early =
            if body.isNone, codec.requestPhase == .complete {
                try await sendHeadAlone(&output)
            } else {
                try await send(body, head: &output, continueTimeout: continueTimeout)
            }
        if output.capacity <= Self.mostKept { connection.outgoing = output }
        timings.sent = .now
        startSpeedWatch()
        if let head = early ?? earlyHead { return head }
        return try await receiveHead()
    }

    /// Sends the head of a request without body. The first write takes nearly every one, and then there is no call that
    /// could wait: three frames fewer.
    private func sendHeadAlone(_ output: inout [UInt8]) async throws(HTTPClientError) -> ResponseHead? {
        isBodyBegun = true
        try checkOnTheWay(in: .send)
        switch try sendStep({ () throws(StreamError) in try stream.write(output, 0..<output.count) }) {
        case .sent(let count):
            requestBytesSent += Int64(count)
            if count < output.count { return try await flush(&output, from: count) }
            tellSent(output)
            return nil
        case .wouldBlock:
            return try await flush(&output)
        case .answered(let head):
            tellSent(output)
            return cutRequest(head)
        }
    }

    private func send(
        _ body: RequestBody, head output: inout [UInt8], continueTimeout: Duration
    ) async throws(HTTPClientError) -> ResponseHead? {
        if codec.requestPhase == .awaitingContinue {
            if let early = try await flush(&output) { return early }
            if let refusal = try await awaitContinue(continueTimeout) {
                if codec.requestPhase != .complete { isRequestCut = true }
                return refusal
            }
        }
        isBodyBegun = true
        pacing = body.extras?.pacing
        switch body.content {
        case .none: break
        case .bytes(let bytes):
            if let early = try await send(bytes, after: &output, of: body.length) { return early }
        case .stream(let pieces):
            if let early = try await send(pieces, after: &output, of: body.length) { return early }
        case .segments(let segments):
            if let early = try await send(segments, after: &output, of: body.length) { return early }
        }
        if codec.requestPhase == .body {
            do throws(HTTP1Error) {
                let hasTrailers = codec.bodyFraming == .chunked
                try codec.encodeEnd(trailers: hasTrailers ? body.extras?.trailers?() ?? [:] : [:], into: &output)
            } catch {
                throw wrap(error, in: .send)
            }
        }
        return try await flush(&output)
    }

    private func send(
        _ pieces: any AsyncSequence<[UInt8], any Error> & Sendable, after output: inout [UInt8], of total: Int64?
    ) async throws(HTTPClientError) -> ResponseHead? {
        do {
            for try await piece in pieces where !piece.isEmpty {
                if let early = try await send(piece, after: &output, of: total) { return early }
            }
            // A stream whose task is cancelled often just ends; the server must not take that for the body's end.
            try checkOnTheWay(in: .send)
            return nil
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
            throw HTTPClientError(
                .send, origin: connection.origin.description, cause: cause, requestBytesSent: requestBytesSent)
        }
    }

    /// Sends what `output` holds, then one piece of the body with its framing. What is left in `output` goes out with
    /// the next piece.
    private func send(
        _ piece: [UInt8], after output: inout [UInt8], of total: Int64?
    ) async throws(HTTPClientError) -> ResponseHead? {
        do throws(HTTP1Error) {
            try codec.encodeBodyPrefix(count: Int64(piece.count), into: &output)
        } catch {
            throw wrap(error, in: .send)
        }
        if piece.count <= Self.mostCopied, pacing == nil {
            output += piece
            if let early = try await flush(&output) { return early }
            sentBody(piece.count, of: total)
        } else {
            if let early = try await flush(&output) { return early }
            if let early = try await sendPieceByPiece(piece, of: total) { return early }
            show(sent: piece, 0..<piece.count)
        }
        codec.encodeBodySuffix(into: &output)
        return nil
    }

    /// Sends a large piece, or one that is to go slowly, and tells of it as it goes.
    private func sendPieceByPiece(_ piece: [UInt8], of total: Int64?) async throws(HTTPClientError) -> ResponseHead? {
        var sent = 0
        while sent < piece.count {
            let end = sent + Int(clamping: min(Int64(piece.count - sent), try await paceNextPiece()))
            let start = sent
            while sent < end {
                switch try await push({ () throws(StreamError) in try stream.write(piece, sent..<end) }) {
                case .sent(let count):
                    sent += count
                    sentBody(count, of: total)
                case .answered(let head):
                    return head
                }
            }
            try await payForPiece(Int64(sent - start))
        }
        return nil
    }

    /// Counts body bytes that the kernel took.
    func sentBody(_ count: Int, of total: Int64?) {
        bodyBytesSent += Int64(count)
        observer?.observe(.sentBody(bytes: bodyBytesSent, total: total))
    }

    /// Sends all that `output` holds and empties it.
    func flush(_ output: inout [UInt8], from start: Int = 0) async throws(HTTPClientError) -> ResponseHead? {
        if output.isEmpty { return nil }
        let early = try await sendAll(output, from: start)
        tellSent(output)
        output.removeAll(keepingCapacity: true)
        return early
    }

    private func tellSent(_ output: [UInt8]) {
        let bodyStart = isHeadSent ? 0 : sentHead(in: output)
        show(sent: output, bodyStart..<output.count)
    }

    /// Tells that the head is gone, which is what `output` begins with; gives where the rest begins.
    func sentHead(in output: [UInt8]) -> Int {
        isHeadSent = true
        if let observer { observer.observe(.sentHead(sentHead)) }
        show(sent: output, 0..<encodedHeadBytes, isHead: true)
        return encodedHeadBytes
    }

    /// The request's head with the fields that its framing added.
    private var sentHead: RequestHead {
        var head = codec.request
        switch codec.bodyFraming {
        case .contentLength(let count) where !head.fields.contains(.contentLength):
            head.fields.append(HTTPField(name: .contentLength, value: String(count)))
        case .chunked where !head.fields.contains(.transferEncoding):
            head.fields.append(HTTPField(name: .transferEncoding, value: "chunked"))
        default: break
        }
        if codec.expectsContinue, !head.fields.contains(.expect) {
            head.fields.append(HTTPField(name: .expect, value: "100-continue"))
        }
        return head
    }

    func show(sent bytes: [UInt8], _ range: Range<Int>, isHead: Bool = false) {
        guard let observer, observer.wantsBytes, !range.isEmpty, range.upperBound <= bytes.count else { return }
        observer.observe(sent: bytes.span.bytes.extracting(range), isHead: isHead)
    }

    /// What one attempt to send came to.
    enum SendStep {
        case sent(Int)
        case wouldBlock
        case answered(ResponseHead)
    }

    /// Sends all of `bytes`; gives the final head if the server refuses before it took them all.
    private func sendAll(_ bytes: [UInt8], from start: Int) async throws(HTTPClientError) -> ResponseHead? {
        var sent = start
        while sent < bytes.count {
            try checkOnTheWay(in: .send)
            let step = try sendStep { () throws(StreamError) in try stream.write(bytes, sent..<bytes.count) }
            switch step {
            case .sent(let count):
                requestBytesSent += Int64(count)
                sent += count
            case .wouldBlock:
                if let head = try await waitToSend() { return head }
            case .answered(let head):
                return cutRequest(head)
            }
        }
        return nil
    }

    /// What a push came to.
    enum Push {
        case sent(Int)
        case answered(ResponseHead)
    }

    /// Repeats one write until it moves something, or until the server refuses.
    func push(_ write: () throws(StreamError) -> ByteStream.Step) async throws(HTTPClientError) -> Push {
        while true {
            try checkOnTheWay(in: .send)
            switch try sendStep(write) {
            case .sent(let count):
                requestBytesSent += Int64(count)
                return .sent(count)
            case .wouldBlock:
                if let head = try await waitToSend() { return .answered(head) }
            case .answered(let head):
                return .answered(cutRequest(head))
            }
        }
    }

    /// Waits until more can be sent, and looks at what the server says meanwhile: a refusal ends the sending.
    private func waitToSend() async throws(HTTPClientError) -> ResponseHead? {
        if speedWatch != nil { watchSending() }
        let end = endOrJudgement(idleEnd())
        do throws(StreamError) {
            if hasAnswerEnded {
                try await stream.wait(until: end.moment)
            } else {
                try await stream.waitOrReadable(until: end.moment)
            }
        } catch {
            guard error == .io(.timedOut), end.clock == .minimumSpeed else { throw wrap(error, in: .send, end: end) }
            try checkSpeed(0, in: .send)
            return nil
        }
        if earlyHead == nil, let head = try pollHead() {
            earlyHead = head
            // RFC 9112 section 9.5: who sees an error response while sending should stop sending. One that leads
            // elsewhere does not want the rest here either.
            if head.status.code >= 300 { return cutRequest(head) }
        }
        if earlyHead != nil { try keepAnswer() }
        return nil
    }

    /// Counts what was sent since the last wait. The time between two waits is not the server's.
    private func watchSending() {
        let now = Deadline.now
        speedWatch?.resume(at: now)
        _ = speedWatch?.isFastEnough(afterReceiving: Int(clamping: requestBytesSent - watchedBytes), now: now)
        watchedBytes = requestBytesSent
    }

    /// The most that is kept of an answer which comes while the body is still being sent.
    private static let mostAnswerKept = 8 * 1024 * 1024

    /// Takes in what the server says while it still reads: it could not go on reading if nobody took it.
    private func keepAnswer() throws(HTTPClientError) {
        try ScratchBuffers.withBuffer { buffer throws(HTTPClientError) in
            // To the last byte: what stays in the kernel's buffer makes no further event.
            while !hasAnswerEnded {
                // SAFETY: the stream writes the first `count` bytes of the scratch buffer, which is ours until the
                // closure returns, and they are copied within it.
                let step: ByteStream.Step
                do throws(StreamError) {
                    step = try stream.read(into: buffer)
                } catch {
                    // The next write meets it too, and then the answer so far counts.
                    hasAnswerEnded = true
                    return
                }
                switch step {
                case .wouldBlock: return
                case .ended: hasAnswerEnded = true
                case .bytes(let count):
                    if connection.leftover.count + count > Self.mostAnswerKept {
                        throw bodyError(.answerOutgrew(limit: Self.mostAnswerKept))
                    }
                    connection.leftover += buffer[..<count]
                }
            }
        }
    }

    /// The client's error for one of the body's.
    func bodyError(_ error: RequestBodyError) -> HTTPClientError {
        HTTPClientError(
            .send, origin: connection.origin.description, cause: .requestBody(error),
            requestBytesSent: requestBytesSent)
    }

    private func cutRequest(_ head: ResponseHead) -> ResponseHead {
        isRequestCut = true
        return head
    }

    /// Writes once.
    func sendStep(_ write: () throws(StreamError) -> ByteStream.Step) throws(HTTPClientError) -> SendStep {
        let failure: StreamError
        do throws(StreamError) {
            switch try write() {
            case .bytes(let count): return .sent(count)
            case .wouldBlock: return .wouldBlock
            case .ended: failure = .io(.closed)
            }
        } catch {
            failure = error
        }
        // A server that refuses a body often answers and closes: its answer tells more than "broken pipe" does. One that
        // takes a part of the body and calls it done (2xx) has lost the rest, whatever it says.
        let error = wrap(failure, in: .send)
        sendFailure = error
        guard let head = earlyHead ?? (try? pollHead()), head.status.code >= 300 else { throw error }
        return .answered(head)
    }

    // MARK: Pacing

    /// Waits while sending is held; gives the most that may be sent in one go.
    func paceNextPiece() async throws(HTTPClientError) -> Int64 {
        guard let pacing else { return .max }
        if pacing.isHeld {
            await pacing.waitForRelease()
            try checkOnTheWay(in: .send)
        }
        return pacing.limit?.mostAtOnce ?? Self.mostBetweenHolds
    }

    /// How much goes between two looks at whether sending is held.
    private static let mostBetweenHolds: Int64 = 1 << 20

    /// Waits until `count` bytes more were allowed to be sent.
    func payForPiece(_ count: Int64) async throws(HTTPClientError) {
        guard let limit = pacing?.limit else { return }
        let moment = min(limit.pay(for: count, now: .now), deadlines.total)
        if moment > .now {
            // A cancelled wait is told by the check.
            try? await stream.socket.loop.sleep(until: moment)
            try checkOnTheWay(in: .send)
        }
    }

    /// Waits for 100 (Continue), a final status, or until the time is over (RFC 9110 section 10.1.1).
    private func awaitContinue(_ timeout: Duration) async throws(HTTPClientError) -> ResponseHead? {
        let end = PhaseEnd(moment: min(.after(timeout), deadlines.total), clock: .total)
        while true {
            if let head = try pollHead() {
                // A server that wants the body may begin its answer with the 100 already (RFC 9110 section 10.1.1).
                guard codec.requestPhase == .body, head.status.code < 300 else { return head }
                earlyHead = head
                return nil
            }
            if codec.requestPhase != .awaitingContinue { return nil }
            do throws(StreamError) {
                try await stream.wait(until: end.moment)
            } catch {
                guard error == .io(.timedOut), end.moment < deadlines.total else {
                    throw wrap(error, in: .wait, end: end)
                }
                codec.continueWithoutWaiting()
                return nil
            }
        }
    }
}

extension ByteStream {
    /// Sends as much as can be sent now of those bytes.
    fileprivate func write(_ bytes: [UInt8], _ range: Range<Int>) throws(StreamError) -> Step {
        // SAFETY: the pointer is used during the call only, and the callers keep the range within the bytes.
        try bytes.withUnsafeBufferPointer { buffer throws(StreamError) in
            try write(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[range])))
        }
    }
}
