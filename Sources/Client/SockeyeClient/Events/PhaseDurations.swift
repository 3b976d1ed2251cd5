public import SockeyeIO

/// How long each phase of an attempt took. Phases do not overlap; one that did not happen is `nil`, not zero.
public struct PhaseDurations: Sendable, Hashable {
    /// Waiting for a place in the pool.
    public let waiting: Duration?
    /// Resolving the host.
    public let resolving: Duration?
    /// Connecting, over all addresses.
    public let connecting: Duration?
    /// Going through the proxies.
    public let tunnelling: Duration?
    /// The TLS handshake.
    public let securing: Duration?
    /// Sending the request to the kernel.
    public let sending: Duration?
    /// From there to the first byte of the response; `nil` if the server answered before the request was complete.
    public let awaiting: Duration?
    /// From the first byte, or the end of the request if that is later, to the last byte.
    public let receiving: Duration?

    /// The sum of all phases.
    public var total: Duration {
        let all = [waiting, resolving, connecting, tunnelling, securing, sending, awaiting, receiving]
        return all.reduce(Duration.zero) { $0 + ($1 ?? .zero) }
    }
}

extension Timings {
    /// The phases that took place, by the names in ``PhaseDurations``. They do not overlap.
    public var phases: [(name: String, start: Deadline, end: Deadline)] {
        // An early response arrived before the request was complete.
        let isEarly = if let sent, let firstByte { firstByte < sent } else { false }
        let spans: [(String, Deadline?, Deadline?)] = [
            ("waiting", started, turn), ("resolving", opening, resolved),
            ("connecting", resolved ?? opening, connected), ("tunnelling", connected, tunnelled),
            ("securing", tunnelled ?? connected, secured), ("sending", sending, sent),
            ("awaiting", isEarly ? nil : sent, firstByte), ("receiving", isEarly ? sent : firstByte, finished),
        ]
        return spans.compactMap { name, start, end in
            if let start, let end { (name, start, end) } else { nil }
        }
    }

    /// How long each completed phase took.
    public var durations: PhaseDurations {
        let times = Dictionary(uniqueKeysWithValues: phases.map { ($0.name, $0.end.duration(since: $0.start)) })
        return PhaseDurations(
            waiting: times["waiting"], resolving: times["resolving"], connecting: times["connecting"],
            tunnelling: times["tunnelling"], securing: times["securing"], sending: times["sending"],
            awaiting: times["awaiting"], receiving: times["receiving"])
    }
}
