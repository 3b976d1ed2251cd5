internal import SockeyeTransport

extension ServerConnection {
    /// The most bytes of a frame or a message, unpacked: it is held in memory.
    private static let messageByteLimit = 8 << 20

    /// Answers the next request with 101, and these lines besides.
    func acceptWebSocket(_ more: String) async throws(ReadingFailure) -> Ending? {
        guard let request = try await readHead() else { return .orderly }
        guard let handshake = ServerHandshake(request) else {
            throw .refused(RequestRefusal(status: 400, reason: "not the handshake of a WebSocket"))
        }
        let lines = handshake.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        try await send("HTTP/1.1 101 Switching Protocols\r\n\(lines)\(more)\r\n")
        return nil
    }

    /// Reads a frame and drops it.
    func awaitFrame() async throws(ReadingFailure) -> Ending? {
        try await readFrame() == nil ? .orderly : nil
    }

    /// Returns every message to the client, and pings and the close frame too.
    func echo(_ settings: LoopbackEcho) async throws(ReadingFailure) -> Ending? {
        let deflate = settings.compresses ? ServerDeflate(settings) : nil
        var (message, first): ([UInt8], UInt8) = ([], 0)
        while let frame = try await readFrame() {
            switch frame.firstByte & 0x0F {
            case LoopbackFrame.Opcode.ping.rawValue:
                try await send(LoopbackFrame(.pong, frame.payload).bytes)
            case LoopbackFrame.Opcode.pong.rawValue: break
            case LoopbackFrame.Opcode.close.rawValue:
                try await send(LoopbackFrame(.close, Array(frame.payload.prefix(2))).bytes)
                return .orderly
            case let opcode:
                if opcode != 0 { (message, first) = ([], frame.firstByte) }
                guard frame.payload.count <= Self.messageByteLimit - message.count else { return try await end(1009) }
                message += frame.payload
                if frame.firstByte & 0x80 == 0 { continue }
                if first & 0x40 != 0, let deflate {
                    guard let unpacked = deflate.decompress(message, atMost: Self.messageByteLimit) else {
                        return try await end(1009)
                    }
                    message = unpacked
                }
                if first & 0x0F == 1, String(validating: message, as: UTF8.self) == nil { return try await end(1007) }
                try await reply(message, opcode: first & 0x0F, settings, deflate)
            }
        }
        return .orderly
    }

    /// Ends the WebSocket for a reason (RFC 6455 section 7.4.1).
    private func end(_ code: Int) async throws(ReadingFailure) -> Ending {
        try await send(LoopbackFrame.close(code).bytes)
        return .orderly
    }

    private func reply(
        _ message: [UInt8], opcode: UInt8, _ settings: LoopbackEcho, _ deflate: ServerDeflate?
    ) async throws(ReadingFailure) {
        let packed = deflate?.compress(message)
        let payload = packed ?? message
        let size = max(1, settings.fragmentBytes ?? payload.count)
        var start = 0
        repeat {
            let end = min(payload.count, start + size)
            var frame = LoopbackFrame(.continuation, Array(payload[start..<end]), isFinal: end == payload.count)
            if start == 0 { frame.firstByte |= opcode | (packed == nil ? 0 : 0x40) }
            try await send(frame.bytes)
            start = end
        } while start < payload.count
    }

    /// The next frame, unmasked; `nil` if the client closes instead.
    private func readFrame() async throws(ReadingFailure) -> LoopbackFrame? {
        guard try await fill(2) else { return nil }
        let (first, second) = (buffer[used], buffer[used + 1])
        // RFC 6455 section 5.1: a client masks every frame.
        guard second & 0x80 != 0 else {
            throw .refused(RequestRefusal(status: 400, reason: "a client's frame isn't masked"))
        }
        let lengthBytes = second & 0x7F == 126 ? 2 : second & 0x7F == 127 ? 8 : 0
        guard try await fill(2 + lengthBytes + 4) else { throw .incomplete }
        var length = Int(second & 0x7F)
        if lengthBytes > 0 { length = buffer[(used + 2)..<(used + 2 + lengthBytes)].reduce(0) { $0 << 8 | Int($1) } }
        guard length >= 0, length <= Self.messageByteLimit else {
            throw .refused(RequestRefusal(status: 400, reason: "a frame is too long"))
        }
        let start = 2 + lengthBytes + 4
        guard try await fill(start + length) else { throw .incomplete }
        let mask = Array(buffer[(used + start - 4)..<(used + start)])
        var payload = Array(buffer[(used + start)..<(used + start + length)])
        for index in payload.indices { payload[index] ^= mask[index & 3] }
        used += start + length
        var frame = LoopbackFrame(.continuation, payload)
        frame.firstByte = first
        return frame
    }

    /// Whether `count` unread bytes are there, after reading as many.
    private func fill(_ count: Int) async throws(ReadingFailure) -> Bool {
        while buffer.count - used < count {
            if try await !receiveMore() { return false }
        }
        return true
    }
}
