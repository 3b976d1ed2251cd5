/// The one server certificate that is trusted although it is self-signed or its issuer is unknown.
///
/// For your own device or server that no authority vouches for. Being this very certificate replaces the signature
/// check; host name, dates, purpose and strength are still checked.
@nonexhaustive
public enum AcceptedCertificate: Sendable, Hashable {
    /// Its SHA-256 fingerprint: the digest of its DER bytes, 32 bytes.
    case sha256([UInt8])
    /// A file that holds the certificate, in PEM or DER.
    case file(String)
}

/// Something about a TLS connection that the user should be warned about.
@nonexhaustive
public enum TLSWarning: Sendable, Hashable {
    /// The certificate may be for any host: `TLSConfiguration.checksHostName` is off.
    case hostNameNotChecked
    /// The certificate was accepted because it is `TLSConfiguration.acceptedCertificate`; no trusted authority signed
    /// it.
    case acceptedByName
    /// `TLSConfiguration.trustDecision` accepted the server although these checks failed.
    case acceptedByCaller([TLSError])
    /// No pin matches, and `Pinning.isReportOnly` is on.
    case notPinned(PinMismatch)
}

extension TLSWarning: CustomStringConvertible {
    /// One line.
    public var description: String {
        switch self {
        case .hostNameNotChecked: "the certificate's host names are not checked: it may be another server's"
        case .acceptedByName: "the certificate is accepted by its fingerprint; no trusted authority signed it"
        case .acceptedByCaller(let failures):
            "the caller accepted the server although " + failures.map(\.description).joined(separator: "; ")
        case .notPinned: "neither the server's key nor its certificate is pinned (reported only)"
        }
    }
}
