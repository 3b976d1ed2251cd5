internal import CSystemShims

/// What was decided about a server so far.
///
/// ```
///  certificate ── passes, or accepted ──→ stapled status ── passes, or accepted ──→ go on
///       └── refused: alert                      └── refused: no alert
/// ```
///
/// TLS 1.3 delivers both at once. In TLS 1.2 the status comes later, and after a resumption there is no pause at all.
struct TLSVerdict {
    /// Whether the certificate and the pins were judged.
    var isCertificateJudged = false
    /// Whether the stapled status was judged.
    var isStatusJudged = false
    var isHandshakeDone = false
    /// Whether OpenSSL can tell the peer of a refusal: it sends the right alert only while it verifies the certificate.
    var canAlert = false
    /// The failures that the caller is being asked about.
    var asked: [TLSError] = []
    /// The failures that the caller accepted.
    var accepted: [TLSError] = []
    var refusal: TLSError?
}

extension TLSSession {
    /// Judges what the handshake delivered since the last call: the one place that says whom to refuse.
    ///
    /// - Returns: the question for the caller, or `nil` if it is decided; then `verdict.refusal` is set, or not.
    func judge() -> TLSTrustQuestion? {
        let isFirst = !verdict.isCertificateJudged
        var failures: [TLSError] = []
        if isFirst {
            failures += certificateFailures
            if let mismatch = pinMismatch, !context.pinning.isReportOnly { failures.append(.notPinned(mismatch)) }
            verdict.isCertificateJudged = true
        }
        verdict.canAlert = isFirst && !verdict.isHandshakeDone
        let isStatusHere = !isFirst || verdict.isHandshakeDone || sockeye_trust_status_is_early(raw) != 0
        if context.requiresStapledStatus, !verdict.isStatusJudged, isStatusHere {
            verdict.isStatusJudged = true
            if let problem = stapledStatusProblem { failures.append(.certificateStatus(problem)) }
        }
        verdict.asked = failures
        if failures.isEmpty {
            sockeye_trust_answer(raw, 1)
            return nil
        }
        if context.trustDecision != nil { return question(failures) }
        answer(.refuse)
        return nil
    }

    /// Answers the question that the last step of the handshake returned; the next step goes on, or throws.
    package func answer(_ answer: TLSTrustAnswer) {
        switch answer {
        case .accept:
            verdict.accepted += verdict.asked
        case .refuse:
            verdict.refusal = verdict.asked.first
        }
        verdict.asked = []
        sockeye_trust_answer(raw, answer == .accept ? 1 : 0)
    }

    /// The closure that answers questions.
    package var trustDecision: (@Sendable (TLSTrustQuestion) async -> TLSTrustAnswer)? { context.trustDecision }

    private func question(_ failures: [TLSError]) -> TLSTrustQuestion {
        let server = digests(at: 0)
        return TLSTrustQuestion(
            host: host, failures: failures, chain: presentedChain(failures),
            certificateDigest: server?.certificate ?? [], publicKeyDigest: server?.publicKey ?? [])
    }

    // MARK: What the checks found

    /// The failed checks of the chain; none if the peer is not verified.
    private var certificateFailures: [TLSError] {
        if !context.verifiesPeer { return [] }
        var failures: [TLSError] = []
        // SAFETY: the description belongs to the session, which `self` keeps alive for the access.
        while let refused = sockeye_tls_refusal(raw, Int32(failures.count))?.pointee {
            failures.append(certificateError(refused))
        }
        return failures
    }

    /// The error for a failed check.
    func certificateError(_ refused: sockeye_tls_certificate) -> TLSError {
        .certificateRefused(CertificateRefusal(refused), recognisable(refused))
    }

    /// What messages show of a certificate, with what the server can be recognised by.
    func recognisable(_ described: sockeye_tls_certificate) -> CertificateSummary {
        var summary = CertificateSummary(described)
        if let server = digests(at: 0) {
            (summary.serverKeyDigest, summary.serverFingerprint) = (server.publicKey, server.certificate)
        }
        return summary
    }

    private var pinMismatch: PinMismatch? {
        let pinning = context.pinning
        return pinning.isEmpty ? nil : pinning.mismatch(in: digests(atMost: pinning.comparedLimit))
    }

    private var stapledStatusProblem: StapledStatusProblem? {
        var code: Int32 = 0
        let reason = text(capacity: 64) { buffer, capacity in
            code = sockeye_trust_stapled_status(raw, buffer, capacity)
        }
        return StapledStatusProblem(code, text: reason)
    }

    /// What the user should be warned about.
    var warnings: [TLSWarning] {
        var warnings: [TLSWarning] = []
        if context.verifiesPeer, !context.checksHostName { warnings.append(.hostNameNotChecked) }
        if sockeye_trust_was_accepted(raw) != 0 { warnings.append(.acceptedByName) }
        if !verdict.accepted.isEmpty { warnings.append(.acceptedByCaller(verdict.accepted)) }
        if context.pinning.isReportOnly, let mismatch = pinMismatch { warnings.append(.notPinned(mismatch)) }
        return warnings
    }

    // MARK: The certificates

    /// The digests of the chain, or of its beginning: the server's own certificate is first.
    private func digests(atMost count: Int) -> [CertificateDigests] {
        var chain: [CertificateDigests] = []
        while chain.count < count, let next = digests(at: chain.count) { chain.append(next) }
        return chain
    }

    private func digests(at index: Int) -> CertificateDigests? {
        guard let key = sha256(filledBy: { sockeye_trust_chain_digest(raw, Int32(index), 1, $0) }),
            let certificate = sha256(filledBy: { sockeye_trust_chain_digest(raw, Int32(index), 0, $0) })
        else { return nil }
        return CertificateDigests(publicKey: key, certificate: certificate)
    }

    private func presentedChain(_ failures: [TLSError]) -> [TLSTrustQuestion.Certificate] {
        var chain: [TLSTrustQuestion.Certificate] = []
        var described = sockeye_tls_certificate()
        while sockeye_trust_describe(raw, Int32(chain.count), &described) == 0 {
            var summary = recognisable(described)
            for case .certificateRefused(_, let refused) in failures.reversed()
            where refused.depth == summary.depth && refused.subject == summary.subject {
                summary = refused
            }
            chain.append(TLSTrustQuestion.Certificate(der: presentedBytes(at: chain.count), summary: summary))
        }
        return chain
    }

    private func presentedBytes(at index: Int) -> [UInt8] {
        let count = sockeye_trust_bytes(raw, Int32(index), nil, 0)
        guard count > 0 else { return [] }
        // SAFETY: the shim fills exactly the bytes whose count it returns, and none if they exceed the capacity.
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let written = sockeye_trust_bytes(raw, Int32(index), buffer.baseAddress, count)
            initialized = written == count ? count : 0
        }
    }
}
