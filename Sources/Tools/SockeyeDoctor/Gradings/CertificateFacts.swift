internal import SockeyeFields
internal import SockeyeTLS

/// The certificates of a server, and the checks that fail.
struct CertificateFacts: Sendable {
    /// The longest lifetime in days that browsers accept, by the start of validity in seconds since 1970 (CA/Browser Forum,
    /// Baseline Requirements 6.3.2 as of ballot SC-081v3): since 15 March 2029, 2027 and 2026, and before.
    private static let longestValidities: [(since: Int64, days: Int64)] = [
        (1_868_227_200, 47), (1_805_068_800, 100), (1_773_532_800, 200), (.min, 398),
    ]
    private static let secondsInDay: Int64 = 86_400

    var host: String
    /// The certificates in the order sent, the server's own first.
    var chain: [CertificateSummary]
    /// The failed checks, except for pins and OCSP.
    var failures: [TLSError]
    /// Whether verification is off (`-k`).
    var isUnverified = false
    /// Whether a certificate is accepted by its fingerprint, without an authority (`--accept-cert`).
    var isAccepted = false
    var now: HTTPDate

    func grade() -> [Finding] {
        guard let own = chain.first else {
            return .one(.certificate, .fault, "the server presented no certificate")
        }
        let facts = [
            Fact("subject", own.subject), Fact("issuer", own.issuer), Fact("names", own.alternativeNames),
            Fact("not_before", own.notBefore), Fact("not_after", own.notAfter),
            Fact("chain", chain.map(\.subject)), Fact("trusted", failures.isEmpty),
        ]
        var findings: [Finding] = []
        let names = chain.map { Wording.clipped($0.subject) }.joined(separator: " ← ")
        let issuer = chain.last.map { $0.issuer == $0.subject ? "" : " ← \(Wording.clipped($0.issuer))" } ?? ""
        let sent = "\(Wording.count(chain.count, "certificate")): \(names)\(issuer)"
        for failure in failures {
            let words = isUnverified ? "\(failure); -k ignores it" : "\(failure)"
            findings.add(.certificate, .fault, words, advice: advice(for: failure), facts)
        }
        if failures.isEmpty {
            let how = isAccepted ? "trusted with --accept-cert" : "trusted"
            findings.append(Finding(.certificate, .ok, "\(how), \(sent)", facts))
        }
        if !failures.isEmpty { findings.append(Finding(.certificate, .note, "the server sent \(sent)")) }
        let isExpired = failures.contains {
            if case .certificateRefused(.expired, _) = $0 { true } else { false }
        }
        if !isExpired { findings += chain.enumerated().compactMap { validity(of: $1, at: $0) } }
        return findings
    }

    /// The time left, reported for the server's certificate and for others that expire soon.
    private func validity(of certificate: CertificateSummary, at depth: Int) -> Finding? {
        guard let from = Self.date(certificate.notBefore), let until = Self.date(certificate.notAfter) else {
            return nil
        }
        let left = until.secondsSinceEpoch - now.secondsSinceEpoch
        let lifetime = max(0, until.secondsSinceEpoch - from.secondsSinceEpoch)
        let facts = [Fact("depth", depth), Fact("seconds_left", left), Fact("lifetime_seconds", lifetime)]
        let which = depth == 0 ? "it" : "certificate \(depth) of the chain (\(Wording.clipped(certificate.subject)))"
        // Short-lived certificates are renewed after two thirds of their lifetime, others well before the last two weeks.
        if left < min(14 * Self.secondsInDay, lifetime / 4) {
            return Finding(
                .certificate, left <= 0 ? .fault : .warning,
                left <= 0
                    ? "\(which) expired on \(certificate.notAfter)"
                    : "\(which) expires in \(Wording.span(left)), on \(certificate.notAfter)",
                advice: "renew it now, and find out why automatic renewal failed", facts)
        }
        if depth > 0 { return nil }
        let longest = Self.longestValidities.first { from.secondsSinceEpoch >= $0.since }?.days ?? 0
        if lifetime > (longest + 1) * Self.secondsInDay {
            return Finding(
                .certificate, .note, "it is valid for \(Wording.span(lifetime)), until \(certificate.notAfter)",
                advice: "browsers refuse public certificates issued then for more than \(longest) days",
                facts)
        }
        return Finding(.certificate, .ok, "valid for \(Wording.span(left)) more, until \(certificate.notAfter)", facts)
    }

    private func advice(for failure: TLSError) -> String {
        guard case .certificateRefused(let refusal, let certificate) = failure else {
            return "check the server's certificate and key"
        }
        switch refusal {
        case .expired: return "renew the certificate, and check this machine's clock"
        case .notYetValid: return "wait, or check the clocks of this machine and of the authority"
        case .wrongHost:
            return "use one of the names it is for, or get a certificate that names \(Wording.clipped(host))"
        case .selfSigned: return "get it signed by an authority, or trust it with --cacert FILE"
        case .unknownIssuer:
            let isAlone = chain.count == 1 && certificate.issuer != certificate.subject
            return
                (isAlone
                ? "let the server send the intermediate certificates too, usually as a fullchain file; " : "")
                + "--cacert FILE trusts your own authority"
        case .revoked: return "get a new certificate with a new key"
        case .weak: return "make a new key: 2048 bits of RSA, or P-256, signed with SHA-256"
        case .wrongPurpose: return "get a certificate for servers (extended key usage serverAuth)"
        case .chainTooLong, .notAnAuthority: return "check which certificates the server sends, and in which order"
        case .revocationUnknown: return "bring the file of --crlfile up to date"
        case .other: return "openssl verify tells more about the chain"
        }
    }

    /// OpenSSL's form of a date, `Nov 21 07:35:30 2026 GMT`, as asctime(3) would write it.
    static func date(_ text: String) -> HTTPDate? {
        text.hasSuffix(" GMT") ? HTTPDate(parsing: "Sun " + text.dropLast(4)) : nil
    }
}
