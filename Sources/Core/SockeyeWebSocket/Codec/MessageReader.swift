/// Takes frames apart and puts messages together.
///
/// ```
///   head ──→ data payload ── unmask ── inflate ── UTF-8 ──→ content
///     ↑ └──→ control payload, whole ──→ ping · pong · close
///     └───────────── the end of the frame
/// ```
struct MessageReader: ~Copyable {
    private typealias Fault = WebSocketError.PeerFault

    private var headers: FrameHeaderReader
    private var inflater: MessageInflater?
    private let compression: (isAgreed: Bool, resets: Bool)
    private let limits: WebSocketLimits
    /// The frame whose payload is being read.
    private var frame: Frame?
    /// The message whose frames are being read.
    private(set) var message: Message?
    var watcher: (@Sendable (WebSocketFrame) -> Void)?
    private var control: [UInt8] = []

    private struct Frame {
        var opcode: Opcode
        var isFinal: Bool
        var remaining: Int64
        var masking: Masking?
    }

    struct Message {
        var kind: WebSocketMessage.Kind
        var isCompressed: Bool
        /// Bytes as received, and decompressed.
        var received: Int64 = 0
        var bytes: Int64 = 0
        var text = UTF8Check()
    }

    /// Compressed bytes taken at once, which deflate can't grow to more than 4 MiB.
    private static let inflateBytes = 4096
    /// After decompressing this much, the caller gets to see it.
    private static let contentBytes = 256 * 1024
    /// Memory that is reserved because a head announces it, at most.
    private static let reservedByteLimit: Int64 = 4 << 20

    init(_ role: WebSocketCodec.Role, _ compression: PerMessageDeflate?, _ limits: WebSocketLimits) {
        headers = FrameHeaderReader(
            FrameRules(
                expectsMask: role == .server, allowsCompression: compression != nil, frameBytes: limits.frameBytes))
        self.limits = limits
        let resets =
            role == .client ? compression?.serverNoContextTakeover : compression?.clientNoContextTakeover
        self.compression = (compression != nil, resets ?? false)
    }

    mutating func receive(
        _ input: RawSpan, into content: inout [UInt8]
    ) throws(WebSocketError.PeerFault) -> (consumed: Int, event: WebSocketCodec.Event) {
        var used = 0
        while true {
            if frame == nil {
                let (count, header) = try headers.read(input.extracting(droppingFirst: used))
                used += count
                guard let header else { return (used, .needMore) }
                try begin(header, &content)
            }
            let rest = input.extracting(droppingFirst: used)
            let (count, event) = try payload(rest, &content)
            used += count
            if let event { return (used, event) }
        }
    }

    private mutating func begin(_ header: FrameHeader, _ content: inout [UInt8]) throws(WebSocketError.PeerFault) {
        watcher?(WebSocketFrame(header, isSent: false))
        switch header.opcode {
        case .close, .ping, .pong: control.removeAll(keepingCapacity: true)
        case .continuation:
            if message == nil { throw .unexpectedContinuation }
        case .text, .binary:
            // RFC 6455 section 5.4: the fragments of one message aren't interleaved with those of another.
            if message != nil { throw .messageInsideMessage }
            message = Message(
                kind: header.opcode == .text ? .text : .binary, isCompressed: header.isCompressed)
        }
        if !header.opcode.isControl, let message, !message.isCompressed {
            let most = limits.messageBytes
            guard header.length <= most - message.bytes else { throw .messageTooLong(limit: most) }
            let reserved = Int(min(header.length, Self.reservedByteLimit))
            if content.capacity - content.count < reserved { content.reserveCapacity(content.count + reserved) }
        }
        frame = Frame(
            opcode: header.opcode, isFinal: header.isFinal, remaining: header.length,
            masking: header.mask.map(Masking.init))
    }

