internal import SockeyeIO
internal import SockeyeTransport
internal import SockeyeWebSocket

extension WebSocketLink {
    /// A longer message goes as several frames, so that no second copy of it is made.
    static let frameBytes = 1 << 20

    /// How a turn at sending begins.
    private enum Turn {
        case sent
        /// The kernel has no room: the flusher gives the signal when all is sent.
        case wait(OneShot<Void>)
        /// Another task is in the middle of a message.
        case queue(OneShot<Void>)
    }

    /// Sends a whole message, or nothing if another task's turn doesn't come.
    func send(_ bytes: [UInt8], _ kind: WebSocketMessage.Kind) async throws(HTTPClientError) {
        if bytes.count <= Self.frameBytes {
            while true {
                switch try exclusively({ () throws(HTTPClientError) in try sendIfFree(bytes, kind) }) {
                case .sent: return
                case .wait(let signal): return try await wait(signal)
                case .queue(let signal): try await queue(signal)
                }
            }
        }
        try await takeTurn()
        defer { giveTurn() }
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Self.frameBytes)
            try await sendPart(bytes[start..<end], kind, isFirst: start == 0, isLast: end == bytes.count)
            start = end
        }
    }

    private func sendIfFree(_ bytes: [UInt8], _ kind: WebSocketMessage.Kind) throws(HTTPClientError) -> Turn {
        if outbox.isTaken {
            let signal = OneShot<Void>()
            outbox.queue.append(signal)
            return .queue(signal)
        }
        return try encodeAndWrite(bytes[...], kind, isFirst: true, isLast: true)
    }

    /// Sends a part of a message. The caller has the turn.
    func sendPart(
        _ bytes: ArraySlice<UInt8>, _ kind: WebSocketMessage.Kind, isFirst: Bool, isLast: Bool
    ) async throws(HTTPClientError) {
        let turn = try exclusively { () throws(HTTPClientError) in
            try encodeAndWrite(bytes, kind, isFirst: isFirst, isLast: isLast)
        }
        if case .wait(let signal) = turn { try await wait(signal) }
    }

    private func encodeAndWrite(
        _ bytes: ArraySlice<UInt8>, _ kind: WebSocketMessage.Kind, isFirst: Bool, isLast: Bool
    ) throws(HTTPClientError) -> Turn {
        try checkSending()
        // A message that was cut short must not be continued by another one.
        if isFirst, codec.isSendingMessage { throw error(.caller(.messageUnfinished), in: .send) }
        do throws(WebSocketError) {
            try codec.encode(bytes.span.bytes, kind, isLast: isLast, into: &outbox.bytes)
        } catch {
            throw self.error(error, in: .send)
        }
        if try writeNow() { return .sent }
        let signal = OneShot<Void>()
        outbox.waiters.append(signal)
        return .wait(signal)
    }

    private func checkSending() throws(HTTPClientError) {
        if ending.isOutOfScope { throw error(.caller(.outOfScope), in: .send) }
        if Task.isCancelled { throw cancelled(in: .send) }
        try checkFailure()
        if let failure = outbox.failure { throw error(failure, in: .send) }
    }

    // MARK: Turns

    /// Waits until no other task is in the middle of a message, and begins one.
    func takeTurn() async throws(HTTPClientError) {
        while true {
            let signal = exclusively { () -> OneShot<Void>? in
                if !outbox.isTaken {
                    outbox.isTaken = true
                    return nil
                }
                let signal = OneShot<Void>()
                outbox.queue.append(signal)
                return signal
            }
            guard let signal else { return }
            try await queue(signal)
        }
    }

    func giveTurn() {
        exclusively {
            outbox.isTaken = false
            // All look again; the first one to do so has the turn.
            for signal in outbox.queue { signal.give(()) }
            outbox.queue = []
        }
    }

    private func queue(_ signal: OneShot<Void>) async throws(HTTPClientError) {
        guard case .cancelled = await signal.wait() else { return }
        exclusively { outbox.queue.removeAll { $0 === signal } }
        throw cancelled(in: .send)
    }

    // MARK: Writing

    /// Writes what it can; the flusher does the rest. Returns whether all is sent. Under the gate.
    func writeNow() throws(HTTPClientError) -> Bool {
        if outbox.flusher != nil { return false }
        showSent()
        do throws(StreamError) {
            if try outbox.write(to: transport) { return true }
        } catch {
            throw self.error(error, in: .send)
        }
        outbox.flusher = Task(executorPreference: setting.loop) { await self.flush() }
        return false
    }

    /// Passes new bytes to an observer that wants them.
    private func showSent() {
        let (bytes, start) = (outbox.bytes, outbox.shown)
        outbox.shown = bytes.count
        if start < bytes.count { queue?.observe(bytes.span.bytes.extracting(droppingFirst: start), of: .sentBody) }
    }

    /// Sends until nothing is left.
    private func flush() async {
        while true {
            let isDone = exclusively { () -> Bool in
                var isDone = true
                showSent()
                do throws(StreamError) {
                    isDone = try outbox.write(to: transport)
                    if isDone, let pong = outbox.pong {
                        outbox.pong = nil
                        if (try? codec.encodePong(pong, into: &outbox.bytes)) != nil {
                            showSent()
                            isDone = try outbox.write(to: transport)
                        }
                    }
                } catch {
                    outbox.failure = error
                }
                if isDone {
                    outbox.flusher = nil
                    for waiter in outbox.takeWaiters() { waiter.give(()) }
                }
                return isDone
            }
            if isDone { return }
            do throws(StreamError) {
                try await transport.waitToWrite(until: .never)
            } catch {
                exclusively { outbox.failure = error }
            }
        }
    }

    /// Waits until everything is sent. If cancelled, the frame is still sent as a whole.
    private func wait(_ signal: OneShot<Void>) async throws(HTTPClientError) {
        if case .cancelled = await signal.wait() {
            exclusively { outbox.waiters.removeAll { $0 === signal } }
            throw cancelled(in: .send)
        }
        try exclusively { () throws(HTTPClientError) in
            try checkFailure()
            if let failure = outbox.failure { throw error(failure, in: .send) }
        }
    }

    // MARK: Control frames

    /// Answers a ping at once, or after what the kernel has no room for. Under the gate.
    func answerPing(_ payload: [UInt8]) {
        guard outbox.flusher == nil else {
            outbox.pong = payload
            return
        }
        guard (try? codec.encodePong(payload, into: &outbox.bytes)) != nil else { return }
        _ = try? writeNow()
    }

    /// Sends a ping. Under the gate.
    func sendPing(_ signal: OneShot<Bool>? = nil) throws(HTTPClientError) {
        try checkSending()
        do throws(WebSocketError) {
            try codec.encodePing(pings.next(signal), into: &outbox.bytes)
        } catch {
            throw self.error(error, in: .send)
        }
        _ = try writeNow()
    }

    /// Sends a close frame, unless one was sent. Under the gate.
    func sendClose(_ code: WebSocketCloseCode, _ reason: String) throws(HTTPClientError) {
        guard codec.phase.canSendClose else { return }
        do throws(WebSocketError) {
            try codec.encodeClose(code, reason: reason, into: &outbox.bytes)
        } catch {
            throw self.error(error, in: .send)
        }
        _ = try writeNow()
        // The receiving task has another clock from now on.
        transport.nudge()
    }

    /// Waits until what is to be sent is sent, or can't be; `false` if the deadline came first.
    func flushed(until deadline: Deadline) async -> Bool {
        let signal = exclusively { () -> OneShot<Void>? in
            if outbox.flusher == nil { return nil }
            let signal = OneShot<Void>()
            outbox.waiters.append(signal)
            return signal
        }
        if let signal, case .timedOut = await signal.wait(on: setting.loop, until: deadline) { return false }
        return true
    }
}
