internal import CSystemShims

/// Why a stapled OCSP response (RFC 6066 section 8) did not prove the server's certificate valid.
@nonexhaustive
public enum StapledStatusProblem: Sendable, Hashable {
    /// The server stapled no response.
    case absent
    /// The response cannot be parsed.
    case malformed
    /// The responder refused to answer; OpenSSL's name for the reason.
    case noAnswer(String)
    /// It is signed neither by the issuer nor by a responder the issuer authorized.
    case untrusted
    /// It is about other certificates.
    case otherCertificate
    /// It is too old, or not valid yet.
    case expired
    /// The certificate is revoked; the reason, if given.
    case revoked(String?)
    /// The responder does not know the certificate.
    case unknown

    /// Converts the shim's status code; `nil` for a good one.
    init?(_ code: Int32, text: String) {
        switch Int(code) {
        case SOCKEYE_STATUS_GOOD: return nil
        case SOCKEYE_STATUS_ABSENT: self = .absent
        case SOCKEYE_STATUS_FAILED: self = .noAnswer(text)
        case SOCKEYE_STATUS_UNTRUSTED: self = .untrusted
        case SOCKEYE_STATUS_OTHER: self = .otherCertificate
        case SOCKEYE_STATUS_EXPIRED: self = .expired
        case SOCKEYE_STATUS_REVOKED: self = .revoked(text.isEmpty ? nil : text)
        case SOCKEYE_STATUS_UNKNOWN: self = .unknown
        default: self = .malformed
        }
    }
}

extension StapledStatusProblem: CustomStringConvertible {
    /// One line.
    public var description: String {
        switch self {
        case .absent: "the server sent no OCSP response for its certificate"
        case .malformed: "the server's OCSP response cannot be read"
        case .noAnswer(let reason): "the OCSP responder gave no answer: \(reason)"
        case .untrusted: "the OCSP response is not signed by the certificate's issuer"
        case .otherCertificate: "the OCSP response is about another certificate"
        case .expired: "the OCSP response is out of date"
        case .revoked(let reason): "OCSP lists the server's certificate as revoked" + (reason.map { " (\($0))" } ?? "")
        case .unknown: "the OCSP responder does not know the server's certificate"
        }
    }
}
