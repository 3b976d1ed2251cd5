internal import SockeyeIO

/// Makes one body wait for its turn under a rate limit shared by all bodies.
struct ReceiveRate {
    private let limit: RateLimit
    private var heldUntil: Deadline?

    init(limit: RateLimit) {
        self.limit = limit
    }

    var isHeld: Bool { heldUntil != nil }

    mutating func pay(for count: Int, now: Deadline) {
        heldUntil = limit.pay(for: Int64(count), now: now)
    }

    mutating func release() -> Deadline? {
        defer { heldUntil = nil }
        return heldUntil
    }
}
