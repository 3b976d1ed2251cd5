internal import SockeyeDigest
package import SockeyeFields

/// A Digest challenge (RFC 7616 section 3.3), understood.
package struct DigestChallenge: Sendable, Hashable {
    /// The hash, without its `-sess`.
    package enum Hash: Int, Sendable, Hashable, Comparable {
        case md5, sha256, sha512With256Bits

        package static func < (left: Hash, right: Hash) -> Bool { left.rawValue < right.rawValue }

        /// How it is computed.
        var algorithm: Digest.Algorithm {
            switch self {
            case .md5: .md5
            case .sha256: .sha256
            case .sha512With256Bits: .sha512_256
            }
        }
    }

    // Octets: they are hashed and sent back as they came, whatever charset the server thinks in.
    package let realm: [UInt8]
    package let nonce: [UInt8]
    package let opaque: [UInt8]?
    package let hash: Hash
    /// Whether the algorithm is a `-sess` one.
    package let isSession: Bool
    /// The algorithm as the server wrote it; `nil` when it wrote none, which means MD5.
    package let algorithm: String?
    /// Whether the server offers `qop=auth`.
    package let offersAuth: Bool
    /// Whether it offers `qop=auth-int`.
    package let offersIntegrity: Bool
    /// Whether the last answer was right but for its nonce, which was too old.
    package let isStale: Bool
    /// Whether the user's name is to be hashed.
    package let hashesUser: Bool
    /// Whether names outside ASCII may be sent in UTF-8.
    package let takesUTF8: Bool

    /// Reads a challenge; `nil` when it is not Digest, lacks realm or nonce, or wants what is not known here.
    package init?(_ challenge: Challenge) {
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
        // A server that wants a quality of protection we do not know would refuse the old form too.
        if let offered, !offered.isEmpty, !offersAuth, !offersIntegrity { return nil }
        isStale = challenge["stale"]?.lowercased() == "true"
        hashesUser = challenge["userhash"]?.lowercased() == "true"
        takesUTF8 = challenge["charset"]?.lowercased() == "utf-8"
    }
}
