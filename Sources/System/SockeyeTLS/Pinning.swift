/// Digests of which a server's certificates must have one, on top of every other check (RFC 7469 section 2.6).
///
/// Pin a key rather than a certificate, since certificates are renewed every few months. Always pin a spare key that no
/// server uses yet, or losing a key locks everybody out.
public struct Pinning: Sendable, Hashable {
    /// Which certificates are compared.
    @nonexhaustive
    public enum Scope: Sendable, Hashable {
        /// The server's own, as curl does.
        case serverCertificate
        /// Every certificate of the chain, so that an authority can be pinned, as in RFC 7469. Without
        /// ``TLSConfiguration/verifiesPeer`` an authority counts if signatures lead from the server's certificate to it.
        case wholeChain
    }

    /// SHA-256 digests of public keys (SubjectPublicKeyInfo, RFC 7469 section 2.4), 32 bytes each.
    public var publicKeys: Set<[UInt8]>
    /// SHA-256 digests of whole certificates in DER, 32 bytes each: their fingerprints.
    public var certificates: Set<[UInt8]>
    /// Which certificates are compared.
    package var scope: Scope
    /// Whether a connection that matches no pin is allowed and only reported, as `TLSWarning.notPinned`. For trying
    /// pins out.
    package var isReportOnly: Bool

    /// Pins of the server's own certificate, enforced by default.
    public init(
        publicKeys: Set<[UInt8]> = [], certificates: Set<[UInt8]> = [], scope: Scope = .serverCertificate,
        isReportOnly: Bool = false
    ) {
        self.publicKeys = publicKeys
        self.certificates = certificates
        self.scope = scope
        self.isReportOnly = isReportOnly
    }

    /// No pins.
    public static let none = Pinning()

    /// Whether there is anything to compare.
    var isEmpty: Bool { publicKeys.isEmpty && certificates.isEmpty }

    /// How many certificates of a chain are compared at most.
    var comparedLimit: Int { scope == .wholeChain ? .max : 1 }

    /// Checks a chain, the server's own certificate first; `nil` if it matches a pin.
    func mismatch(in chain: [CertificateDigests]) -> PinMismatch? {
        if isEmpty { return nil }
        let compared = chain.prefix(comparedLimit)
        if compared.contains(where: { publicKeys.contains($0.publicKey) || certificates.contains($0.certificate) }) {
            return nil
        }
        return PinMismatch(publicKey: chain.first?.publicKey ?? [], certificate: chain.first?.certificate ?? [])
    }
}

/// What a server presented instead of a pinned key or certificate.
public struct PinMismatch: Sendable, Hashable {
    /// The SHA-256 digest of its public key.
    public var publicKey: [UInt8]
    /// The SHA-256 digest of its certificate.
    public var certificate: [UInt8]

    /// Creates one, for tests and for what was recorded.
    package init(publicKey: [UInt8], certificate: [UInt8]) {
        (self.publicKey, self.certificate) = (publicKey, certificate)
    }
}

/// The two digests that identify a certificate.
struct CertificateDigests: Sendable {
    var publicKey: [UInt8]
    var certificate: [UInt8]
}
