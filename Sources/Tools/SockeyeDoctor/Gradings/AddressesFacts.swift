internal import SockeyeIO

/// The results of connecting to each address individually, and the winner of a race between them (RFC 8305).
struct AddressesFacts: Sendable {
    /// One address.
    struct Attempt: Sendable {
        var address: String
        var family: SocketAddress.Family
        var time = Duration.zero
        var failure: IOError?
    }

    private static let slow = Duration.milliseconds(500)

    var attempts: [Attempt]
    /// The address that the client chose; `nil` if there was no race.
    var winner: String?
    /// The number of addresses not tried.
    var untried = 0

    private var isAnyThere: Bool { attempts.contains { $0.failure == nil } }

    func grade() -> [Finding] {
        var findings = attempts.map(grade)
        if untried > 0 {
            findings.add(.addresses, .note, "\(Wording.count(untried, "more address")) not tried individually")
        }
        return findings
    }

    private func grade(_ attempt: Attempt) -> Finding {
        let facts = [
            Fact("address", attempt.address), Fact("family", Self.name(attempt.family)), Fact("time", attempt.time),
            Fact("connected", attempt.failure == nil), Fact("used", attempt.address == winner),
        ]
        let time = Wording.time(attempt.time)
        guard let failure = attempt.failure else {
            var words = "\(attempt.address) answers in \(time)"
            if attempt.address == winner {
                words += attempts.count > 1 ? ", and \(Self.name(attempt.family)) wins the race" : ""
            }
            if attempt.time < Self.slow { return Finding(.addresses, .ok, words, facts) }
            let advice = "the server is far away, or the path is lossy or congested"
            return Finding(.addresses, .note, words, advice: advice, facts)
        }
        let reason = failure == .timedOut ? "no answer" : "\(failure)"
        let words = "\(attempt.address): \(reason) (\(time))"
        // Harmless: common where a name has IPv6 addresses and the network has no IPv6.
        if isAnyThere, failure.isLackOfRoute {
            return Finding(
                .addresses, .note, words + "; this machine has no \(Self.name(attempt.family)) route there", facts)
        }
        if isAnyThere {
            let advice = "remove the address from the DNS or repair it: clients that try it first are delayed"
            return Finding(.addresses, .warning, words, advice: advice, facts)
        }
        return Finding(.addresses, .fault, words, advice: Self.advice(for: failure), facts)
    }

    private static func advice(for failure: IOError) -> String {
        if failure == .timedOut { return "nothing answers there; check the address and any firewall" }
        return failure.advice ?? "check the address and the port"
    }

    private static func name(_ family: SocketAddress.Family) -> String {
        switch family {
        case .ipv4: "IPv4"
        case .ipv6: "IPv6"
        case .unix: "Unix"
        case .other: "other"
        }
    }
}
