internal import CSystemShims

/// Unpredictable masking keys (RFC 6455 sections 5.3 and 10.3).
package struct MaskSource: Sendable {
    /// Random bytes fetched at once: fetching four at a time cost more than the rest of a small frame.
    private static let batchBytes = 1024

    private var bytes: [UInt8] = []
    private var used = 0
    /// The same key each time, for reproducible tests.
    private let fixed: UInt32?

    /// Keys from the system's cryptographic generator.
    package static let system = MaskSource(fixed: nil)

    /// The same key for each frame, its lowest byte first. For tests and fuzzing only: anybody could predict it.
    package static func predictable(_ key: UInt32) -> MaskSource { MaskSource(fixed: key) }

    private init(fixed: UInt32?) {
        self.fixed = fixed
    }

    mutating func next() throws(WebSocketError) -> UInt32 {
        if let fixed { return fixed }
        if bytes.count - used < 4 {
            used = 0
            bytes = [UInt8](repeating: 0, count: Self.batchBytes)
            let isFilled = bytes.withUnsafeMutableBufferPointer { buffer in
                // SAFETY: the shim writes `count` bytes at the base, which are in bounds.
                sockeye_random_bytes(buffer.baseAddress, buffer.count) == 1
            }
            guard isFilled else {
                bytes = []
                throw .caller(.outOfResources)
            }
        }
        defer { used += 4 }
        return UInt32(bytes[used]) | UInt32(bytes[used + 1]) << 8 | UInt32(bytes[used + 2]) << 16
            | UInt32(bytes[used + 3]) << 24
    }
}
