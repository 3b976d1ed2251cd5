/// The one server certificate that is trusted although it is self-signed, or signed by somebody unknown.
///
/// For a device or a server of one's own that no authority vouches for. That it is this very certificate stands for the
/// signature; host name, dates, purpose and strength are checked as ever.
public enum AcceptedCertificate: Sendable, Hashable {
    /// Its SHA-256 fingerprint: the digest of its DER bytes, 32 bytes.
    case sha256([UInt8])
    /// A file with it, in PEM or DER.
    case file(String)
}

/// Something about a TLS connection that must not pass in silence.
public enum TLSWarning: Sendable, Hashable {
    /// The certificate may be for any host: `TLSConfiguration.checksHostName` is off.
    case hostNameNotChecked
    /// The certificate was accepted because it is `TLSConfiguration.acceptedCertificate`; nobody trusted signed it.
    case acceptedByName
    /// None of the pins is met, and they are `Pinning.isReportOnly`.
    case notPinned(PinMismatch)
}

extension TLSWarning: CustomStringConvertible {
    /// One line.
    public var description: String {
        switch self {
        case .hostNameNotChecked: "the certificate's host names are not checked: it may be another server's"
        case .acceptedByName: "the certificate is accepted by its fingerprint; nobody who is trusted signed it"
        case .notPinned: "the server's key and certificate are none of the pinned ones (reported only)"
        }
    }
}
