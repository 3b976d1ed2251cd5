/// What a frame carries (RFC 6455 section 5.2).
enum Opcode: UInt8 {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    var isControl: Bool { rawValue & 0x8 != 0 }
}

/// The head of a frame (RFC 6455 section 5.2).
///
/// ```
///   FIN RSV1 RSV2 RSV3 opcode(4) | MASK length(7) | length(16 or 64), if 126 or 127 | mask(32), if MASK
/// ```
struct FrameHeader: Equatable {
    var isFinal = true
    /// RSV1: the message is compressed (RFC 7692 section 6).
    var isCompressed = false
    var opcode: Opcode
    var length: Int64
    /// The masking key as it lies in memory, its first byte at the lowest address.
    var mask: UInt32?

    /// The longest head: 2 + 8 + 4 bytes.
    static let byteLimit = 14

    /// RFC 6455 section 5.5: the most a control frame carries.
    static let controlByteLimit = 125

    func encode(into output: inout [UInt8]) {
        output.append((isFinal ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode.rawValue)
        let masked: UInt8 = mask == nil ? 0 : 0x80
        // RFC 6455 section 5.2: the shortest form of the length.
        if length <= 125 {
            output.append(masked | UInt8(truncatingIfNeeded: length))
        } else if length <= 0xFFFF {
            output.append(masked | 126)
            for shift in [8, 0] { output.append(UInt8(truncatingIfNeeded: length >> Int64(shift))) }
        } else {
            output.append(masked | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                output.append(UInt8(truncatingIfNeeded: length >> Int64(shift)))
            }
        }
        if let mask { for shift in [0, 8, 16, 24] { output.append(UInt8(truncatingIfNeeded: mask >> UInt32(shift))) } }
    }
}

/// What a reader of frames demands of every head.
struct FrameRules {
    /// Whether the peer is a client.
    var expectsMask: Bool
    var allowsCompression: Bool
    var frameBytes: Int64
}

/// Reads the heads of frames, which may come in pieces.
struct FrameHeaderReader {
    let rules: FrameRules
    /// The beginning of a head that isn't complete.
    private(set) var held: [UInt8] = []

    init(_ rules: FrameRules) {
        self.rules = rules
    }

    /// - Returns: how much of `input` belongs to the head, and the head once it is complete.
    mutating func read(
        _ input: RawSpan
    ) throws(WebSocketError.PeerFault) -> (consumed: Int, header: FrameHeader?) {
        if held.isEmpty, let (count, header) = try Self.parse(input, rules) { return (count, header) }
        // A head is short: the few bytes that cross two pieces are copied.
        var consumed = 0
        while consumed < input.byteCount, held.count < FrameHeader.byteLimit {
            // SAFETY: `consumed` is below the count, and a byte needs no alignment.
            held.append(input.unsafeLoad(fromByteOffset: consumed, as: UInt8.self))
            consumed += 1
            if let (_, header) = try Self.parse(held.span.bytes, rules) {
                held.removeAll(keepingCapacity: true)
                return (consumed, header)
            }
        }
        return (consumed, nil)
    }

    /// Reads a head at the beginning of `bytes`; `nil` if it isn't complete. Faults are found as early as can be.
    private static func parse(
        _ bytes: RawSpan, _ rules: FrameRules
    ) throws(WebSocketError.PeerFault) -> (count: Int, header: FrameHeader)? {
        guard bytes.byteCount >= 2 else { return nil }
        // SAFETY: two bytes are there; a byte needs no alignment.
        let (first, second) = (bytes.unsafeLoad(as: UInt8.self), bytes.unsafeLoad(fromByteOffset: 1, as: UInt8.self))
        var header = try begin(first, second, rules)
        let lengthBytes = header.length == 126 ? 2 : header.length == 127 ? 8 : 0
        let count = 2 + lengthBytes + (second & 0x80 != 0 ? 4 : 0)
        guard bytes.byteCount >= count else { return nil }
        if lengthBytes > 0 { header.length = try longLength(bytes.extracting(2..<2 + lengthBytes)) }
        guard header.length <= rules.frameBytes else { throw .frameTooLong(limit: rules.frameBytes) }
        if second & 0x80 != 0 {
            // SAFETY: `count` bytes are there, and the mask is the last four of them.
            let mask = bytes.unsafeLoadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            header.mask = UInt32(littleEndian: mask)
        }
        return (count, header)
    }

    private static func begin(
        _ first: UInt8, _ second: UInt8, _ rules: FrameRules
    ) throws(WebSocketError.PeerFault) -> FrameHeader {
        guard let opcode = Opcode(rawValue: first & 0x0F) else { throw .unknownOpcode(first & 0x0F) }
        // RFC 6455 section 5.2 and RFC 7692 section 6: RSV1 only on the first frame of a message, if negotiated.
        let allowed: UInt8 = rules.allowsCompression && (opcode == .text || opcode == .binary) ? 0x40 : 0
        guard first & 0x70 & ~allowed == 0 else { throw .reservedBits(first & 0x70) }
        let header = FrameHeader(
            isFinal: first & 0x80 != 0, isCompressed: first & 0x40 != 0, opcode: opcode, length: Int64(second & 0x7F))
        // RFC 6455 section 5.5: control frames are short and never fragmented.
        if opcode.isControl {
            guard header.isFinal else { throw .fragmentedControlFrame }
            guard header.length <= 125 else { throw .longControlFrame(header.length) }
        }
        // RFC 6455 section 5.1: a client masks every frame, a server none.
        guard (second & 0x80 != 0) == rules.expectsMask else { throw rules.expectsMask ? .unmasked : .masked }
        return header
    }

    /// RFC 6455 section 5.2: the shortest form, and the highest bit of the longest one is 0.
    private static func longLength(_ bytes: RawSpan) throws(WebSocketError.PeerFault) -> Int64 {
        var length: UInt64 = 0
        for offset in 0..<bytes.byteCount {
            // SAFETY: the offset is below the count; a byte needs no alignment.
            length = length << 8 | UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
        }
        guard length >= (bytes.byteCount == 2 ? 126 : 0x1_0000), length <= UInt64(Int64.max) else {
            throw .malformedLength
        }
        return Int64(length)
    }
}
