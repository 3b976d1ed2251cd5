internal import HTTPTypes
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeStream

extension ActiveExchange {
    /// Pieces up to this size are copied behind their framing, so that they leave in one segment with it.
    private static let mostCopied = 64 * 1024

    /// Sends the request and receives the final head.
    ///
    /// A server may answer before it has all of the body. When it refuses (413, 401 …), sending stops and the answer
    /// counts; an answer below 400 is kept until all is sent, since such a server goes on reading.
    func sendAndReceiveHead(
        _ body: RequestBody, continueTimeout: Duration
    ) async throws(HTTPClientError) -> ResponseHead {
        timings.sending = .now
        var output = connection.outgoing
        connection.outgoing = []
        output.removeAll(keepingCapacity: true)
        do throws(HTTP1Error) {
            try codec.encodeHead(into: &output)
            encodedHeadBytes = output.count
        } catch {
            throw wrap(error, in: .prepare)
        }
        let early = try await send(body, head: &output, continueTimeout: continueTimeout)
        connection.outgoing = output
        timings.sent = .now
        if let head = early ?? earlyHead { return head }
        return try await receiveHead()
    }

    private func send(
        _ body: RequestBody, head output: inout [UInt8], continueTimeout: Duration
    ) async throws(HTTPClientError) -> ResponseHead? {
        if codec.requestPhase == .awaitingContinue {
            if let early = try await flush(&output) { return early }
            if let refusal = try await awaitContinue(continueTimeout) { return refusal }
        }
        switch body.content {
        case .none: break
        case .bytes(let bytes):
            if let early = try await send(bytes, after: &output, of: body.length) { return early }
        case .stream(let pieces):
            if let early = try await send(pieces, after: &output, of: body.length) { return early }
        }
        if codec.requestPhase == .body {
            do throws(HTTP1Error) {
                try codec.encodeEnd(into: &output)
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
                error is CancellationError ? .cancelled : .requestBodyFailed("\(error)")
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
        let isCopied = piece.count <= Self.mostCopied
        if isCopied { output += piece }
        if let early = try await flush(&output) { return early }
        if !isCopied {
            if let early = try await sendAll(piece) { return early }
            show(sent: piece, 0..<piece.count)
        }
        codec.encodeBodySuffix(into: &output)
        bodyBytesSent += Int64(piece.count)
        observer?.observe(.sentBody(bytes: bodyBytesSent, total: total))
        return nil
    }

    /// Sends all that `output` holds and empties it.
    private func flush(_ output: inout [UInt8]) async throws(HTTPClientError) -> ResponseHead? {
        if output.isEmpty { return nil }
        let early = try await sendAll(output)
        var bodyStart = 0
        if !isHeadSent {
            isHeadSent = true
            bodyStart = encodedHeadBytes
            observer?.observe(.sentHead(codec.request))
            show(sent: output, 0..<bodyStart, isHead: true)
        }
        show(sent: output, bodyStart..<output.count)
        output.removeAll(keepingCapacity: true)
        return early
    }

    private func show(sent bytes: [UInt8], _ range: Range<Int>, isHead: Bool = false) {
        guard let observer, observer.wantsBytes, !range.isEmpty, range.upperBound <= bytes.count else { return }
        observer.observe(sent: bytes.span.bytes.extracting(range), isHead: isHead)
    }

    private enum SendStep {
        case sent(Int)
        case wouldBlock
        case answered(ResponseHead)
    }

    /// Sends all of `bytes`; gives the final head if the server refuses before it took them all.
    private func sendAll(_ bytes: [UInt8]) async throws(HTTPClientError) -> ResponseHead? {
        var sent = 0
        while sent < bytes.count {
            try checkOnTheWay(in: .send)
            switch try sendNow(bytes, from: sent) {
            case .sent(let count):
                requestBytesSent += Int64(count)
                sent += count
            case .wouldBlock:
                try await waitToSend()
                if earlyHead == nil, let head = try pollHead() {
                    earlyHead = head
                    // RFC 9112 section 9.5: who sees an error response while sending should stop sending.
                    if head.status.code >= 400 { return cutRequest(head) }
                }
            case .answered(let head):
                return cutRequest(head)
            }
        }
        return nil
    }

    /// Waits until more can be sent, or until something can be read while there is no answer yet.
    private func waitToSend() async throws(HTTPClientError) {
        let end = idleEnd()
        do throws(StreamError) {
            if earlyHead == nil {
                try await stream.waitOrReadable(until: end.moment)
            } else {
                try await stream.wait(until: end.moment)
            }
        } catch {
            throw wrap(error, in: .send, end: end)
        }
    }

    private func cutRequest(_ head: ResponseHead) -> ResponseHead {
        isRequestCut = true
        return head
    }

    private func sendNow(_ bytes: [UInt8], from start: Int) throws(HTTPClientError) -> SendStep {
        let failure: StreamError
        do throws(StreamError) {
            // SAFETY: the pointer is used during the call only, and `start` is less than the count.
            let step = try bytes.withUnsafeBufferPointer { buffer throws(StreamError) in
                try stream.write(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[start...])))
            }
            switch step {
            case .bytes(let count): return .sent(count)
            case .wouldBlock: return .wouldBlock
            case .ended: failure = .io(.closed)
            }
        } catch {
            failure = error
        }
        // A server that refuses a body often answers and closes: its answer tells more than "broken pipe" does.
        let error = wrap(failure, in: .send)
        sendFailure = error
        if let earlyHead { return .answered(earlyHead) }
        if let head = try? pollHead() { return .answered(head) }
        throw error
    }

    /// Waits for 100 (Continue), a final status, or until the time is over (RFC 9110 section 10.1.1).
    private func awaitContinue(_ timeout: Duration) async throws(HTTPClientError) -> ResponseHead? {
        let end = PhaseEnd(moment: min(.after(timeout), deadlines.total), clock: .total)
        while true {
            if let head = try pollHead() { return head }
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
