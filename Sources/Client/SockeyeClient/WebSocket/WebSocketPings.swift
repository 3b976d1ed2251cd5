internal import SockeyeIO

/// Pings under way, each with a number as its payload.
struct WebSocketPings {
    private var last: UInt64 = 0
    private var waiting: [(number: UInt64, signal: OneShot<Bool>)] = []

    /// The payload of the next ping.
    mutating func next(_ signal: OneShot<Bool>? = nil) -> [UInt8] {
        last &+= 1
        if let signal { waiting.append((last, signal)) }
        return Self.payload(last)
    }

    /// A pong came. It answers all pings before its own too (RFC 6455 section 5.5.3).
    mutating func answered(_ payload: [UInt8]) {
        guard let index = waiting.firstIndex(where: { Self.payload($0.number) == payload }) else { return }
        for (_, signal) in waiting[...index] { signal.give(true) }
        waiting.removeSubrange(...index)
    }

    /// No pong will come.
    mutating func endAll() {
        for (_, signal) in waiting { signal.give(false) }
        waiting = []
    }

    mutating func forget(_ signal: OneShot<Bool>) {
        waiting.removeAll { $0.signal === signal }
    }

    private static func payload(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }
}
