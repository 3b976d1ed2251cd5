/// `/ws/…`: what answers the handshake of a WebSocket.
enum WebSocketRoutes {
    /// What `/ws/send/N/SIZE` is held to: every message is a step in memory, and all are the same frame.
    private static let messageLimit = 100_000
    private static let messageByteLimit = 16 << 20

    /// `words` is the path, without its slashes.
    static func reply(to request: ReceivedRequest, _ words: [String]) -> LoopbackReply {
        guard var handshake = ServerHandshake(request) else {
            // RFC 6455 section 4.2.2 and RFC 9110 section 15.5.22.
            var reply = LoopbackReply.text("open this as a WebSocket\n", status: 426)
            reply.fields += [.init("Upgrade", "websocket"), .init("Sec-WebSocket-Version", "13")]
            return reply
        }
        let number = words.count > 2 ? decimal(words[2]) : nil
        var steps: [Step]
        switch (words.dropFirst().first, number) {
        case ("echo", _):
            if request.query != "plain" { handshake.compress(request) }
            steps = [.echoMessages(handshake.echo)]
        case ("fragments", let size?):
            if request.query != "plain" { handshake.compress(request) }
            handshake.echo.fragmentBytes = size
            steps = [.echoMessages(handshake.echo)]
        case ("send", let count?):
            let size = min(messageByteLimit, words.count > 3 ? decimal(words[3]) ?? 64 : 64)
            let frame = LoopbackFrame(.binary, BytePattern.bytes(0..<size)).bytes
            steps = Array(repeating: .sendBytes(frame), count: min(count, messageLimit))
            steps += [.sendBytes(LoopbackFrame.close(1000).bytes), .awaitFrame]
        case ("close", let code?):
            steps = [.sendBytes(LoopbackFrame.close(code, "as asked").bytes), .awaitFrame]
        default: return .text("no route for \(request.path); see / for a list\n", status: 404)
        }
        var reply = LoopbackReply(status: 101, fields: handshake.fields, body: steps + [.close])
        reply.reason = "Switching Protocols"
        return reply
    }
}
