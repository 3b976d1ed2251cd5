public import SockeyeDigest

/// A digest that a file must have.
///
/// ```swift
/// options.checksum = .sha256("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
/// ```
public struct Checksum: Sendable, Hashable {
    /// The digest algorithm.
    public let algorithm: Digest.Algorithm
    /// The bytes of the digest.
    public let value: [UInt8]

    /// A checksum; `nil` if `value` has the wrong length.
    public init?(_ algorithm: Digest.Algorithm, _ value: [UInt8]) {
        guard value.count == algorithm.length else { return nil }
        self.algorithm = algorithm
        self.value = value
    }

    /// Parses `algorithm:hex`, such as `sha256:9f86…`; the algorithm may be written `SHA-256`.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let algorithm = Digest.Algorithm(name: String(parts[0])),
            let value = Hex.decode(String(parts[1]))
        else { return nil }
        self.init(algorithm, value)
    }

    private static func hex(_ algorithm: Digest.Algorithm, _ text: String) -> Checksum {
        // An invalid digest must fail the download, not pass it: no file has the empty digest.
        let value = Hex.decode(text).flatMap { $0.count == algorithm.length ? $0 : nil }
        return Checksum(unchecked: algorithm, value ?? [])
    }

    /// Why no file can have it; `nil` for a digest.
    var fault: String? {
        if value.count == algorithm.length { return nil }
        return "the \(algorithm.rawValue) checksum isn't \(2 * algorithm.length) hexadecimal digits"
    }

    private init(unchecked algorithm: Digest.Algorithm, _ value: [UInt8]) {
        self.algorithm = algorithm
        self.value = value
    }

    /// SHA-256 in hexadecimal digits. With anything else, a download is refused before it begins.
    public static func sha256(_ hex: String) -> Checksum { self.hex(.sha256, hex) }
    /// SHA-512 in hexadecimal digits.
    public static func sha512(_ hex: String) -> Checksum { self.hex(.sha512, hex) }
    /// SHA-1 in hexadecimal digits: detects accidents, not attacks.
    public static func sha1(_ hex: String) -> Checksum { self.hex(.sha1, hex) }
    /// MD5 in hexadecimal digits: detects accidents, not attacks.
    public static func md5(_ hex: String) -> Checksum { self.hex(.md5, hex) }
}

extension Checksum: CustomStringConvertible {
    /// `sha256:…`
    public var description: String { "\(algorithm.rawValue):\(Hex.encode(value))" }
}
