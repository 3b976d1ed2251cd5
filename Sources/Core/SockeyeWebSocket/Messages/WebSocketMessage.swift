/// A whole message (RFC 6455 section 1.2). Closed: the RFC has no other kinds.
public enum WebSocketMessage: Sendable, Hashable {
    /// A text message; on the wire it is UTF-8.
    case text(String)
    /// A binary message.
    case binary([UInt8])

    /// What kind of message this is.
    public var kind: Kind {
        switch self {
        case .text: .text
        case .binary: .binary
        }
    }

    /// The payload on the wire, before compression.
    public var bytes: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .binary(let bytes): bytes
        }
    }

    /// Text or binary (RFC 6455 section 5.6). Closed: the RFC has no other kinds.
    public enum Kind: Sendable, Hashable {
        /// A text.
        case text
        /// Bytes.
        case binary
    }
}
