/// A WebSocket after its handshake, as bytes (RFC 6455, RFC 7692): no descriptor, no clock, nothing that waits.
///
/// ```
///   open ── encodeClose ──→ closeSent ── .close ──→ closed          (all transitions: WebSocketPhases)
///     └──── .close ──→ closeReceived ── encodeClose ──┘
/// ```
///
/// ```swift
/// var codec = WebSocketCodec()
/// var (output, content): ([UInt8], [UInt8]) = ([], [])
/// try codec.encode("hello", into: &output)                       // send `output`
/// while true {                                                   // `input`: received bytes
///     let (consumed, event) = try codec.receive(input, into: &content)
///     switch event { … }                                         // .needMore: receive more, or call receiveEnd()
/// }
/// ```
package struct WebSocketCodec: ~Copyable {
    /// Which end this is. A client masks what it sends.
    package enum Role: Sendable, Hashable {
        /// The side that opened the connection; it masks what it sends.
        case client
        /// The side that accepted it.
        case server
    }

    /// What the bytes of the peer come to.
    package enum Event: Sendable, Hashable {
        /// All input is used up. There may be more content of the open message.
        case needMore
        /// There is much content of the open message, and more in the input: take the content now to keep little of it.
        case content
        /// The message is complete: `content` has its end, or all of it if nothing was taken out meanwhile.
        case message(WebSocketMessage.Kind)
        /// To be answered by ``encodePong(_:into:)`` with the same bytes.
        case ping([UInt8])
        /// An answer to a ping, with the ping's bytes.
        case pong([UInt8])
        /// The peer sends no more; to be answered by ``encodeClose(_:reason:into:)``. Everything after it is ignored.
        case close(WebSocketCloseCode, reason: String)
    }

    /// Where the connection is.
    package private(set) var phase = WebSocketPhases.open
    /// Bytes received so far.
    package private(set) var receivedBytes: Int64 = 0
    private var reader: MessageReader
    private var writer: MessageWriter
    private var failure: WebSocketError?
    /// Sees the head of every frame, received or sent.
    package var watcher: (@Sendable (WebSocketFrame) -> Void)? {
        get { reader.watcher }
        set {
            reader.watcher = newValue
            writer.watcher = newValue
        }
    }

    /// Begins after the handshake.
    ///
    /// - Parameters:
    ///   - role: which side this is: clients mask, servers don't.
    ///   - compression: as agreed in the handshake; `nil` for none.
    ///   - limits: on frames and messages.
    ///   - masks: where masks come from.
    package init(
        role: Role = .client, compression: PerMessageDeflate? = nil, limits: WebSocketLimits = WebSocketLimits(),
        masks: MaskSource = .system
    ) {
        reader = MessageReader(role, compression, limits)
        writer = MessageWriter(role, compression, masks)
    }

    // MARK: Receiving

    /// The kind of the message whose content comes next, once its first frame began.
    package var openMessage: WebSocketMessage.Kind? { reader.message?.kind }

    /// Reads received bytes up to the next event, and appends the content of messages to `content`.
    ///
    /// Call it again with the rest of the input until it returns ``Event/needMore``.
    ///
    /// - Throws: ``WebSocketError/peer(_:offset:)``; the connection is then over, and throws the same again. Send a close
    ///   frame with the error's ``WebSocketError/closeCode``.
    package mutating func receive(
        _ input: RawSpan, into content: inout [UInt8]
    ) throws(WebSocketError) -> (consumed: Int, event: Event) {
        if let failure { throw failure }
        // RFC 6455 section 1.4: whatever follows a close frame is discarded.
        guard phase.canReceive else { return (input.byteCount, .needMore) }
        do throws(WebSocketError.PeerFault) {
            let (consumed, event) = try reader.receive(input, into: &content)
            receivedBytes += Int64(consumed)
            if case .close = event { advance(.receiveClose) }
            return (consumed, event)
        } catch {
            throw fail(error)
        }
    }

    /// The peer ended the connection: an error unless its close frame came before.
    package mutating func receiveEnd() throws(WebSocketError) {
        if let failure { throw failure }
        if phase.canReceive { throw fail(.cut) }
    }

    private mutating func fail(_ fault: WebSocketError.PeerFault) -> WebSocketError {
        let error = WebSocketError.peer(fault, offset: receivedBytes)
        failure = error
        advance(.fail)
        return error
    }

    private mutating func advance(_ event: WebSocketPhases.Event) {
        phase = phase.after(event) ?? phase
    }

    // MARK: Sending

    /// Whether a message was begun with ``encode(_:_:isLast:into:)`` and not ended.
    package var isSendingMessage: Bool { writer.isMessageOpen }

    /// Appends a part of a message, in one frame: all of it, or as much as there is before the last part.
    ///
    /// - Throws: ``WebSocketError/caller(_:)`` after a close, for text that isn't UTF-8, or for a part of another kind than
    ///   the open message; nothing is appended then.
    package mutating func encode(
        _ bytes: RawSpan, _ kind: WebSocketMessage.Kind, isLast: Bool = true, into output: inout [UInt8]
    ) throws(WebSocketError) {
        guard phase.canSend else { throw .caller(.closed) }
        try writer.encode(bytes, kind, isLast: isLast, into: &output)
    }

    /// Appends a text message.
    package mutating func encode(_ text: String, into output: inout [UInt8]) throws(WebSocketError) {
        if writer.isMessageOpen { throw .caller(.messageUnfinished) }
        var text = text
        text.makeContiguousUTF8()
        try encode(text.utf8Span.span.bytes, .text, into: &output)
    }

    /// Appends a ping with at most 125 bytes.
    package mutating func encodePing(_ bytes: [UInt8] = [], into output: inout [UInt8]) throws(WebSocketError) {
        guard phase.canSend else { throw .caller(.closed) }
        try writer.encode(control: .ping, bytes, into: &output)
    }

    /// Appends the answer to a ping, or an unsolicited pong.
    package mutating func encodePong(_ bytes: [UInt8], into output: inout [UInt8]) throws(WebSocketError) {
        guard phase.canSend else { throw .caller(.closed) }
        try writer.encode(control: .pong, bytes, into: &output)
    }

    /// Appends a close frame: to begin closing, to answer the peer's, or to say why the connection fails.
    ///
    /// - Parameters:
    ///   - code: ``WebSocketCloseCode/noCode`` for a frame without one.
    ///   - reason: at most 123 bytes of UTF-8.
    ///   - output: the bytes to send; appended to.
    package mutating func encodeClose(
        _ code: WebSocketCloseCode = .normal, reason: String = "", into output: inout [UInt8]
    ) throws(WebSocketError) {
        guard phase.canSendClose else { throw .caller(.closed) }
        var body: [UInt8] = []
        if code != .noCode || !reason.isEmpty {
            guard code.isSendable else { throw .caller(.unsendableCloseCode(code.rawValue)) }
            guard reason.utf8.count <= 123 else { throw .caller(.controlTooLong(limit: 123)) }
            body = [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xFF)] + Array(reason.utf8)
        }
        try writer.encode(control: .close, body, into: &output)
        advance(.sendClose)
    }
}
