internal import SockeyeIO
internal import SockeyeTransport
internal import SockeyeTLS

extension ServerConnection {
    /// Runs steps in order. Returns how to end if a step ends the connection, `nil` once all are done.
    func play(_ steps: [Step]) async throws(ReadingFailure) -> Ending? {
        for step in steps {
            if let ending = try await play(step) { return ending }
        }
        return nil
    }

    private func play(_ step: Step) async throws(ReadingFailure) -> Ending? {
        switch step {
        case .awaitRequest, .awaitHead, .receiveBody, .receive, .awaitEnd:
            return try await take(step)
        case .send, .sendBytes, .sendPattern, .sendZeros, .updateKeys, .startTLS, .echoBytes, .shutdownSending:
            try await give(step)
        case .pace(let bytes, let pause):
            pace = (max(1, bytes), pause)
        case .pause, .open, .delay, .stall:
            do throws(IOError) {
                return try await wait(step)
            } catch {
                throw .stream(.io(error))
            }
        case .serve(let requests):
            return try await serve(requests: requests)
        case .forEachRequest(let steps):
            while true {
                if let ending = try await play(.awaitRequest) { return ending }
                if let ending = try await play(steps) { return ending }
            }
        case .acceptWebSocket(let lines): return try await acceptWebSocket(lines)
        case .awaitFrame: return try await awaitFrame()
        case .echoMessages(let settings): return try await echo(settings)
        case .close: return .orderly
        case .cut: return .cut
        case .reset: return .reset
        }
        return nil
    }

    private func take(_ step: Step) async throws(ReadingFailure) -> Ending? {
        switch step {
        case .awaitRequest:
            if try await readHead() == nil { return .orderly }
            try await readBody()
        case .awaitHead:
            if try await readHead() == nil { return .orderly }
        case .receiveBody:
            try await readBody()
        case .receive(let count):
            if try await !readRaw(count) { return .orderly }
        default:
            try await readToEnd()
        }
        return nil
    }

    private func give(_ step: Step) async throws(ReadingFailure) {
        switch step {
        case .send(let text): try await send(text)
        case .sendBytes(let bytes): try await send(bytes)
        case .sendPattern(let offsets): try await sendPattern(offsets)
        case .sendZeros(let count): try await sendZeros(count)
        case .updateKeys(let count):
            for _ in 0..<count {
                try await streaming { stream, deadline throws(StreamError) in
                    try await stream.send(.keyUpdate, until: deadline)
                }
            }
        case .startTLS: try await startTLS()
        case .echoBytes: try await echoBytes()
        default: stream.endSending()
        }
    }

    private func wait(_ step: Step) async throws(IOError) -> Ending? {
        switch step {
        case .pause(let gate): try await gate.wait(on: shared.loop, until: deadline)
        case .open(let gate): gate.open()
        case .delay(let duration): try await shared.loop.sleep(until: .after(duration))
        default:
            try await shared.loop.sleep(until: deadline)
            return .orderly
        }
        return nil
    }

    private func sendPattern(_ offsets: Range<Int>) async throws(ReadingFailure) {
        let pieceBytes = 64 * 1024
        var start = offsets.lowerBound
        while start < offsets.upperBound {
            let end = start + min(pieceBytes, offsets.upperBound - start)
            try await send(BytePattern.bytes(start..<end))
            start = end
        }
    }

    private static let zeros = [UInt8](repeating: 0, count: 1024 * 1024)

    private func sendZeros(_ count: Int) async throws(ReadingFailure) {
        var left = count
        while left >= Self.zeros.count {
            try await send(Self.zeros)
            left -= Self.zeros.count
        }
        if left > 0 { try await send([UInt8](repeating: 0, count: left)) }
    }
}
