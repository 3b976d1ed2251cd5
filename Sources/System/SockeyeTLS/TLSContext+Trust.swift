internal import CSystemShims

extension TLSContext {
    /// Applies what a configuration asks for beyond roots and versions.
    func apply(_ configuration: TLSConfiguration) throws(TLSError) {
        if let identity = configuration.identity { try use(identity) }
        try offer(configuration.ciphers, SOCKEYE_OFFER_CIPHERS)
        try offer(configuration.ciphersOfTLS13, SOCKEYE_OFFER_CIPHERS13)
        try offer(configuration.groups, SOCKEYE_OFFER_GROUPS)
        try offer(configuration.signatureAlgorithms, SOCKEYE_OFFER_SIGNATURES)
        if let path = configuration.revocationListFile {
            try check({ .unreadableRevocationList("\(path): \($0)") }) { error, capacity in
                sockeye_trust_use_revocation_lists(raw, path, error, capacity)
            }
        }
        if let accepted = configuration.acceptedCertificate { try accept(accepted) }
        for pin in pinning.publicKeys.union(pinning.certificates) { try Self.checkLength(of: pin, "a pin") }
        if !configuration.checksHostName { sockeye_trust_ignore_names(raw) }
        if configuration.requiresStapledStatus { sockeye_trust_want_status(raw) }
        if trustDecision != nil || requiresStapledStatus || !pinning.isEmpty {
            sockeye_trust_pause(raw, trustDecision == nil ? 0 : 1)
        }
        if let path = configuration.keyLogFile, sockeye_trust_log_keys(raw, path) != 0 {
            throw .unwritableKeyLog(path)
        }
    }

    /// Offers this list instead of OpenSSL's default.
    private func offer(_ list: String?, _ kind: Int32) throws(TLSError) {
        guard let list else { return }
        try check({ .unusableCiphers($0) }) { error, capacity in
            sockeye_trust_offer(raw, kind, list, error, capacity)
        }
    }

    private func use(_ identity: ClientIdentity) throws(TLSError) {
        let kind =
            switch identity.format {
            case .pem: Int32(SOCKEYE_IDENTITY_PEM)
            case .der: Int32(SOCKEYE_IDENTITY_DER)
            case .pkcs12: Int32(SOCKEYE_IDENTITY_PKCS12)
            }
        try check({ .unusableCertificate($0) }) { error, capacity in
            Self.withOptional(identity.keyFile) { key in
                Self.withOptional(identity.password) { password in
                    sockeye_trust_use_identity(raw, kind, identity.certificateFile, key, password, error, capacity)
                }
            }
        }
    }

    private func accept(_ certificate: AcceptedCertificate) throws(TLSError) {
        switch certificate {
        case .sha256(let digest):
            try Self.checkLength(of: digest, "a fingerprint")
            sockeye_trust_accept_certificate(raw, digest)
        case .file(let path):
            guard let digest = sha256(filledBy: { sockeye_trust_file_digest(path, $0) }) else {
                throw .unusableCertificate("\(path): no certificate in the file")
            }
            sockeye_trust_accept_certificate(raw, digest)
        }
    }

    /// A digest of another length, such as one in hexadecimal, would refuse every server.
    private static func checkLength(of digest: [UInt8], _ name: String) throws(TLSError) {
        guard digest.count == SOCKEYE_TLS_DIGEST_BYTES else {
            throw .unusableCertificate("\(name) is a SHA-256 digest of 32 bytes; this one has \(digest.count)")
        }
    }

    private func check(
        _ failure: (String) -> TLSError, _ call: (UnsafeMutablePointer<CChar>, Int) -> Int32
    ) throws(TLSError) {
        var result: Int32 = 0
        // A path, and what is wrong with its file.
        let reason = text(capacity: 4096 + 256) { buffer, capacity in result = call(buffer, capacity) }
        if result != 0 { throw failure(reason) }
    }

    private static func withOptional<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        // SAFETY: the pointer is valid while `body` runs, and `body` passes it to a call that keeps no pointer.
        guard let text else { return body(nil) }
        return text.withCString(body)
    }
}
