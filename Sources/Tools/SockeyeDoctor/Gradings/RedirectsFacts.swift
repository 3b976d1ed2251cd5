/// The redirects that were followed.
struct RedirectsFacts: Sendable {
    /// A followed redirect.
    struct Hop: Sendable {
        var status: Int
        var from: String
        var to: String
        /// Whether it only changes http to https on the same host.
        var isUpgrade = false
        /// Whether it goes from https to http.
        var isDowngrade = false
    }

    /// How many are acceptable; each costs at least a round trip.
    private static let many = 3

    var hops: [Hop]
    /// Why the next one wasn't followed.
    var failure: String?
    /// The caller's limit, if it was reached.
    var limit: Int?
    /// Whether the redirects loop or don't end.
    var isEndless = false
    /// Whether a 3xx that needs a Location has none.
    var hasNoLocation = false

    func grade() -> [Finding] {
        let facts = [
            Fact("count", hops.count), Fact("urls", hops.map(\.to)), Fact("statuses", hops.map { String($0.status) }),
        ]
        var findings: [Finding] = []
        if hops.isEmpty, failure == nil, limit == nil, !hasNoLocation {
            return .one(.redirects, .ok, "none", facts)
        }
        // A loop would repeat the same lines.
        let hasNoEnd = isEndless || limit != nil && isCircle
        for hop in hops.prefix(hasNoEnd ? 3 : 10) {
            var finding = grade(hop)
            if hasNoEnd { finding.verdict = max(finding.verdict, .note) }
            findings.append(finding)
        }
        if hops.count > findings.count {
            findings.add(.redirects, .note, "and \(hops.count - findings.count) more")
        }
        if hasNoEnd {
            let words = isCircle ? "the redirects form a loop" : "the redirects don't end"
            findings.add(
                .redirects, .fault, "\(words): \(hops.count) were followed",
                advice: isCircle
                    ? "two rules contradict each other, often http to https at both the proxy and the server"
                    : "redirect straight to the final URL",
                facts)
        } else if let limit {
            findings.add(.redirects, .note, "--max-redirs \(limit) stops before the next one", facts)
        } else if let failure {
            findings.add(
                .redirects, .fault, Wording.clipped(failure), advice: "correct the Location field of the response",
                facts)
        } else if hops.count >= Self.many {
            findings.add(
                .redirects, .warning, "\(hops.count) redirects one after another",
                advice: "redirect straight to the final URL: each redirect costs a round trip", facts)
        }
        if hasNoLocation {
            findings.add(
                .redirects, .fault, "a redirect has no Location field, so it can't be followed",
                advice: "let the server name the target", facts)
        }
        return findings
    }

    private var isCircle: Bool { Set(hops.map(\.to)).count < hops.count }

    private func grade(_ hop: Hop) -> Finding {
        let words = "\(hop.status) to \(Wording.clipped(hop.to))"
        if hop.isDowngrade {
            return Finding(
                .redirects, .fault, words + ", from https to http",
                advice: "redirect to https: anyone on the path can read and change the rest")
        }
        if hop.isUpgrade, hop.status == 302 || hop.status == 307 || hop.status == 303 {
            return Finding(
                .redirects, .note, words, advice: "a permanent redirect (301, 308) from http to https can be cached")
        }
        return Finding(.redirects, .ok, words)
    }
}
