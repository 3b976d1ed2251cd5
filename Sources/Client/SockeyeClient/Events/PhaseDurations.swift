package import SockeyeIO

/// How long each phase of an attempt took. Phases do not overlap; one that did not happen is `nil`, not zero.
public struct PhaseDurations: Sendable, Hashable {
    /// Waiting for a place in the pool.
    public let pool: Duration?
    /// Resolving the host.
    public let resolve: Duration?
    /// Connecting, over all addresses.
    public let connect: Duration?
    /// Going through the proxies.
    public let tunnel: Duration?
    /// The TLS handshake.
    public let handshake: Duration?
    /// Sending the request to the kernel.
    public let send: Duration?
    /// From there to the first byte of the response; `nil` if the server answered before the request was complete.
    public let firstByte: Duration?
    /// From the first byte, or the end of the request if that is later, to the last byte.
    public let receive: Duration?

    /// The sum of all phases.
    public var total: Duration {
        let all = [pool, resolve, connect, tunnel, handshake, send, firstByte, receive]
        return all.reduce(Duration.zero) { $0 + ($1 ?? .zero) }
    }
}

extension Timings {
    /// The phases that took place, in the order of ``PhaseDurations``. They do not overlap.
    package var phases: [(name: String, start: Deadline, end: Deadline)] {
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
            pool: duration(0), resolve: duration(1), connect: duration(2), tunnel: duration(3),
            handshake: duration(4), send: duration(5), firstByte: duration(6), receive: duration(7))
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
