internal import SockeyeIO

/// What came of connecting to each address by itself, and which one a race between them chose (RFC 8305).
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
    /// The address that a connection of the client has; `nil` if it wasn't raced.
    var winner: String?
    /// Addresses beyond the most that are tried.
    var untried = 0

    private var isAnyThere: Bool { attempts.contains { $0.failure == nil } }

    func grade() -> [Finding] {
        var findings = attempts.map(grade)
        if untried > 0 {
            findings.append(
                Finding(.addresses, .note, "\(Wording.count(untried, "more address")) not tried one by one"))
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
            let advice = "it is far away, or the way is lossy or busy"
            return Finding(.addresses, .note, words, advice: advice, facts)
        }
        let reason = failure == .timedOut ? "no answer" : "\(failure)"
        let words = "\(attempt.address): \(reason) (\(time))"
        // Usual where a name has IPv6 addresses and the network has no IPv6: nothing is lost.
        if isAnyThere, failure.isLackOfRoute {
            return Finding(
                .addresses, .note, words + "; this machine has no \(Self.name(attempt.family)) route there", facts)
        }
        if isAnyThere {
            let advice = "withdraw the address from the DNS or mend it: clients that choose it wait for another"
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
