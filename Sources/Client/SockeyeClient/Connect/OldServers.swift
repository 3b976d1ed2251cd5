internal import SockeyeHTTP1
internal import Synchronization

/// The servers and proxies whose last answer was HTTP/1.0: a chunked body must not be sent there (RFC 9112 section 6.1).
final class OldServers: Sendable {
    /// Where there are more, all are forgotten: each is known again by its next answer.
    private static let most = 1_000

    private let origins = Mutex<Set<Origin>>([])
    /// Spares nearly every answer the lock.
    private let isEmpty = Atomic(true)

    func note(_ version: HTTPVersion, from origin: Origin) {
        if version == .http11, isEmpty.load(ordering: .relaxed) { return }
        origins.withLock { origins in
            if version == .http11 {
                origins.remove(origin)
            } else {
                if origins.count >= Self.most { origins.removeAll() }
                origins.insert(origin)
            }
            isEmpty.store(origins.isEmpty, ordering: .relaxed)
        }
    }

    func contains(_ origin: Origin) -> Bool { origins.withLock { $0.contains(origin) } }
}
