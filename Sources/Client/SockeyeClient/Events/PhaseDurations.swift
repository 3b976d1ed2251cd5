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
        let names = [
            "waiting", "resolving", "connecting", "tunnelling", "securing", "sending", "awaiting", "receiving",
        ]
        return names.indices.compactMap { index in
            if case (let start?, let end?) = times[index] { (names[index], start, end) } else { nil }
        }
    }

    /// How long each completed phase took.
    public var durations: PhaseDurations {
        let times = times
        func duration(_ index: Int) -> Duration? {
            if case (let start?, let end?) = times[index] { end.duration(since: start) } else { nil }
        }
        return PhaseDurations(
            waiting: duration(0), resolving: duration(1), connecting: duration(2), tunnelling: duration(3),
            securing: duration(4), sending: duration(5), awaiting: duration(6), receiving: duration(7))
    }

    /// When each phase began and ended, in the order of ``PhaseDurations``.
    private var times: [8 of (Deadline?, Deadline?)] {
        // An early response arrived before the request was complete.
        let isEarly = if let sent, let firstByte { firstByte < sent } else { false }
        return [
            (started, turn), (opening, resolved), (resolved ?? opening, connected), (connected, tunnelled),
            (tunnelled ?? connected, secured), (sending, sent), (isEarly ? nil : sent, firstByte),
            (isEarly ? sent : firstByte, finished),
        ]
    }
}
