/// A frame as a server sends it, right or wrong (RFC 6455 section 5.2).
///
/// ```swift
/// script: [.acceptWebSocket(), .sendBytes(LoopbackFrame(.text, "Hel", isFinal: false).bytes), .cut]
/// ```
package struct LoopbackFrame: Sendable {
    /// What a frame carries, by its number.
    package enum Opcode: UInt8, Sendable {
        /// More of the message begun before.
        case continuation = 0
        /// A message of text.
        case text = 1
        /// A message of bytes.
        case binary = 2
        /// The end, with a code and a reason.
        case close = 8
        /// To be answered with a pong.
        case ping = 9
        /// The answer to a ping.
        case pong = 10
    }

    /// FIN, RSV1 to RSV3 and the opcode.
    package var firstByte: UInt8
    /// The payload.
    package var payload: [UInt8]
    /// Masks the payload with this key, which a server must not.
    package var mask: [UInt8]?

    /// A frame with these bytes.
    package init(_ opcode: Opcode, _ payload: [UInt8] = [], isFinal: Bool = true) {
        firstByte = (isFinal ? 0x80 : 0) | opcode.rawValue
        self.payload = payload
    }

    /// A frame with the UTF-8 bytes of a text.
    package init(_ opcode: Opcode, _ text: String, isFinal: Bool = true) {
        self.init(opcode, Array(text.utf8), isFinal: isFinal)
    }

    /// A close frame.
    package static func close(_ code: Int, _ reason: String = "") -> LoopbackFrame {
        LoopbackFrame(
            .close, [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)] + Array(reason.utf8))
    }

    /// The frame on the wire.
    package var bytes: [UInt8] {
        let count = payload.count
        var bytes = [firstByte]
        let flag: UInt8 = mask == nil ? 0 : 0x80
        if count < 126 {
            bytes.append(flag | UInt8(count))
        } else if count < 65_536 {
            bytes += [flag | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
        } else {
            bytes.append(flag | 127)
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
        }
        guard let mask, mask.count == 4 else { return bytes + payload }
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }
}
