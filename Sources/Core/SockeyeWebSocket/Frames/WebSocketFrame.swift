/// A frame as its head has it, for those who watch.
package struct WebSocketFrame: Sendable, Hashable {
    /// What the frame carries. Closed: RFC 6455 section 5.2 reserves the other opcodes for extensions, and they are refused.
    package enum Content: String, Sendable, Hashable {
        /// More of the message begun before.
        case continuation
        /// A message of text.
        case text
        /// A message of bytes.
        case binary
        /// The end, with a code and a reason.
        case close
        /// To be answered with a pong.
        case ping
        /// The answer to a ping.
        case pong
    }

    /// What it carries.
    package var content: Content
    /// Whether this side sent it.
    package var isSent: Bool
    /// Whether it is the last one of its message.
    package var isFinal: Bool
    /// Whether its message is compressed; only the first frame says so.
    package var isCompressed: Bool
    /// The bytes of its payload, on the wire.
    package var length: Int64

    init(_ header: FrameHeader, isSent: Bool) {
        content =
            switch header.opcode {
            case .continuation: .continuation
            case .text: .text
            case .binary: .binary
            case .close: .close
            case .ping: .ping
            case .pong: .pong
            }
        self.isSent = isSent
        isFinal = header.isFinal
        isCompressed = header.isCompressed
        length = header.length
    }
}

extension WebSocketFrame: CustomStringConvertible {
    /// Such as `text, 5 bytes, compressed, more to come`.
    package var description: String {
        "\(content.rawValue), \(length) \(length == 1 ? "byte" : "bytes")" + (isCompressed ? ", compressed" : "")
            + (isFinal ? "" : ", more to come")
    }
}
