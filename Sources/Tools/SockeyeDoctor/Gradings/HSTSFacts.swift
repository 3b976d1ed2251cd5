/// The server's HSTS policy (RFC 6797).
struct HSTSFacts: Sendable {
    /// The policy in the field.
    struct Policy: Sendable {
        var maximumAge: Int64
        var includesSubdomains: Bool
    }

    private static let enough: Int64 = 180 * 86_400

    /// The first Strict-Transport-Security field; `nil` without one.
    var field: String?
    /// The parsed policy; `nil` if it is ignored.
    var policy: Policy?
    var isSecure: Bool
    /// Whether the host is an address, which is never remembered (RFC 6797 section 8.1.1).
    var isAddress: Bool
    /// Whether the server is this machine.
    var isLoopback: Bool

    func grade() -> [Finding] {
        var facts = [Fact("present", field != nil)]
        if let policy {
            facts.append(Fact("max_age", policy.maximumAge))
            facts.append(Fact("subdomains", policy.includesSubdomains))
        }
        if !isSecure {
            if field != nil {
                return .one(
                    .hsts, .note, "Strict-Transport-Security over http is ignored",
                    advice: "send it over https only (RFC 6797 section 7.2)", facts)
            }
            if isLoopback { return .one(.hsts, .ok, "plain http, within this machine", facts) }
            return .one(
                .hsts, .warning, "plain http: anyone on the path can read and change the traffic",
                advice: "offer https, and redirect there", facts)
        }
        guard let field else {
            if isAddress { return .one(.hsts, .ok, "not sent, and an address is never remembered", facts) }
            return .one(
                .hsts, .note,
                "no Strict-Transport-Security: the first http request of each visit can be intercepted",
                advice: "send max-age=31536000 once everything works over https", facts)
        }
        guard let policy else {
            return .one(
                .hsts, .warning,
                "Strict-Transport-Security is malformed, so it is ignored: \(Wording.clipped(field))",
                advice: "max-age=31536000 is a correct one", facts)
        }
        if policy.maximumAge == 0 {
            return .one(
                .hsts, .note, "max-age=0: clients forget that the host requires https",
                advice: "send a max-age of a year unless you want to give up https", facts)
        }
        let words =
            "https only for \(Wording.span(policy.maximumAge))"
            + (policy.includesSubdomains ? ", with subdomains" : "")
        if policy.maximumAge < Self.enough {
            return .one(.hsts, .note, words, advice: "half a year or more is usual: max-age=31536000", facts)
        }
        return .one(.hsts, .ok, words, facts)
    }
}
