import SockeyeWebSocket

/// What came of the bytes.
private struct Outcome: Equatable {
    enum Event: Equatable {
        case message(WebSocketMessage.Kind, [UInt8])
        case other(WebSocketCodec.Event)
    }

    var events: [Event] = []
    var error: WebSocketError?
    var phase = WebSocketPhases.open

    /// Feeds `bytes` in pieces of the lengths from `pieceLength`, then ends the connection.
    init(
        _ bytes: [UInt8], _ role: WebSocketCodec.Role, _ compression: PerMessageDeflate?,
        pieceLength: (Int) -> Int
    ) {
        var limits = WebSocketLimits()
        limits.frameBytes = 100_000
        limits.messageBytes = 200_000
        var codec = WebSocketCodec(role: role, compression: compression, limits: limits)
        var content: [UInt8] = []
        do throws(WebSocketError) {
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + max(1, pieceLength(start)))
                // Each piece gets its own memory, so that the sanitizer sees a read past its end.
                let piece = Array(bytes[start..<end])
                var position = 0
                var isDone = false
                while !isDone {
                    let (count, event) = try codec.receive(
                        piece.span.bytes.extracting(position..<piece.count), into: &content)
                    position += count
                    require(Int64(content.count) <= limits.messageBytes, "a message above its limit")
                    isDone = take(event, &content)
                }
                require(position == piece.count, "bytes were left")
                start = end
            }
            try codec.receiveEnd()
        } catch {
            self.error = error
            require(!error.description.isEmpty, "an error without words")
        }
        phase = codec.phase
    }

    /// Returns whether the piece is used up.
    private mutating func take(_ event: WebSocketCodec.Event, _ content: inout [UInt8]) -> Bool {
        switch event {
        case .needMore: return true
        case .content: return false
        case .message(let kind):
            if kind == .text { precondition(String(validating: content, as: UTF8.self) != nil) }
            events.append(.message(kind, content))
            content = []
        case .ping(let bytes), .pong(let bytes):
            require(bytes.count <= 125, "a long control frame")
            events.append(.other(event))
        case .close: events.append(.other(event))
        }
        return false
    }

    /// The same, whatever the split. Of several faults in compressed text, which one is met first depends on it.
    func isLike(_ other: Outcome) -> Bool {
        events == other.events && phase == other.phase && (error == nil) == (other.error == nil)
    }
}

extension Check {
    /// Invariant: however the frames of a peer are split, they yield the same events, within the limits; what was
    /// understood can be sent, and is understood the same.
    static func webSocket(_ input: Input) {
        let bytes = input.bytes
        let role: WebSocketCodec.Role = input.choice & 1 == 0 ? .client : .server
        var compression: PerMessageDeflate?
        if input.choice & 2 != 0 {
            compression = PerMessageDeflate()
            compression?.serverNoContextTakeover = input.choice & 4 != 0
            compression?.clientNoContextTakeover = input.choice & 4 != 0
        }
        let whole = Outcome(bytes, role, compression) { _ in bytes.count }
        let single = Outcome(bytes, role, compression) { _ in 1 }
        let mixed = Outcome(bytes, role, compression) { position in Int(bytes[position] & 0x1F) + 1 }
        require(whole.isLike(single), "\(whole) is not \(single), byte by byte")
        require(whole.isLike(mixed), "\(whole) is not \(mixed), in pieces")
        for case .message(let kind, let content) in whole.events { roundTrip(kind, content, compression) }
        _ = try? PerMessageDeflate.agreed([input.text], offer: PerMessageDeflate())
    }
}

private func roundTrip(_ kind: WebSocketMessage.Kind, _ content: [UInt8], _ compression: PerMessageDeflate?) {
    var client = WebSocketCodec(compression: compression)
    var server = WebSocketCodec(role: .server, compression: compression)
    var (wire, received): ([UInt8], [UInt8]) = ([], [])
    do {
        try client.encode(content.span.bytes, kind, into: &wire)
        var used = 0
        while true {
            let (count, event) = try server.receive(wire.span.bytes.extracting(droppingFirst: used), into: &received)
            used += count
            if event == .message(kind) { break }
            require(event != .needMore, "a frame of ours is incomplete")
        }
        require(received == content && used == wire.count, "a message came back changed")
    } catch {
        fail("a message can't be sent again: \(error)")
    }
}
