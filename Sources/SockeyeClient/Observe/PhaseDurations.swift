internal import SockeyeIO

/// How long each phase of an attempt took. The phases do not overlap, and one that did not happen is `nil`, not zero.
public struct PhaseDurations: Sendable, Hashable {
    /// Waiting for one of the pool's places.
    public let waiting: Duration?
    /// Asking the resolver.
    public let resolving: Duration?
    /// Connecting, all addresses tried.
    public let connecting: Duration?
    /// Going through the proxies.
    public let tunnelling: Duration?
    /// The TLS handshake.
    public let securing: Duration?
    /// Handing the request to the kernel.
    public let sending: Duration?
    /// From there to the first byte of the response; `nil` when the server answered before it had all.
    public let awaiting: Duration?
    /// From the first byte, or the end of a longer request, to the last byte.
    public let receiving: Duration?

    /// All of them together.
    public var total: Duration {
        let all = [waiting, resolving, connecting, tunnelling, securing, sending, awaiting, receiving]
        return all.reduce(Duration.zero) { $0 + ($1 ?? .zero) }
    }
}

extension Timings {
    /// How long each phase took, as far as it is over.
    public var durations: PhaseDurations {
        func between(_ start: Deadline?, _ end: Deadline?) -> Duration? {
            guard let start, let end else { return nil }
            return end.duration(since: start)
        }
        // An early answer ends the waiting before it began.
        let isEarly = if let sent, let firstByte { firstByte < sent } else { false }
        return PhaseDurations(
            waiting: between(started, turn), resolving: between(opening, resolved),
            connecting: between(resolved ?? opening, connected), tunnelling: between(connected, tunnelled),
            securing: between(tunnelled ?? connected, secured), sending: between(sending, sent),
            awaiting: isEarly ? nil : between(sent, firstByte), receiving: between(isEarly ? sent : firstByte, finished)
        )
    }
}
