internal import CSystemShims

extension Digest {
    /// SHA-512/256 (FIPS 180-4) of `bytes`; empty when this build of OpenSSL refuses it.
    public static func sha512With256Bits(of bytes: [UInt8]) -> [UInt8] {
        filled { sockeye_sha512_256(bytes, bytes.count, $0) }
    }

    /// HMAC with SHA-256 (RFC 2104) of `bytes` under `key`; empty when this build of OpenSSL refuses it.
    public static func hmacSHA256(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        filled { sockeye_hmac_sha256(key, key.count, bytes, bytes.count, $0) }
    }

    /// Thirty-two bytes that nobody can guess (`RAND_bytes`); empty when the system has none.
    public static func randomBytes() -> [UInt8] {
        filled { sockeye_random_bytes($0, 32) }
    }

    /// Thirty-two bytes that C writes, none when it fails.
    private static func filled(_ fill: (UnsafeMutablePointer<UInt8>) -> Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, initialized in
            // SAFETY: the buffer has the 32 bytes that each of these functions writes, all of them on success.
            initialized = buffer.baseAddress.map(fill) == 0 ? 32 : 0
        }
    }
}
