internal import SockeyeTLS

/// The stapled OCSP response (RFC 6066 section 8).
struct StapledStatusFacts: Sendable {
    /// The problem with the stapled response; `nil` for a good one.
    var problem: StapledStatusProblem?
    /// Whether a good one is required (`--cert-status`).
    var isRequired = false

    func grade() -> [Finding] {
        guard let problem else {
            return .one(.ocsp, .ok, "a good OCSP response is stapled", [Fact("status", "good")])
        }
        switch problem {
        case .absent:
            let facts = [Fact("status", "absent")]
            if isRequired {
                return .one(
                    .ocsp, .fault, "\(problem), and --cert-status demands one",
                    advice: "let the server staple (ssl_stapling, SSLUseStapling), or leave out --cert-status",
                    facts)
            }
            return .one(.ocsp, .note, "no OCSP response is stapled; many authorities have stopped making them", facts)
        case .revoked:
            return .one(
                .ocsp, .fault, "\(problem)", advice: "get a new certificate with a new key",
                [Fact("status", "revoked")])
        default:
            return .one(
                .ocsp, isRequired ? .fault : .warning, "\(problem)",
                advice: "let the server fetch a fresh response, or staple none: some clients refuse a bad one",
                [Fact("status", "bad")])
        }
    }
}
