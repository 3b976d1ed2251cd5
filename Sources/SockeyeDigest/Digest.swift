internal import CSystemShims

/// A message digest that grows with the bytes given to it (OpenSSL's EVP).
///
/// ```swift
/// var digest = Digest(.sha256)
/// digest.update(piece)
/// digest.value    // of all pieces so far
/// ```
///
/// MD5 and SHA-1 find accidents, not attackers.
public struct Digest: ~Copyable {
    /// The ways to compute one.
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        case md5, sha1, sha256, sha384, sha512

        /// Bytes of a value.
        public var byteCount: Int {
            switch self {
            case .md5: 16
            case .sha1: 20
            case .sha256: 32
            case .sha384: 48
            case .sha512: 64
            }
        }

        var raw: Int32 {
            switch self {
            case .md5: Int32(SOCKEYE_MD5)
            case .sha1: Int32(SOCKEYE_SHA1)
            case .sha256: Int32(SOCKEYE_SHA256)
            case .sha384: Int32(SOCKEYE_SHA384)
            case .sha512: Int32(SOCKEYE_SHA512)
            }
        }
    }

    /// How it is computed.
    public let algorithm: Algorithm
    // SAFETY: made in init, freed in deinit, used by the one owner in between.
    private let state: OpaquePointer?

    /// The digest of nothing.
    public init(_ algorithm: Algorithm) {
        self.algorithm = algorithm
        state = sockeye_digest_new(algorithm.raw)
    }

    deinit {
        sockeye_digest_free(state)
    }

    /// Adds bytes.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let state else { return }
        // SAFETY: the bytes are read during the call only.
        _ = sockeye_digest_update(state, bytes.baseAddress, bytes.count)
    }

    /// Adds bytes.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            // SAFETY: the bytes are read during the call only.
            update(buffer)
        }
    }

    /// The digest of all bytes so far; empty when this build of OpenSSL refuses the algorithm.
    public var value: [UInt8] {
        guard let state else { return [] }
        return [UInt8](unsafeUninitializedCapacity: Int(SOCKEYE_DIGEST_CAPACITY)) { buffer, initialized in
            // SAFETY: the shim writes at most SOCKEYE_DIGEST_CAPACITY bytes, and says how many.
            initialized = max(0, Int(sockeye_digest_current(state, buffer.baseAddress)))
        }
    }

    /// The digest of `bytes`.
    public static func of(_ bytes: [UInt8], _ algorithm: Algorithm) -> [UInt8] {
        var digest = Digest(algorithm)
        digest.update(bytes)
        return digest.value
    }
}
