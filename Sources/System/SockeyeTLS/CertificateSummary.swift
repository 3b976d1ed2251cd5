/// The check that a certificate failed.
@nonexhaustive
public enum CertificateRefusal: Sendable, Hashable {
    /// It is no longer valid.
    case expired
    /// It isn't valid yet.
    case notYetValid
    /// It is for other hosts.
    case wrongHost
    /// It vouches only for itself.
    case selfSigned
    /// Nobody trusted vouches for it.
    case unknownIssuer
    /// Its issuer withdrew it.
    case revoked
    /// Its key or its signature is too weak.
    case weak
    /// The certificate is not meant for servers.
    case wrongPurpose
    /// There are more certificates between it and the root than allowed.
    case chainTooLong
    /// It signed another certificate without being allowed to.
    case notAnAuthority
    /// No current revocation list of its issuer is available.
    case revocationUnknown
    /// Any other check, with OpenSSL's message.
    case other(String)
}

/// The parts of a certificate that messages show.
public struct CertificateSummary: Sendable, Hashable {
    /// The distinguished name, such as `CN = example.com`.
    public var subject: String
    /// The distinguished name of the signer.
    public var issuer: String
    /// The start of its validity, such as `Nov 21 07:35:30 2026 GMT`.
    public var notBefore: String
    /// The end of its validity.
    public var notAfter: String
    /// The subject alternative names, such as `DNS:example.com, IP Address:127.0.0.1`.
    public var alternativeNames: String
    /// 0 is the server's own certificate; higher numbers are nearer to the root.
    public var depth: Int
    /// OpenSSL's message for a failed verification; `nil` if it succeeded.
    public var verificationFailure: String?
    /// OpenSSL's code for that (`X509_V_ERR_…`); 0 if verification succeeded.
    package var verificationCode: Int
    /// The SHA-256 digest of the server's own public key, as ``Pinning`` takes it (RFC 7469 section 2.4): the pin of a server that
    /// is trusted, or what one that isn't may be recognised by. Empty only in a summary made by hand.
    public var serverKeyDigest: [UInt8] = []
    /// Likewise of the server's own certificate in DER: its fingerprint.
    public var serverFingerprint: [UInt8] = []

    /// Creates a summary, for tests and for what was recorded.
    package init(
        subject: String, issuer: String, notBefore: String, notAfter: String, alternativeNames: String = "",
        depth: Int = 0,
        verificationFailure: String? = nil, verificationCode: Int = 0
    ) {
        (self.subject, self.issuer, self.notBefore, self.notAfter) = (subject, issuer, notBefore, notAfter)
        (self.alternativeNames, self.depth) = (alternativeNames, depth)
        (self.verificationFailure, self.verificationCode) = (verificationFailure, verificationCode)
    }
}
