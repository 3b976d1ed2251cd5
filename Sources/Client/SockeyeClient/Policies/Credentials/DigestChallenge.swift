internal import SockeyeDigest
internal import SockeyeFields

/// A parsed Digest challenge (RFC 7616 section 3.3).
struct DigestChallenge: Sendable, Hashable {
    /// The hash, without the `-sess` suffix.
    enum Hash: Int, Sendable, Hashable, Comparable {
        case md5, sha256, sha512With256Bits

        static func < (left: Hash, right: Hash) -> Bool { left.rawValue < right.rawValue }

        /// The digest that computes it.
        var algorithm: Digest.Algorithm {
            switch self {
            case .md5: .md5
            case .sha256: .sha256
            case .sha512With256Bits: .sha512_256
            }
        }
    }

    // Octets: they are hashed and sent back unchanged, whatever the server's charset.
    let realm: [UInt8]
    let nonce: [UInt8]
    let opaque: [UInt8]?
    let hash: Hash
    /// Whether the algorithm is a `-sess` variant.
    let isSession: Bool
    /// The algorithm as the server wrote it; `nil` (no parameter) means MD5.
    let algorithm: String?
    /// Whether the server offers `qop=auth`.
    let offersAuth: Bool
    /// Whether the server offers `qop=auth-int`.
    let offersIntegrity: Bool
    /// Whether the last answer was correct except for an outdated nonce.
    let isStale: Bool
    /// Whether the server wants the user name hashed.
    let hashesUser: Bool
    /// Whether user names may be sent in UTF-8.
    let takesUTF8: Bool

    /// Parses a challenge; `nil` if it isn't Digest, lacks a realm or nonce, or requires something unsupported.
    init?(_ challenge: Challenge) {
        guard challenge.scheme == "digest", let realm = challenge.octets(of: "realm"),
            let nonce = challenge.octets(of: "nonce")
        else { return nil }
        self.realm = realm
        self.nonce = nonce
        opaque = challenge.octets(of: "opaque")
        algorithm = challenge["algorithm"]
        let name = algorithm?.lowercased() ?? "md5"
        isSession = name.hasSuffix("-sess")
        switch isSession ? String(name.dropLast(5)) : name {
        case "md5": hash = .md5
        case "sha-256": hash = .sha256
        case "sha-512-256": hash = .sha512With256Bits
        default: return nil
        }
        let offered = challenge["qop"]?.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        offersAuth = offered?.contains("auth") ?? false
        offersIntegrity = offered?.contains("auth-int") ?? false
        // A server that requires an unknown quality of protection would refuse the old form too.
        if let offered, !offered.isEmpty, !offersAuth, !offersIntegrity { return nil }
        // RFC 7616 sections 3.4 and 3.4.2: without qop there is no cnonce, which these variants hash, so no server could check it.
        if isSession, !offersAuth, !offersIntegrity { return nil }
        isStale = challenge["stale"]?.lowercased() == "true"
        hashesUser = challenge["userhash"]?.lowercased() == "true"
        takesUTF8 = challenge["charset"]?.lowercased() == "utf-8"
    }
}
