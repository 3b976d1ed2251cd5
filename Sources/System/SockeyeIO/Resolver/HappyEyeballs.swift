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

    /// Which of two addresses' failures to report. That this machine has no way to one of them (`::1` without IPv6) says least, and
    /// that it lacks something, such as descriptors, says most; otherwise it is the later one.
    static func telling(_ earlier: IOError, _ later: IOError) -> IOError {
        func isNoWay(_ error: IOError) -> Bool {
            guard case .system(_, let number) = error else { return false }
            return ErrorNumber.noWay.contains(number)
        }
        func isLack(_ error: IOError) -> Bool {
            guard case .system(let call, _) = error else { return false }
            return call != "connect" && !isNoWay(error)
        }
        return isNoWay(later) || isLack(earlier) ? earlier : later
    }
}
