/// Why a WebSocket failed, and whose fault it is.
@nonexhaustive
public enum WebSocketError: Error, Sendable, Hashable {
    /// The peer broke the protocol, at this offset in what it sent after the handshake.
    case peer(PeerFault, offset: Int64)
    /// The caller asked for what can't be sent.
    case caller(CallerFault)
    /// The server switched protocols, but not as the handshake demands.
    case handshake(HandshakeFault)

    /// What the peer did.
    @nonexhaustive
    public enum PeerFault: Error, Sendable, Hashable {
        /// A reserved bit is set that no extension gave a meaning.
        case reservedBits(UInt8)
        /// An opcode that RFC 6455 doesn't define.
        case unknownOpcode(UInt8)
        /// A control frame in pieces.
        case fragmentedControlFrame
        /// A control frame has more than 125 bytes.
        case longControlFrame(Int64)
        /// A frame of a server is masked.
        case masked
        /// A frame of a client isn't masked.
        case unmasked
        /// A length takes more bytes than needed, or has its highest bit set.
        case malformedLength
        /// A continuation without a message to continue.
        case unexpectedContinuation
        /// A new message inside another one.
        case messageInsideMessage
        /// A text that isn't UTF-8.
        case notUTF8
        /// A close frame with one byte.
        case shortClose
        /// A code that no close frame may have.
        case reservedCloseCode(UInt16)
        /// The compressed data is corrupt, with the reason.
        case corruptCompression(String)
        /// A frame longer than the limit.
        case frameTooLong(limit: Int64)
        /// A message longer than the limit.
        case messageTooLong(limit: Int64)
        /// A message that decompresses to more than the limit allows.
        case ratioExceeded(limit: Int64)
        /// The connection ended without a close frame.
        case cut
    }

    /// What the caller did.
    @nonexhaustive
    public enum CallerFault: Sendable, Hashable {
        /// The close frame was sent or received: nothing can be sent any more.
        case closed
        /// A new message before the last part of another one, or a part of another kind.
        case messageUnfinished
        /// The reason isn't UTF-8.
        case notUTF8
        /// The payload of a ping, or the reason of a close, is too long.
        case controlTooLong(limit: Int)
        /// A code that no close frame may have.
        case unsendableCloseCode(UInt16)
        /// Subprotocols must be distinct tokens (RFC 6455 section 4.1).
        case malformedProtocol(String)
        /// The system has no random bytes, or memory for the compressor.
        case outOfResources
        /// The socket was used after `withWebSocket`'s closure returned.
        case outOfScope
        /// The request says HTTP/1.0, which can't switch protocols.
        case oldVersion
        /// The request has another method than GET, or a body.
        case needsGet
        /// A request to a ws or wss URL that opens no WebSocket.
        case notOpened
    }

    /// What is wrong with the answer to the handshake.
    @nonexhaustive
    public enum HandshakeFault: Sendable, Hashable {
        /// The answer says HTTP/1.0, which can't switch protocols.
        case oldVersion
        /// The Upgrade or Connection field doesn't say that the protocol is switched.
        case notUpgraded
        /// Sec-WebSocket-Accept is missing or isn't the answer to the key.
        case wrongAccept
        /// A subprotocol that wasn't offered.
        case unofferedProtocol(String)
        /// An extension that wasn't offered, or with parameters that don't fit the offer.
        case unusableExtension(String)
    }

    /// The code of the close frame that answers this error (RFC 6455 section 7.4.1).
    public var closeCode: WebSocketCloseCode {
        guard case .peer(let fault, _) = self else { return .internalError }
        return switch fault {
        case .notUTF8, .corruptCompression: .invalidPayload
        case .frameTooLong, .messageTooLong: .messageTooBig
        case .ratioExceeded: .policyViolation
        case .cut: .abnormal
        default: .protocolError
        }
    }
}

extension WebSocketError: CustomStringConvertible {
    /// What happened and where.
    public var description: String {
        switch self {
        case .peer(.cut, let offset): "the peer ended the connection after \(offset) bytes, without a close frame"
        case .peer(let fault, let offset): "the peer broke the WebSocket protocol at byte \(offset): \(fault)"
        case .caller(let fault): "\(fault)"
        case .handshake(let fault): "the WebSocket handshake failed: \(fault)"
        }
    }
}

extension WebSocketError.PeerFault: CustomStringConvertible {
    /// What happened, and what to do about it.
    public var description: String {
        switch self {
        case .reservedBits: "a reserved bit is set"
        case .unknownOpcode(let opcode): "unknown opcode \(opcode)"
        case .fragmentedControlFrame: "a control frame is fragmented"
        case .longControlFrame(let length): "a control frame has \(length) bytes, more than 125"
        case .masked: "a server's frame is masked"
        case .unmasked: "a client's frame isn't masked"
        case .malformedLength: "malformed frame length"
        case .unexpectedContinuation: "a continuation without a message"
        case .messageInsideMessage: "a message begins inside another one"
        case .notUTF8: "text that isn't UTF-8"
        case .shortClose: "a close frame with one byte"
        case .reservedCloseCode(let code): "the close code \(code) may not be sent"
        case .corruptCompression(let reason): "corrupt compressed data: \(reason)"
        case .frameTooLong(let limit): "a frame is longer than \(limit) bytes"
        case .messageTooLong(let limit):
            "a message is longer than \(limit) bytes; raise limits.messageBytes, and receive it in pieces"
        case .ratioExceeded(let limit):
            "a message grows more than \(limit)-fold when decompressed; this looks like a decompression bomb"
        case .cut: "no close frame"
        }
    }
}

extension WebSocketError.CallerFault: CustomStringConvertible {
    /// What happened, and what to do about it.
    public var description: String {
        switch self {
        case .closed: "the WebSocket is closed; nothing more can be sent"
        case .messageUnfinished: "a message was begun inside another one; finish that one first"
        case .notUTF8: "a text message must be UTF-8; send it as binary"
        case .controlTooLong(let limit): "too long for a control frame; at most \(limit) bytes fit"
        case .unsendableCloseCode(let code): "the close code \(code) may not be sent; use 1000, or 3000 to 4999"
        case .malformedProtocol(let name): "\"\(name)\" can't be a subprotocol; use distinct tokens"
        case .outOfResources: "not enough memory or random bytes for a frame"
        case .outOfScope: "the WebSocket was used after withWebSocket's closure returned; use it inside"
        case .needsGet: "a WebSocket is opened with GET and without a body"
        case .notOpened: "ws and wss URLs are for WebSockets: use withWebSocket, or http or https"
        case .oldVersion: "a WebSocket can't be opened with HTTP/1.0; leave the request's version at 1.1"
        }
    }
}

extension WebSocketError.HandshakeFault: CustomStringConvertible {
    /// What happened, and what to do about it.
    public var description: String {
        switch self {
        case .oldVersion: "the answer is in HTTP/1.0, which can't switch protocols"
        case .notUpgraded: "the answer doesn't switch to websocket in its Upgrade and Connection fields"
        case .wrongAccept: "Sec-WebSocket-Accept isn't the answer to the key"
        case .unofferedProtocol(let name): "the server chose a subprotocol that wasn't offered: \(name)"
        case .unusableExtension(let text): "the server chose an extension that wasn't offered so: \(text)"
        }
    }
}
