/// The TLS versions that the server accepts.
struct TLSFacts: Sendable {
    /// The result of offering a single version.
    enum Offer: Sendable, Hashable {
        case taken
        case refused(String)
        /// The options exclude it, or an earlier step settled it.
        case notOffered
    }

    private static let slow = Duration.seconds(1)

    var version: String?
    var cipher = ""
    /// The protocol chosen by ALPN.
    var applicationProtocol: String?
    var time = Duration.zero
    var tls12 = Offer.notOffered
    var tls13 = Offer.notOffered
    /// Why TLS failed.
    var failure: String?

    func grade() -> [Finding] {
        var facts = [Fact("version", version ?? ""), Fact("cipher", cipher), Fact("time", time)]
        facts += [("tls12", tls12), ("tls13", tls13)].compactMap { name, offer in
            offer == .notOffered ? nil : Fact(name, offer == .taken)
        }
        if let applicationProtocol { facts.append(Fact("alpn", applicationProtocol)) }
        guard failure == nil, let version else {
            let reason = failure ?? "no version was agreed on"
            return .one(.tls, .fault, reason, advice: Self.advice(for: reason), facts)
        }
        let chosen = applicationProtocol.map { ", ALPN \($0)" } ?? ", no ALPN"
        var findings = [Finding(.tls, .ok, "\(version) with \(cipher)\(chosen), in \(Wording.time(time))", facts)]
        if time >= Self.slow {
            findings.add(
                .tls, .note, "the handshake took \(Wording.time(time))",
                advice: "a long chain, a far server or a busy one; keeping connections avoids it")
        }
        // RFC 9325 section 4.1: suites without forward secrecy.
        if version == "TLSv1.2", !cipher.contains("DHE-") {
            findings.add(
                .tls, .warning, "\(cipher) has no forward secrecy: anyone who gets the key can decrypt old traffic",
                advice: "let the server prefer ECDHE ciphers (RFC 9325 section 4.1)")
        }
        if case .refused(let reason) = tls13 {
            findings.add(
                .tls, .note, "TLS 1.3 alone is refused: \(Wording.clipped(reason))",
                advice: "let the server offer TLS 1.3: one round trip less, and safer")
        }
        if case .refused = tls12 {
            findings.add(.tls, .ok, "TLS 1.2 alone is refused; all current clients support 1.3")
        } else if tls12 == .taken, version == "TLSv1.3" {
            findings.add(.tls, .ok, "TLS 1.2 alone is accepted too")
        }
        return findings
    }

    private static func advice(for reason: String) -> String {
        if reason.contains("plain http port") { return "try http:// with this port, or the port that speaks TLS" }
        if reason.contains("protocol version") || reason.contains("unsupported protocol") {
            return "the server supports none of the offered versions; enable TLS 1.2 or 1.3 there"
        }
        if reason.contains("during the handshake") {
            return "the server aborted: look into its log; a name it doesn't know (SNI) is a frequent cause"
        }
        return "look into the server's log; openssl s_client -connect HOST:PORT shows the handshake"
    }
}
