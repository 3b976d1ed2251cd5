/// Digests of which a server's certificates must have one, beside passing every other check (RFC 7469 section 2.6).
///
/// Pin a key rather than a certificate, since a certificate is renewed every few months; and always pin a spare key that
/// no server uses yet, or a lost key locks everybody out.
public struct Pinning: Sendable, Hashable {
    /// Which certificates are compared.
    public enum Scope: Sendable, Hashable {
        /// The server's own, as curl does.
        case serverCertificate
        /// Every one of its chain, so that an authority can be pinned, as RFC 7469 has it.
        case wholeChain
    }

    /// SHA-256 digests of public keys (SubjectPublicKeyInfo, RFC 7469 section 2.4), 32 bytes each.
    public var publicKeys: Set<[UInt8]>
    /// SHA-256 digests of whole certificates in DER, 32 bytes each: what is called a fingerprint.
    public var certificates: Set<[UInt8]>
    /// Which certificates are compared.
    public var scope: Scope
    /// Whether a connection without any of the digests goes on, with `TLSWarning.notPinned` to tell of it. For trying
    /// pins out.
    public var isReportOnly: Bool

    /// Pins of the server's own certificate, enforced unless told.
    public init(
        publicKeys: Set<[UInt8]> = [], certificates: Set<[UInt8]> = [], scope: Scope = .serverCertificate,
        isReportOnly: Bool = false
    ) {
        self.publicKeys = publicKeys
        self.certificates = certificates
        self.scope = scope
        self.isReportOnly = isReportOnly
    }

    /// Nothing is pinned.
    public static let none = Pinning()

    /// Whether there is anything to compare.
    var isEmpty: Bool { publicKeys.isEmpty && certificates.isEmpty }

    /// The finding about a chain, the server's own certificate first; `nil` when one of the pins is in it.
    func mismatch(in chain: [CertificateDigests]) -> PinMismatch? {
        if isEmpty { return nil }
        let compared = scope == .wholeChain ? chain[...] : chain.prefix(1)
        if compared.contains(where: { publicKeys.contains($0.publicKey) || certificates.contains($0.certificate) }) {
            return nil
        }
        return PinMismatch(publicKey: chain.first?.publicKey ?? [], certificate: chain.first?.certificate ?? [])
    }
}

/// What a server showed in place of a pinned key or certificate.
public struct PinMismatch: Sendable, Hashable {
    /// The SHA-256 digest of its public key.
    public var publicKey: [UInt8]
    /// The SHA-256 digest of its certificate.
    public var certificate: [UInt8]
}

/// The two names of a certificate.
struct CertificateDigests: Sendable {
    var publicKey: [UInt8]
    var certificate: [UInt8]
}
