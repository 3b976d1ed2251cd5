internal import SockeyeDigest

/// The digests to pin a server's key (RFC 7469 section 2.4).
struct PinsFacts: Sendable {
    /// The SHA-256 digest of the public key.
    var publicKey: [UInt8]
    /// The SHA-256 digest of the certificate.
    var certificate: [UInt8]
    /// Whether the user's pins match; `nil` without any.
    var matches: Bool?

    func grade() -> [Finding] {
        let pin = "sha256//" + Base64.encode(publicKey)
        let facts = [Fact("public_key", pin), Fact("certificate_sha256", Hex.encode(certificate))]
        switch matches {
        case false?:
            return .one(
                .pins, .fault, "the server's key isn't pinned: it has \(pin)",
                advice:
                    "if the key was renewed on purpose, use --pinnedpubkey '\(pin)'; if not, the connection is being intercepted",
                facts)
        case true?: return .one(.pins, .ok, "pinned: \(pin)", facts)
        case nil: return .one(.pins, .ok, "to pin the key: --pinnedpubkey '\(pin)'", facts)
        }
    }
}
