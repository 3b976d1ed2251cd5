internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransport

// The steps that receiving a head and receiving a body share.
extension Wire {
    /// Feeds `input` to the codec.
    func decode(_ input: RawSpan) throws(HTTPClientError) -> Exchange.Step {
        do throws(HTTP1Error) {
            return try codec.receive(input)
        } catch let reason {
            throw error(.http(reason), in: .receive)
        }
    }

    /// Waits for more of the response under the clock that applies.
    func waitToRead(in phase: HTTPClientError.Phase) async throws(HTTPClientError) {
        while true {
            let end = exclusively { readingEnd(in: phase) }
            do throws(StreamError) {
                return try await transport.waitToRead(until: end.moment)
            } catch let reason {
                guard reason == .io(.timedOut) else {
                    throw exclusively { error(reason, in: phase, end: end) }
                }
                try exclusively { () throws(HTTPClientError) in try judge(end, in: phase) }
            }
        }
    }

    private func readingEnd(in phase: HTTPClientError.Phase) -> PhaseEnd {
        // While the request is being sent, the sender runs the clocks; only the total one applies here.
        if sending.task != nil { return clocks.deadlines.totalEnd }
        let isFirst = phase == .firstByte && !log.hasReceived
        return clocks.endOrJudgement(isFirst ? clocks.firstByteEnd(now: now) : idleEnd())
    }

    /// A clock ran out: throws, unless the clocks have changed or the speed suffices.
    private func judge(_ end: PhaseEnd, in phase: HTTPClientError.Phase) throws(HTTPClientError) {
        if phase == .firstByte, let failure = sendFailure { throw failure }
        if end.clock == .minimumSpeed {
            if clocks.isFastEnough(afterReceiving: 0, now: now) { return }
            throw timedOut(.minimumSpeed, in: phase)
        }
        if readingEnd(in: phase).moment <= now { throw timedOut(end.clock, in: phase) }
    }

    /// Passes bytes of the response's body to an observer that wants them.
    func show(received bytes: RawSpan) {
        if let observer, observer.wantsBytes { observer.observe(bytes, of: .receivedBody) }
    }

    /// Passes the line of a head that has a fault, with what is behind it in `input`, to an observer that wants it.
    func showRefused(_ input: RawSpan, from offset: Int) {
        guard codec.keepsRawHeads, let observer, observer.wantsRawHeads else { return }
        // The codec has kept the beginning of that line.
        let known = codec.rawHead
        let start = known.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let refused = known[start...] + input.extracting(droppingFirst: max(0, offset)).copied()
        if !refused.isEmpty { observer.observe(Array(refused).span.bytes, of: .refusedHead) }
    }

    /// Passes the head, as far as it was received, to an observer that wants it as it came.
    func showRawHead() {
        guard codec.keepsRawHeads, let bytes = codec.takeRawHead() else { return }
        observer?.observe(bytes.span.bytes, of: .receivedHead)
    }
}
