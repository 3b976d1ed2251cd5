/// The result of resolving a host name.
struct NamesFacts: Sendable {
    /// Where the addresses come from.
    enum Source: Sendable, Hashable {
        case resolver
        /// The host is an address itself.
        case itself
        /// `--resolve`.
        case override
        /// A Unix domain socket.
        case path
    }

    /// A longer time is noticeable to a person.
    private static let slow = Duration.seconds(1)

    var host: String
    var source = Source.resolver
    /// Whether the host is a proxy's.
    var isProxy = false
    /// Whether `--connect-to` replaced the host.
    var isReplaced = false
    var addresses: [String] = []
    var time = Duration.zero
    /// The resolver's reason.
    var failure: String?
    /// Whether a retry may succeed.
    var isTemporary = false

    func grade() -> [Finding] {
        let facts = [Fact("host", host), Fact("addresses", addresses), Fact("time", time)]
        let name = (isProxy ? "the proxy " : "") + Wording.clipped(host)
        if let failure {
            let advice =
                source == .itself
                ? "it is an address of the other family: leave out -4 or -6"
                : isTemporary
                    ? "the name server doesn't answer: check the network and /etc/resolv.conf, then try again"
                    : "check the spelling, and that the name is published; --resolve HOST:PORT:ADDRESS tries an address"
            return .one(.names, .fault, "\(name) has no address: \(failure)", advice: advice, facts)
        }
        let list = addresses.prefix(4).joined(separator: ", ") + (addresses.count > 4 ? ", …" : "")
        switch source {
        case .itself: return .one(.names, .ok, "\(name) is an address, nothing to resolve", facts)
        case .path: return .one(.names, .ok, "nothing to resolve: a Unix domain socket, \(list)", facts)
        case .override: return .one(.names, .note, "--resolve says that \(name) is \(list)", facts)
        case .resolver: break
        }
        var findings: [Finding] = []
        if isReplaced {
            findings.add(.names, .note, "--connect-to connects to \(name) instead of the URL's host")
        }
        let words = "\(name) has \(Wording.count(addresses.count, "address")) (\(Wording.time(time))): \(list)"
        if time < Self.slow { return findings + [Finding(.names, .ok, words, facts)] }
        let advice = "each new connection waits for that: check the name servers in /etc/resolv.conf"
        return findings + [Finding(.names, .warning, words, advice: advice, facts)]
    }
}
