internal import SockeyeIO

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
    /// How long each completed phase took.
    public var durations: PhaseDurations {
        func between(_ start: Deadline?, _ end: Deadline?) -> Duration? {
            guard let start, let end else { return nil }
            return end.duration(since: start)
        }
        // An early response arrived before the request was complete.
        let isEarly = if let sent, let firstByte { firstByte < sent } else { false }
        return PhaseDurations(
            waiting: between(started, turn), resolving: between(opening, resolved),
            connecting: between(resolved ?? opening, connected), tunnelling: between(connected, tunnelled),
            securing: between(tunnelled ?? connected, secured), sending: between(sending, sent),
            awaiting: isEarly ? nil : between(sent, firstByte), receiving: between(isEarly ? sent : firstByte, finished)
        )
    }
}
