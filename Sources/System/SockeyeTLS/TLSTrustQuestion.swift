/// Asks the caller about a server that would be refused (`TLSConfiguration.trustDecision`).
///
/// Asked before the client's certificate and any byte of a request are sent, and never about a server that passes every
/// check; with `TLSConfiguration.verifiesPeer` off, these are the pins and a required OCSP response. The handshake waits
/// for the answer until its deadline, and ends when its task is cancelled; the closure's own task is cancelled then.
///
/// An answer is for one connection. The session of an accepted server is not resumed, so the next connection asks
/// again; keep answers by `certificateDigest`, not by `host`, since anybody can make a certificate with its name.
/// In TLS 1.2 a required OCSP response comes after the certificate, so its failure is a second question.
public struct TLSTrustQuestion: Sendable, Hashable {
    /// A certificate of the server's chain.
    public struct Certificate: Sendable, Hashable {
        /// Its DER bytes.
        public var der: [UInt8]
        /// Its names and dates, and its own failed check, if any.
        public var summary: CertificateSummary
    }

    /// The name or address that the certificate must be for: the server's, or that of a proxy reached over TLS.
    public var host: String
    /// Every failed check (at most 16 of the chain), in the order they were made; never empty.
    public var failures: [TLSError]
    /// The certificates as the server sent them, its own first. Nothing vouches for the others.
    public var chain: [Certificate]
    /// The SHA-256 digest of the server's certificate in DER, 32 bytes: its fingerprint.
    public var certificateDigest: [UInt8]
    /// The SHA-256 digest of its public key (SubjectPublicKeyInfo), 32 bytes, as in `Pinning.publicKeys`.
    public var publicKeyDigest: [UInt8]

    /// The first failed check: the error that a refusal throws.
    public var failure: TLSError { failures.first ?? .protocolFailure("certificate refused") }
}

/// The answer to a `TLSTrustQuestion`.
@nonexhaustive
public enum TLSTrustAnswer: Sendable, Hashable {
    /// Use this connection in spite of every listed failure.
    case accept
    /// Fail with the question's `failure`, as without a question.
    case refuse
}
