internal import CSystemShims

/// Compresses messages (RFC 7692 section 7.2.1).
struct MessageDeflater: ~Copyable {
    private let raw: OpaquePointer
    /// Whether every message starts with an empty window, as agreed.
    private let resets: Bool
    private var output: [UInt8] = []

    private static let roomBytes = 32 * 1024
    private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

    /// `nil` if there is no memory, or if the window is smaller than zlib can make (8 bits): messages then go uncompressed,
    /// which every peer must understand (RFC 7692 section 6).
    init?(windowBits: Int, resetting: Bool) {
        guard let raw = sockeye_deflate_new(Int32(clamping: windowBits)) else { return nil }
        self.raw = raw
        resets = resetting
    }

    deinit {
        sockeye_deflate_free(raw)
    }

    /// Compresses the next bytes of a message and returns what is ready to be sent; possibly nothing before the last part.
    mutating func deflate(_ input: RawSpan, isLast: Bool) throws(WebSocketError) -> [UInt8] {
        output.removeAll(keepingCapacity: true)
        var used = 0
        while true {
            var (inputCount, outputCount) = (input.byteCount - used, Self.roomBytes)
            let (raw, isWhole) = (raw, input.byteCount - used)
            let result = withUnsafeTemporaryAllocation(byteCount: Self.roomBytes, alignment: 64) { room in
                // SAFETY: the shim reads at most `inputCount` bytes after the used ones, and writes at most
                // `outputCount` bytes into `room`; those it wrote are copied before the closure returns.
                let result = input.withUnsafeBytes { bytes in
                    sockeye_deflate_step(
                        raw, bytes.baseAddress?.advanced(by: used), &inputCount, room.baseAddress, &outputCount,
                        isLast ? 1 : 0)
                }
                output.append(contentsOf: room[..<outputCount])
                return result
            }
            guard result == 0, inputCount <= isWhole else { throw .caller(.outOfResources) }
            used += inputCount
            if used == input.byteCount, outputCount < Self.roomBytes { break }
        }
        if isLast { try finish() }
        return output
    }

    private mutating func finish() throws(WebSocketError) {
        // RFC 7692 section 7.2.1: the empty block at the end stays behind; section 7.2.3.6: a message needs at least a byte.
        if output.suffix(4) == Self.tail[...] { output.removeLast(4) }
        if output.isEmpty { output.append(0x00) }
        if resets, sockeye_deflate_restart(raw) != 0 { throw .caller(.outOfResources) }
    }
}
