internal import CSystemShims

/// Computes a digest or HMAC over bytes that come in pieces.
///
/// The corresponding C functions are OpenSSL's `EVP_DigestUpdate` and `EVP_MAC_update`.
public struct DigestHasher: ~Copyable {
    /// The algorithm.
    public let algorithm: Digest.Algorithm
    // SAFETY: created in init and freed in deinit; the type is noncopyable, so no other value holds it.
    private let context: OpaquePointer

    /// Starts a digest.
    ///
    /// - Throws: ``DigestError/unavailable(_:)`` if this OpenSSL lacks the algorithm.
    public init(_ algorithm: Digest.Algorithm) throws(DigestError) {
        var isUnknown: Int32 = 0
        guard let context = sockeye_digest_create(algorithm.openSSLName, nil, 0, &isUnknown) else {
            throw isUnknown != 0 ? .unavailable(algorithm.rawValue) : .outOfMemory
        }
        self.algorithm = algorithm
        self.context = context
    }

    /// Starts an HMAC (RFC 2104) with a key of any length.
    ///
    /// - Throws: ``DigestError/unavailable(_:)`` if this OpenSSL lacks the algorithm.
    public init(_ algorithm: Digest.Algorithm, hmacKey key: [UInt8]) throws(DigestError) {
        // The extra byte keeps the pointer of an empty key from being null, which would mean no HMAC.
        var isUnknown: Int32 = 0
        guard let context = sockeye_digest_create(algorithm.openSSLName, key + [0], key.count, &isUnknown) else {
            throw isUnknown != 0 ? .unavailable("HMAC with \(algorithm.rawValue)") : .outOfMemory
        }
        self.algorithm = algorithm
        self.context = context
    }

    deinit { sockeye_digest_free(context) }

    /// Adds bytes.
    ///
    /// - Throws: ``DigestError/unavailable(_:)`` if OpenSSL fails.
    public mutating func update(_ bytes: RawSpan) throws(DigestError) {
        let context = context
        // SAFETY: the span keeps the bytes alive for the closure, and OpenSSL reads at most `buffer.count` of them and
        // keeps no pointer.
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
        // SAFETY: the collection keeps its storage alive for the closure, and OpenSSL reads at most `buffer.count`
        // bytes of it and keeps no pointer.
        let isDone = bytes.withContiguousStorageIfAvailable { buffer in
            sockeye_digest_update(context, buffer.baseAddress, buffer.count) == 1
        }
        guard let isDone else { return try update(Array(bytes)) }
        if !isDone { throw .unavailable(algorithm.rawValue) }
    }

    /// Adds a whole file, read in pieces of 256 KiB.
    ///
    /// - Throws: ``DigestError/file(path:errno:)``.
    public mutating func update(file path: String) throws(DigestError) {
        let error = sockeye_digest_update_file(context, path)
        if error != 0 { throw .file(path: path, errno: error) }
    }

    /// Returns the digest of everything added.
    ///
    /// - Throws: ``DigestError/unavailable(_:)`` if OpenSSL fails.
    public consuming func finish() throws(DigestError) -> Digest {
        var bytes = [UInt8](repeating: 0, count: Int(SOCKEYE_DIGEST_MAXIMUM_LENGTH))
        let length = sockeye_digest_finish(context, &bytes)
        guard length == algorithm.length else { throw .unavailable(algorithm.rawValue) }
        return Digest(unchecked: algorithm, Array(bytes.prefix(length)))
    }
}

extension Digest.Algorithm {
    /// OpenSSL's name for the algorithm.
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

/// Whether two byte arrays are equal, in time that depends only on their lengths (`CRYPTO_memcmp`): for passwords, keys
/// and digests.
public func equalInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && sockeye_equal_in_constant_time(left, right, left.count) == 1
}

/// Returns cryptographically secure random bytes (`RAND_bytes`).
///
/// - Throws: ``DigestError/noRandomness``.
public func randomBytes(_ count: Int) throws(DigestError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, count))
    guard sockeye_random_bytes(&bytes, bytes.count) == 1 else { throw .noRandomness }
    return bytes
}
