/// Why a TLS connection could not be made, or failed.
@nonexhaustive
public enum TLSError: Error, Sendable, Hashable {
    /// The peer's certificate was refused: the failed check, and the certificate of its chain.
    case certificateRefused(CertificateRefusal, CertificateSummary)
    /// The handshake or a record failed; OpenSSL's message.
    case protocolFailure(String)
    /// The peer closed the connection without `close_notify`, so the data may be cut short (RFC 8446 section 6.1).
    case truncated
    /// `send` or `recv` failed with this `errno`.
    case system(errorNumber: Int32)
    /// Trusted certificates could not be read; the path or source.
    case unreadableRoots(String)
    /// A certificate or key could not be used; OpenSSL's message.
    case unusableCertificate(String)
    /// Neither the server's key nor its certificate is pinned.
    case notPinned(PinMismatch)
    /// The server did not prove its certificate valid with a stapled OCSP response.
    case certificateStatus(StapledStatusProblem)
    /// OpenSSL doesn't know the ciphers or curves; its message.
    case unusableCiphers(String)
    /// Revocation lists could not be read; the path and OpenSSL's message.
    case unreadableRevocationList(String)
    /// The key log could not be opened; the path.
    case unwritableKeyLog(String)
    /// The host name cannot be checked against a certificate.
    case invalidHostName(String)
    /// OpenSSL ran out of memory.
    case outOfMemory
}

extension TLSError: CustomStringConvertible {
    /// OpenSSL's words for a peer that doesn't speak TLS.
    private static let wrongVersion = "wrong version number"

    /// The description where the words before it say already that TLS failed.
    package var detail: String {
        if case .protocolFailure(let reason) = self, reason != Self.wrongVersion { reason } else { description }
    }

    /// One line: what happened, and to which certificate.
    public var description: String {
        switch self {
        case .certificateRefused(let refusal, let certificate):
            Self.describe(refusal, certificate)
        case .protocolFailure(Self.wrongVersion):
            "the server's answer is not TLS (\(Self.wrongVersion)); is this a plain http port?"
        case .protocolFailure(let reason):
            "TLS failed: \(reason)"
        case .truncated:
            "the connection was closed without TLS's close_notify, so the data may be cut"
        case .system(let errorNumber):
            "TLS could not use the connection: system error \(errorNumber)"
        case .unreadableRoots(let path):
            "no usable certificates to trust in \(path); give a PEM file or a folder prepared by c_rehash"
        case .unusableCertificate(let reason):
            "the certificate or key cannot be used: \(reason)"
        case .notPinned:
            "the server's public key is not pinned: it is another server, or its key was renewed"
        case .certificateStatus(let problem):
            problem.description
        case .unusableCiphers(let reason):
            "the ciphers or curves cannot be used: \(reason)"
        case .unreadableRevocationList(let reason):
            "the revocation lists cannot be used: \(reason)"
        case .unwritableKeyLog(let path):
            "the key log \(path) cannot be opened"
        case .invalidHostName(let host):
            "\"\(host)\" cannot be checked against a certificate: a host name has no empty label and no NUL"
        case .outOfMemory:
            "OpenSSL is out of memory"
        }
    }

    private static func describe(_ refusal: CertificateRefusal, _ certificate: CertificateSummary) -> String {
        let which =
            certificate.depth == 0 ? "the server's certificate" : "certificate \(certificate.depth) of the chain"
        let whose = "\(which) (\(certificate.subject))"
        return switch refusal {
        case .expired:
            "\(whose) expired on \(certificate.notAfter)"
        case .notYetValid:
            "\(whose) is not valid before \(certificate.notBefore)"
        case .wrongHost:
            "\(whose) is not for this host: it names "
                + (certificate.alternativeNames.isEmpty ? "no host at all" : certificate.alternativeNames)
        case .selfSigned:
            "\(whose) is self-signed and not among the trusted roots"
        case .unknownIssuer:
            "\(whose) is signed by \(certificate.issuer), which is not among the trusted roots"
        case .revoked:
            "\(whose) was revoked by its issuer"
        case .weak:
            "\(whose) uses a key or digest that is too weak"
        case .wrongPurpose:
            "\(whose) is not meant for servers"
        case .chainTooLong:
            "\(whose) is at the end of a chain that is too long"
        case .notAnAuthority:
            "\(whose) signed another certificate, although it is not an authority"
        case .revocationUnknown:
            "\(whose) may be revoked: there is no current revocation list of \(certificate.issuer)"
        case .other(let reason):
            "\(whose) was refused: \(reason)"
        }
    }
}
