internal import CSystemShims

/// Decompresses messages (RFC 7692 section 7.2.2).
struct MessageInflater: ~Copyable {
    private let raw: OpaquePointer
    /// Whether the peer starts every message with an empty window.
    private let resets: Bool

    /// The memory for what is decompressed, before it is copied to the message.
    private static let roomBytes = 32 * 1024
    /// RFC 7692 section 7.2.2: what the sender took off the end of the message.
    private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

    /// `nil` if there is no memory. The window is always 32 KiB, which reads what was compressed with less.
    init?(resetting: Bool) {
        guard let raw = sockeye_inflate_new(Int32(SOCKEYE_INFLATE_RAW)) else { return nil }
        self.raw = raw
        resets = resetting
    }

    deinit {
        sockeye_inflate_free(raw)
    }

    /// Decompresses all of `input` and appends the result. `check` may stop it with a fault, and gets the count appended.
    func inflate(
        _ input: RawSpan, into content: inout [UInt8], _ check: (Int) throws(WebSocketError.PeerFault) -> Void
    ) throws(WebSocketError.PeerFault) {
        var used = 0
        while true {
            var (inputCount, outputCount) = (input.byteCount - used, Self.roomBytes)
            let result = withUnsafeTemporaryAllocation(byteCount: Self.roomBytes, alignment: 64) { room in
                // SAFETY: the shim reads at most `inputCount` bytes after the used ones, and writes at most
                // `outputCount` bytes into `room`; those it wrote are copied before the closure returns.
                let result = input.withUnsafeBytes { bytes in
                    sockeye_inflate_step(
                        raw, bytes.baseAddress?.advanced(by: used), &inputCount, room.baseAddress, &outputCount)
                }
                content.append(contentsOf: room[..<outputCount])
                return Int(result)
            }
            used += inputCount
            try check(outputCount)
            switch result {
            case SOCKEYE_INFLATE_MORE:
                if used == input.byteCount, outputCount < Self.roomBytes { return }
            case SOCKEYE_INFLATE_END:
                // RFC 7692 section 7.2.3.4: a block may have the final bit; the next one then begins a new stream of zlib's,
                // but still refers to the same window (section 7.2.3.2).
                guard sockeye_inflate_continue(raw) == 0 else { throw .corruptCompression("it can't be restarted") }
                if used == input.byteCount { return }
            case SOCKEYE_INFLATE_NO_MEMORY: throw .corruptCompression("not enough memory")
            default:
                // SAFETY: the shim returns a static, NUL-terminated string.
                throw .corruptCompression(sockeye_inflate_reason(raw).map { String(cString: $0) } ?? "no reason given")
            }
        }
    }

    /// Ends a message.
    func finish(
        into content: inout [UInt8], _ check: (Int) throws(WebSocketError.PeerFault) -> Void
    ) throws(WebSocketError.PeerFault) {
        try inflate(Self.tail.span.bytes, into: &content, check)
        // What was taken off is an empty block; anything else was cut in the middle.
        guard sockeye_inflate_is_between_blocks(raw) != 0 else { throw .corruptCompression("the message is cut short") }
        if resets, sockeye_inflate_restart(raw) != 0 { throw .corruptCompression("it can't be restarted") }
    }
}
