internal import CSystemShims

/// A digest or HMAC in the making: bytes come in pieces.
///
/// The corresponding C functions are OpenSSL's `EVP_DigestUpdate` and `EVP_MAC_update`.
public struct DigestHasher: ~Copyable {
    /// The algorithm.
    public let algorithm: Digest.Algorithm
    // SAFETY: created in init, freed in deinit, used by this value only.
    private let context: OpaquePointer

    /// Begins a digest.
    ///
    /// - Throws: ``DigestError/unavailable(_:)`` when this OpenSSL lacks the algorithm.
    public init(_ algorithm: Digest.Algorithm) throws(DigestError) {
        guard let context = sockeye_digest_create(algorithm.openSSLName, nil, 0) else {
            throw .unavailable(algorithm.rawValue)
        }
        self.algorithm = algorithm
        self.context = context
    }

    /// Begins an HMAC (RFC 2104) under a key of any length.
    ///
    /// - Throws: ``DigestError/unavailable(_:)`` when this OpenSSL lacks the algorithm.
    public init(_ algorithm: Digest.Algorithm, hmacKey key: [UInt8]) throws(DigestError) {
        // One byte more keeps the pointer from being null, which would mean no key at all.
        guard let context = sockeye_digest_create(algorithm.openSSLName, key + [0], key.count) else {
            throw .unavailable("HMAC with \(algorithm.rawValue)")
        }
        self.algorithm = algorithm
        self.context = context
    }

    deinit { sockeye_digest_free(context) }

    /// Adds bytes.
    ///
    /// - Throws: ``DigestError/unavailable(_:)`` when OpenSSL fails.
    public mutating func update(_ bytes: RawSpan) throws(DigestError) {
        let context = context
        // SAFETY: the pointer is used inside the closure only.
        let isDone = bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return true }
            return sockeye_digest_update(context, base.assumingMemoryBound(to: UInt8.self), buffer.count) == 1
        }
        if !isDone { throw .unavailable(algorithm.rawValue) }
    }

    /// Adds bytes from any collection; contiguous ones are not copied.
    ///
    /// - Throws: as ``update(_:)``.
    public mutating func update(_ bytes: some Collection<UInt8>) throws(DigestError) {
        let context = context
        // SAFETY: the pointer is used inside the closure only.
        let isDone = bytes.withContiguousStorageIfAvailable { buffer in
            sockeye_digest_update(context, buffer.baseAddress, buffer.count) == 1
        }
        guard let isDone else { return try update(Array(bytes)) }
        if !isDone { throw .unavailable(algorithm.rawValue) }
    }

    /// Adds all of a file's bytes, read in pieces of 256 KiB.
    ///
    /// - Throws: ``DigestError/file(path:errno:)``.
    public mutating func update(file path: String) throws(DigestError) {
        let error = sockeye_digest_update_file(context, path)
        if error != 0 { throw .file(path: path, errno: error) }
    }

    /// The digest of all that was added.
    ///
    /// - Throws: ``DigestError/unavailable(_:)`` when OpenSSL fails.
    public consuming func finish() throws(DigestError) -> Digest {
        var bytes = [UInt8](repeating: 0, count: Int(SOCKEYE_DIGEST_MAXIMUM_LENGTH))
        let length = sockeye_digest_finish(context, &bytes)
        guard length == algorithm.length else { throw .unavailable(algorithm.rawValue) }
        return Digest(unchecked: algorithm, Array(bytes.prefix(length)))
    }
}

extension Digest.Algorithm {
    /// What OpenSSL calls it.
    var openSSLName: String {
        switch self {
        case .md5: "MD5"
        case .sha1: "SHA1"
        case .sha224: "SHA224"
        case .sha256: "SHA256"
        case .sha384: "SHA384"
        case .sha512: "SHA512"
        case .sha512_256: "SHA512-256"
        }
    }
}

/// Whether two runs of bytes are equal, in a time that depends on their lengths only (`CRYPTO_memcmp`): for
/// passwords, keys and digests.
public func equalInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && sockeye_equal_in_constant_time(left, right, left.count) == 1
}

/// Random bytes that nobody can predict (`RAND_bytes`).
///
/// - Throws: ``DigestError/noRandomness``.
public func randomBytes(_ count: Int) throws(DigestError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, count))
    guard sockeye_random_bytes(&bytes, bytes.count) == 1 else { throw .noRandomness }
    return bytes
}