    /// Reads payload of the open frame. Returns no event if the frame has ended without one.
    private mutating func payload(
        _ input: RawSpan, _ content: inout [UInt8]
    ) throws(WebSocketError.PeerFault) -> (consumed: Int, event: WebSocketCodec.Event?) {
        guard var frame else { return (0, nil) }
        var count = Int(min(frame.remaining, Int64(input.byteCount)))
        if !frame.opcode.isControl, message?.isCompressed == true { count = min(count, Self.inflateBytes) }
        let piece = input.extracting(first: count)
        frame.remaining -= Int64(count)
        if frame.opcode.isControl {
            let offset = control.count
            control.append(copying: piece)
            frame.masking?.apply(to: &control, from: offset)
        } else {
            try take(piece, &frame, &content)
        }
        guard frame.remaining == 0 else {
            self.frame = frame
            if count == input.byteCount { return (count, .needMore) }
            return (count, content.count >= Self.contentBytes ? .content : nil)
        }
        self.frame = nil
        if frame.opcode.isControl { return (count, try controlEvent(frame.opcode)) }
        if frame.isFinal { return (count, try endMessage(&content)) }
        // However small its frames are, a message is held no further than this.
        return (count, content.count >= Self.contentBytes ? .content : nil)
    }

    private mutating func take(
        _ piece: RawSpan, _ frame: inout Frame, _ content: inout [UInt8]
    ) throws(WebSocketError.PeerFault) {
        guard var message else { return }
        message.received += Int64(piece.byteCount)
        let start = content.count
        if message.isCompressed {
            try inflate(piece, &frame, &message, &content)
        } else {
            content.append(copying: piece)
            frame.masking?.apply(to: &content, from: start)
            message.bytes += Int64(piece.byteCount)
        }
        // RFC 6455 section 8.1: text that isn't UTF-8 fails the connection, as soon as that is known.
        if message.kind == .text, !message.text.accepts(content, from: start) { throw .notUTF8 }
        self.message = message
    }

    private mutating func inflate(
        _ piece: RawSpan, _ frame: inout Frame, _ message: inout Message, _ content: inout [UInt8]
    ) throws(WebSocketError.PeerFault) {
        if inflater == nil { inflater = MessageInflater(resetting: compression.resets) }
        if inflater == nil { throw .corruptCompression("not enough memory") }
        var bytes = message.bytes
        let (received, limits) = (message.received, limits)
        let check = { (count: Int) throws(WebSocketError.PeerFault) in
            bytes += Int64(count)
            try Self.check(bytes, received, limits)
        }
        if frame.masking == nil {
            try inflater?.inflate(piece, into: &content, check)
        } else {
            var unmasked: [UInt8] = []
            unmasked.append(copying: piece)
            frame.masking?.apply(to: &unmasked, from: 0)
            try inflater?.inflate(unmasked.span.bytes, into: &content, check)
        }
        message.bytes = bytes
    }

    private static func check(
        _ bytes: Int64, _ received: Int64, _ limits: WebSocketLimits
    ) throws(WebSocketError.PeerFault) {
        if bytes > limits.messageBytes { throw .messageTooLong(limit: limits.messageBytes) }
        if bytes > limits.ratioThreshold, bytes / max(1, received) > limits.ratio {
            throw .ratioExceeded(limit: limits.ratio)
        }
    }

    private mutating func endMessage(
        _ content: inout [UInt8]
    ) throws(WebSocketError.PeerFault) -> WebSocketCodec.Event {
        guard var message else { return .needMore }
        if message.isCompressed {
            let start = content.count
            var bytes = message.bytes
            let (received, limits) = (message.received, limits)
            if inflater == nil { inflater = MessageInflater(resetting: compression.resets) }
            try inflater?.finish(into: &content) { count throws(WebSocketError.PeerFault) in
                bytes += Int64(count)
                try Self.check(bytes, received, limits)
            }
            if message.kind == .text, !message.text.accepts(content, from: start) { throw .notUTF8 }
        }
        if message.kind == .text, !message.text.isComplete { throw .notUTF8 }
        self.message = nil
        return .message(message.kind)
    }

    private func controlEvent(_ opcode: Opcode) throws(WebSocketError.PeerFault) -> WebSocketCodec.Event {
        switch opcode {
        case .ping: return .ping(control)
        case .pong: return .pong(control)
        default: break
        }
        // RFC 6455 section 5.5.1: no body, or a code of two bytes and a reason in UTF-8.
        if control.isEmpty { return .close(.noCode, reason: "") }
        guard control.count >= 2 else { throw .shortClose }
        let code = WebSocketCloseCode(rawValue: UInt16(control[0]) << 8 | UInt16(control[1]))
        guard code.isSendable else { throw .reservedCloseCode(code.rawValue) }
        var text = UTF8Check()
        guard text.accepts(control, from: 2), text.isComplete else { throw .notUTF8 }
        return .close(code, reason: String(decoding: control[2...], as: UTF8.self))
    }
}
