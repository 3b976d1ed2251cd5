/// A message digest or HMAC: its algorithm and its bytes.
///
/// ```swift
/// Digest.sha256(of: bytes).hex
/// try Digest(.sha256, ofFile: "big.iso") == Digest(.sha256, hex: "9f86…")
/// ```
public struct Digest: Sendable, Hashable, CustomStringConvertible {
    /// The algorithms, all from OpenSSL.
    @nonexhaustive
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        /// MD5 (RFC 1321): detects accidents only, no defence against attacks.
        case md5
        /// SHA-1 (FIPS 180-4): detects accidents only.
        case sha1
        /// SHA-224 (FIPS 180-4).
        case sha224
        /// SHA-256 (FIPS 180-4).
        case sha256
        /// SHA-384 (FIPS 180-4).
        case sha384
        /// SHA-512 (FIPS 180-4).
        case sha512
        /// SHA-512/256 (FIPS 180-4), used by Digest authentication (RFC 7616).
        case sha512_256 = "sha512-256"

        /// The length of a digest in bytes.
        public var length: Int {
            switch self {
            case .md5: 16
            case .sha1: 20
            case .sha224: 28
            case .sha256, .sha512_256: 32
            case .sha384: 48
            case .sha512: 64
            }
        }

        /// The algorithm called `name`, in any case and with or without the usual hyphens: `sha256`, `SHA-256`,
        /// `sha-512/256`; `sha` alone is SHA-1 (RFC 3230).
        public init?(name: String) {
            let word = name.lowercased().filter { $0 != "-" && $0 != "/" && $0 != "_" }
            let plain = word == "sha" ? "sha1" : word
            guard let match = Self.allCases.first(where: { $0.rawValue.filter { $0 != "-" } == plain }) else {
                return nil
            }
            self = match
        }
    }

    /// The algorithm.
    public let algorithm: Algorithm
    /// The digest itself.
    public let bytes: [UInt8]

    /// Wraps a known digest; `nil` if the number of bytes is wrong for the algorithm.
    public init?(_ algorithm: Algorithm, bytes: [UInt8]) {
        guard bytes.count == algorithm.length else { return nil }
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// Parses a digest in hexadecimal; `nil` if the text isn't hexadecimal or has the wrong length for the algorithm.
    public init?(_ algorithm: Algorithm, hex: String) {
        guard let bytes = Hex.decode(hex) else { return nil }
        self.init(algorithm, bytes: bytes)
    }

    init(unchecked algorithm: Algorithm, _ bytes: [UInt8]) {
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// The digest in lowercase hexadecimal.
    public var hex: String { Hex.encode(bytes) }
    /// The digest in base64.
    public var base64: String { Base64.encode(bytes) }
    /// For example `sha256:9f86…`.
    public var description: String { "\(algorithm.rawValue):\(hex)" }

    /// Whether the digests are equal, compared in constant time, so that timing reveals nothing about their bytes.
    public static func == (left: Digest, right: Digest) -> Bool {
        left.algorithm == right.algorithm && equalInConstantTime(left.bytes, right.bytes)
    }

    /// Hashes the algorithm and the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(algorithm)
        hasher.combine(bytes)
    }
}

extension Digest {
    /// Digests `bytes`.
    ///
    /// - Throws: ``DigestError/unavailable(_:)`` if this OpenSSL lacks the algorithm.
    public init(_ algorithm: Algorithm, of bytes: some Collection<UInt8>) throws(DigestError) {
        var hasher = try DigestHasher(algorithm)
        try hasher.update(bytes)
        self = try hasher.finish()
    }

    /// Digests a file, read in pieces.
    ///
    /// - Throws: ``DigestError``.
    public init(_ algorithm: Algorithm, ofFile path: String) throws(DigestError) {
        var hasher = try DigestHasher(algorithm)
        try hasher.update(file: path)
        self = try hasher.finish()
    }

    /// Computes the HMAC of `bytes` under a key (RFC 2104).
    ///
    /// - Throws: ``DigestError/unavailable(_:)`` if this OpenSSL lacks the algorithm.
    package static func hmac(
        _ algorithm: Algorithm, key: [UInt8], of bytes: some Collection<UInt8>
    ) throws(DigestError) -> Digest {
        var hasher = try DigestHasher(algorithm, hmacKey: key)
        try hasher.update(bytes)
        return try hasher.finish()
    }

    /// The SHA-256 of bytes.
    ///
    /// - Throws: ``DigestError/unavailable(_:)`` if this OpenSSL lacks it.
    public static func sha256(of bytes: some Collection<UInt8>) throws(DigestError) -> Digest {
        try Digest(.sha256, of: bytes)
    }
}

/// Why no digest could be computed.
@nonexhaustive
public enum DigestError: Error, Sendable, Hashable, CustomStringConvertible {
    /// OpenSSL lacks the algorithm, or failed in it.
    case unavailable(String)
    /// A file could not be read; `errno` tells why.
    case file(path: String, errno: Int32)
    /// The random generator failed.
    case noRandomness
    /// OpenSSL ran out of memory.
    case outOfMemory

    /// One sentence.
    public var description: String {
        switch self {
        case .unavailable(let name): "OpenSSL doesn't support \(name) here"
        case .file(let path, let errno): "cannot read \"\(path)\" (errno \(errno))"
        case .noRandomness: "OpenSSL's random generator is not ready"
        case .outOfMemory: "OpenSSL is out of memory"
        }
    }
}
