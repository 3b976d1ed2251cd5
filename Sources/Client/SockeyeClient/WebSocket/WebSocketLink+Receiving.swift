internal import SockeyeIO
internal import SockeyeTransport
internal import SockeyeWebSocket

extension WebSocketLink {
    // MARK: The receiving task

    /// The result of one read.
    private enum Look {
        case again
        case wait
        /// The inbox is full.
        case pause(OneShot<Void>)
        /// The server's close frame came.
        case over
    }

    /// Receives until the end: answers pings and the close, keeps the clock, fills the inbox.
    func run() async {
        do throws(HTTPClientError) {
            try await receiveAll()
            end(nil)
        } catch {
            end(error)
        }
    }

    private func receiveAll() async throws(HTTPClientError) {
        let options = setting.options
        var pending = setting.first
        var clock = KeepAlive(
            interval: options.pingInterval, patience: options.pongTimeout, silenceLimit: options.silenceLimit,
            end: setting.end, now: transport.now)
        while true {
            switch try exclusively({ () throws(HTTPClientError) in try look(&pending) }) {
            case .over:
                if await flushed(until: min(.after(options.closeTimeout), setting.end)) { return }
                if transport.now >= setting.end { throw timedOut(.total, after: options.totalTime) }
                throw timedOut(.closing, after: options.closeTimeout)
            case .again: try heard(&clock)
            case .wait: try await wait(&clock)
            case .pause(let room):
                switch await room.wait(on: setting.loop, until: setting.end) {
                case .value: try heard(&clock)
                case .timedOut: throw timedOut(.total, after: options.totalTime)
                case .cancelled: throw cancelled(in: .receive)
                }
            }
        }
    }

    /// Bytes came. A server that never stops sending doesn't stop the clock of the end.
    private func heard(_ clock: inout KeepAlive) throws(HTTPClientError) {
        let now = transport.now
        clock.heard(now: now)
        if now >= setting.end { throw timedOut(.total, after: setting.options.totalTime) }
    }

    private func wait(_ clock: inout KeepAlive) async throws(HTTPClientError) {
        let options = setting.options
        if exclusively({ codec.phase == .closeSent }) {
            clock.closing(now: transport.now, patience: options.closeTimeout)
        }
        do throws(StreamError) {
            return try await transport.waitToRead(until: clock.due)
        } catch {
            guard error == .io(.timedOut) else { throw self.error(error, in: .receive) }
        }
        switch clock.action(now: transport.now) {
        case .wait: break
        // A ping that can't be sent finds no pong either.
        case .ping: exclusively { try? sendPing() }
        case .giveUp where clock.isClosing: throw timedOut(.closing, after: options.closeTimeout)
        case .giveUp: throw timedOut(.pong, after: options.pongTimeout)
        case .silent: throw timedOut(.idle, after: options.silenceLimit)
        case .over: throw timedOut(.total, after: options.totalTime)
        }
    }

    private func timedOut(_ clock: Timeouts.Clock, after limit: Duration?) -> HTTPClientError {
        setting.wire.error(.timedOut(clock, after: limit ?? .zero), in: .receive)
    }

    private func look(_ pending: inout [UInt8]) throws(HTTPClientError) -> Look {
        if inbox.isFull, !isWaitedFor {
            let room = OneShot<Void>()
            resumption = room
            return .pause(room)
        }
        if !pending.isEmpty {
            let input = pending
            pending = []
            return try decode(input.span.bytes, &pending)
        }
        return try ScratchBuffers.withBuffer { buffer throws(HTTPClientError) in
            let step: TransportStep
            do throws(StreamError) {
                // SAFETY: the scratch buffer is exclusively ours until the closure returns.
                step = try transport.read(into: buffer)
            } catch {
                throw self.error(error, in: .receive)
            }
            switch step {
            case .wouldBlock: return .wait
            case .ended:
                do throws(WebSocketError) {
                    try codec.receiveEnd()
                } catch {
                    throw self.error(error, in: .receive)
                }
                return .over
            case .bytes(let count):
                // SAFETY: `read` initialised the first `count` bytes; the span ends before the buffer is returned.
                return try decode(
                    RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<count])), &pending)
            }
        }
    }

    /// Handles the events of `input`; what is left when the inbox is full stays in `pending`.
    private func decode(_ input: RawSpan, _ pending: inout [UInt8]) throws(HTTPClientError) -> Look {
        queue?.observe(input, of: .receivedBody)
        var used = 0
        while true {
            let event: WebSocketCodec.Event
            do throws(WebSocketError) {
                let (consumed, next) = try codec.receive(input.extracting(droppingFirst: used), into: &inbox.content)
                used += consumed
                event = next
            } catch {
                // RFC 6455 section 7.1.7: say why, if it can be said at once.
                try? sendClose(error.closeCode, "")
                throw self.error(error, in: .receive)
            }
            switch event {
            case .needMore:
                inbox.contentArrived()
                if !inbox.content.isEmpty { wakePieceReceivers() }
                return .again
            case .content:
                inbox.contentArrived()
                wakePieceReceivers()
            case .message(let kind):
                inbox.completeMessage(kind)
                wakeReceivers()
            case .ping(let payload): answerPing(payload)
            case .pong(let payload): pings.answered(payload)
            case .close(let code, let reason):
                ending.close = (code, reason)
                // RFC 6455 section 5.5.1: the answer has the same code.
                try? sendClose(code, "")
                return .over
            }
            if inbox.isFull, !isWaitedFor, used < input.byteCount {
                pending = input.extracting(droppingFirst: used).copied()
                return .again
            }
        }
    }

    // MARK: Those who receive

    private enum Take<Value: Sendable>: Sendable {
        case value(Value)
        case wait(OneShot<Void>)
        case ended
    }

    /// The next whole message; `nil` after the server's close frame.
    func receiveMessage() async throws(HTTPClientError) -> WebSocketInbox.Message? {
        try await receive(isWhole: true) { () throws(HTTPClientError) in
            if inbox.isInsideMessage { throw error(.caller(.messageUnfinished), in: .receive) }
            return inbox.takeMessage()
        }
    }

    /// The next piece of a message; `nil` after the server's close frame.
    func receivePiece() async throws(HTTPClientError) -> WebSocket.Piece? {
        try await receive(isWhole: false) { () throws(HTTPClientError) in inbox.takePiece(arriving: codec.openMessage) }
    }

    private func receive<Value: Sendable>(
        isWhole: Bool, _ take: () throws(HTTPClientError) -> Value?
    ) async throws(HTTPClientError) -> Value? {
        while true {
            let step = try exclusively { () throws(HTTPClientError) -> Take<Value> in
                if ending.isOutOfScope { throw error(.caller(.outOfScope), in: .receive) }
                if Task.isCancelled { throw cancelled(in: .receive) }
                if let value = try take() {
                    if !inbox.isFull { resume() }
                    return .value(value)
                }
                try checkFailure()
                if ending.isOver || inbox.isDiscarding { return .ended }
                let signal = OneShot<Void>()
                if isWhole { receivers.append(signal) } else { pieceReceivers.append(signal) }
                resume()
                return .wait(signal)
            }
            switch step {
            case .value(let value): return value
            case .ended: return nil
            case .wait(let signal):
                guard case .cancelled = await signal.wait() else { continue }
                // Nobody else would forget it until a message comes.
                exclusively {
                    receivers.removeAll { $0 === signal }
                    pieceReceivers.removeAll { $0 === signal }
                }
                throw cancelled(in: .receive)
            }
        }
    }
}
