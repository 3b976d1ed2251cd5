internal import CSystemShims

/// Runs `fill` on a buffer that C fills with NUL-terminated text, and returns the text.
func text(capacity: Int, _ fill: (UnsafeMutablePointer<CChar>, Int) -> Void) -> String {
    // SAFETY: the buffer outlives the closure and starts as all zeros, so the text ends where C stops writing.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
        buffer.initialize(repeating: 0)
        guard let base = buffer.baseAddress else { return "" }
        fill(base, capacity)
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Returns the 32-byte digest that `write` fills in, or `nil` if it fails.
func sha256(filledBy write: (UnsafeMutablePointer<UInt8>) -> Int32) -> [UInt8]? {
    // SAFETY: the shims write exactly 32 bytes, the buffer's capacity, and report success only if they did.
    let digest = [UInt8](unsafeUninitializedCapacity: Int(SOCKEYE_TLS_DIGEST_BYTES)) { buffer, initialized in
        initialized = buffer.baseAddress.map(write) == 0 ? Int(SOCKEYE_TLS_DIGEST_BYTES) : 0
    }
    return digest.isEmpty ? nil : digest
}
