/// Puts messages into frames.
struct MessageWriter: ~Copyable {
    private let role: WebSocketCodec.Role
    private var masks: MaskSource
    private var deflater: MessageDeflater?
    /// The message whose last part is still to come.
    private var message: Message?

    var watcher: (@Sendable (WebSocketFrame) -> Void)?

    private struct Message {
        var kind: WebSocketMessage.Kind
        var isCompressed: Bool
        var isFirst = true
        var text = UTF8Check()
    }

    /// Shorter messages go uncompressed: deflate makes them no smaller, unless they repeat.
    private static let leastForCompression = 32

    init(_ role: WebSocketCodec.Role, _ compression: PerMessageDeflate?, _ masks: MaskSource) {
        self.role = role
        self.masks = masks
        guard let compression else { return }
        let isClient = role == .client
        deflater = MessageDeflater(
            windowBits: isClient ? compression.clientMaxWindowBits : compression.serverMaxWindowBits,
            resetting: isClient ? compression.clientNoContextTakeover : compression.serverNoContextTakeover)
    }

    /// Whether a message was begun and not ended.
    var isMessageOpen: Bool { message != nil }

    mutating func encode(
        _ bytes: RawSpan, _ kind: WebSocketMessage.Kind, isLast: Bool, into output: inout [UInt8]
    ) throws(WebSocketError) {
        var current: Message
        if let message {
            guard message.kind == kind else { throw .caller(.messageUnfinished) }
            current = message
        } else {
            let isLong = !isLast || bytes.byteCount >= Self.leastForCompression
            current = Message(kind: kind, isCompressed: isLong && deflater != nil)
        }
        // RFC 6455 section 5.6: text is UTF-8 as a whole; a part may end inside a character.
        if kind == .text {
            guard current.text.accepts(bytes), !isLast || current.text.isComplete else { throw .caller(.notUTF8) }
        }
        var header = FrameHeader(
            isFinal: isLast, isCompressed: current.isCompressed && current.isFirst,
            opcode: current.isFirst ? (kind == .text ? .text : .binary) : .continuation, length: 0)
        if current.isCompressed {
            let compressed = try deflater?.deflate(bytes, isLast: isLast) ?? []
            // Nothing to send yet: the next frame is then the first.
            if !compressed.isEmpty || isLast {
                try append(&header, compressed.span.bytes, to: &output)
                current.isFirst = false
            }
        } else {
            try append(&header, bytes, to: &output)
            current.isFirst = false
        }
        message = isLast ? nil : current
    }

    mutating func encode(
        control opcode: Opcode, _ bytes: [UInt8], into output: inout [UInt8]
    ) throws(WebSocketError) {
        guard bytes.count <= FrameHeader.controlByteLimit else {
            throw .caller(.controlTooLong(limit: FrameHeader.controlByteLimit))
        }
        var header = FrameHeader(opcode: opcode, length: 0)
        try append(&header, bytes.span.bytes, to: &output)
    }

    private mutating func append(
        _ header: inout FrameHeader, _ payload: RawSpan, to output: inout [UInt8]
    ) throws(WebSocketError) {
        header.length = Int64(payload.byteCount)
        // RFC 6455 section 5.3: a fresh key for every frame.
        if role == .client { header.mask = try masks.next() }
        header.encode(into: &output)
        watcher?(WebSocketFrame(header, isSent: true))
        if let key = header.mask {
            var masking = Masking(key)
            masking.append(payload, to: &output)
        } else {
            output.append(copying: payload)
        }
    }
}
