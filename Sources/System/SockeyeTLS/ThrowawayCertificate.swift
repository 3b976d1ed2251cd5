internal import CSystemShims

/// A certificate made on the fly, with its key: for the demo, the examples, the tests and the proxy of `--inspect-tls`. Not for
/// production.
package struct ThrowawayCertificate: Sendable {
    /// The kind of key.
    package enum Key: Sendable {
        case p256, rsa2048
        /// Too short to be accepted anywhere, on purpose.
        case weakRSA512
    }

    /// The certificate, in PEM.
    package let certificate: String
    /// Its private key, in PEM.
    package let key: String

    /// One that was made before.
    package init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }

    /// Makes a root that can sign others, valid for so many seconds.
    package static func authority(
        named name: String = "Sockeye throwaway CA", validUntil: Int64 = 86_400
    ) throws(TLSError) -> ThrowawayCertificate {
        try ThrowawayCertificate(
            commonName: name, alternativeNames: nil, isAuthority: true, validUntil: validUntil, issuer: nil)
    }

    /// The SHA-256 digest of its public key (RFC 7469 section 2.4); `nil` if the text isn't a certificate.
    package var keyDigest: [UInt8]? { sha256(filledBy: { sockeye_trust_key_digest(certificate, $0) }) }

    /// Makes a certificate.
    ///
    /// - Parameters:
    ///   - alternativeNames: such as `DNS:localhost,IP:127.0.0.1`.
    ///   - validFrom: in seconds from now; may be negative.
    ///   - issuer: the signer; `nil` makes it self-signed.
    package init(
        commonName: String, alternativeNames: String?, isAuthority: Bool = false, validFrom: Int64 = -3600,
        validUntil: Int64 = 86_400, key: Key = .p256, issuer: ThrowawayCertificate?
    ) throws(TLSError) {
        let kind: Int32 =
            switch key {
            case .p256: Int32(SOCKEYE_KEY_P256)
            case .rsa2048: Int32(SOCKEYE_KEY_RSA_2048)
            case .weakRSA512: Int32(SOCKEYE_KEY_RSA_512)
            }
        var certificatePEM: UnsafeMutablePointer<CChar>?
        var keyPEM: UnsafeMutablePointer<CChar>?
        let result = withOptionalCString(alternativeNames) { names in
            commonName.withCString { name in
                var wish = sockeye_certificate_wish(
                    common_name: name, alternative_names: names, valid_from: validFrom, valid_until: validUntil,
                    is_authority: isAuthority ? 1 : 0, key_kind: kind)
                // SAFETY: the texts outlive these closures, and the shim keeps no pointer to them.
                return sockeye_certificate_make(
                    &wish, issuer?.certificate, issuer?.key, &certificatePEM, &keyPEM)
            }
        }
        defer {
            sockeye_certificate_free(certificatePEM)
            sockeye_certificate_free(keyPEM)
        }
        guard result == 0, let certificatePEM, let keyPEM else {
            throw .unusableCertificate("OpenSSL could not make a certificate for \(commonName)")
        }
        // SAFETY: both texts are NUL-terminated, and this scope frees them only at its end.
        certificate = String(cString: certificatePEM)
        self.key = String(cString: keyPEM)
    }
}

extension ThrowawayCertificate {
    /// The status of a certificate in an OCSP response.
    package enum CertificateStatus: Sendable {
        case good, revoked, unknown
    }

    /// Makes the OCSP response about this certificate, in DER.
    ///
    /// - Parameters:
    ///   - from: in seconds from now; may be negative, like `until`.
    ///   - signer: the certificate whose key signs; the issuer's if `nil`.
    package func status(
        _ status: CertificateStatus, from: Int64 = -60, until: Int64 = 3600, issuer: ThrowawayCertificate,
        signer: ThrowawayCertificate? = nil
    ) throws(TLSError) -> [UInt8] {
        let code: Int32 =
            switch status {
            case .good: Int32(SOCKEYE_CERTIFICATE_GOOD)
            case .revoked: Int32(SOCKEYE_CERTIFICATE_REVOKED)
            case .unknown: Int32(SOCKEYE_CERTIFICATE_UNKNOWN)
            }
        let signer = signer ?? issuer
        // SAFETY: the shim writes at most `count` bytes, and returns how many.
        let response = [UInt8](unsafeUninitializedCapacity: 8192) { buffer, initialized in
            let length = sockeye_certificate_make_status(
                certificate, issuer.certificate, signer.certificate, signer.key, code, from, until,
                buffer.baseAddress, buffer.count)
            initialized = Int(max(0, length))
        }
        if response.isEmpty { throw .unusableCertificate("OpenSSL could not make an OCSP response") }
        return response
    }
}

private func withOptionalCString<Result>(
    _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
    // SAFETY: the pointer is valid while `body` runs, and is only passed on.
    guard let text else { return body(nil) }
    return text.withCString(body)
}
