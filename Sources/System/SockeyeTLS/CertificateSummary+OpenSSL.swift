internal import CSystemShims

extension CertificateSummary {
    init(_ raw: sockeye_tls_certificate) {
        let failure = string(raw.reason)
        self.init(
            subject: string(raw.subject), issuer: string(raw.issuer), notBefore: string(raw.not_before),
            notAfter: string(raw.not_after),
            // Some versions of OpenSSL end the printed extension with a line feed.
            alternativeNames: string(raw.names).replacingLineFeeds(),
            depth: Int(raw.depth), verificationFailure: failure.isEmpty ? nil : failure,
            verificationCode: Int(raw.code))
    }
}

extension CertificateRefusal {
    init(_ raw: sockeye_tls_certificate) {
        switch Int(sockeye_tls_refusal_kind(raw.code)) {
        case SOCKEYE_REFUSED_EXPIRED: self = .expired
        case SOCKEYE_REFUSED_NOT_YET_VALID: self = .notYetValid
        case SOCKEYE_REFUSED_HOST_NAME: self = .wrongHost
        case SOCKEYE_REFUSED_SELF_SIGNED: self = .selfSigned
        case SOCKEYE_REFUSED_UNKNOWN_ISSUER: self = .unknownIssuer
        case SOCKEYE_REFUSED_REVOKED: self = .revoked
        case SOCKEYE_REFUSED_WEAK: self = .weak
        case SOCKEYE_REFUSED_PURPOSE: self = .wrongPurpose
        case SOCKEYE_REFUSED_CHAIN_TOO_LONG: self = .chainTooLong
        case SOCKEYE_REFUSED_NO_AUTHORITY: self = .notAnAuthority
        case SOCKEYE_REFUSED_REVOCATION_UNKNOWN: self = .revocationUnknown
        default: self = .other(string(raw.reason))
        }
    }
}

/// The text in a fixed C array, which Swift imports as a tuple of characters.
private func string<Characters>(_ characters: Characters) -> String {
    // SAFETY: the tuple is initialized and outlives the closure, and the text ends at the first NUL or the tuple's end.
    withUnsafeBytes(of: characters) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension String {
    fileprivate func replacingLineFeeds() -> String {
        split(separator: "\n").joined(separator: ", ")
    }
}
