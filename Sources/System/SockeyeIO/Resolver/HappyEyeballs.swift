/// Which address to try next and when: the pure part of Happy Eyeballs (RFC 8305).
///
/// ```
///  start → attempt ─ failed ──────────────→ next attempt at once
///             │ └──── 250 ms without news → next attempt beside it
///             └────── connected ──────────→ done, the others are dropped
/// ```
struct HappyEyeballs: Sendable {
    private var remaining: [SocketAddress]

    /// - Parameter addresses: in the resolver's order; they are interleaved by family here.
    init(addresses: [SocketAddress]) {
        remaining = Self.interleaved(addresses).reversed()
    }

    var isEmpty: Bool { remaining.isEmpty }

    /// The next address to try, once.
    mutating func next() -> SocketAddress? {
        remaining.popLast()
    }

    /// RFC 8305 section 4: the families take turns, the first address's family first, each in its own order.
    static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
        guard let family = addresses.first?.family else { return [] }
        let preferred = addresses.filter { $0.family == family }
        let others = addresses.filter { $0.family != family }
        var result: [SocketAddress] = []
        for index in 0..<max(preferred.count, others.count) {
            if index < preferred.count { result.append(preferred[index]) }
            if index < others.count { result.append(others[index]) }
        }
        return result
    }
}
