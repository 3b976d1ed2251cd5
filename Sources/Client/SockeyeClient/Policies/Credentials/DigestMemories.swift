internal import Synchronization

/// The Digest challenges received by a client, or for one request and its redirects, by origin, so that the next request can answer at
/// once.
package final class DigestMemories: Sendable {
    /// The most origins; beyond this all challenges are dropped and requested again.
    private static let limit = 1024

    private let memories = Mutex<[String: Authenticator.Memory]>([:])

    package init() {}

    /// Forgets all.
    func removeAll() {
        memories.withLock { $0.removeAll() }
    }

    subscript(origin: String) -> Authenticator.Memory? { memories.withLock { $0[origin] } }

    /// Counts a use of the nonce that the next request answers with, and remembers it. In one step: with the same count
    /// twice, a server takes the second request for a replay (RFC 7616 section 3.3).
    func count(for origin: String, _ authenticator: inout Authenticator?) {
        guard let memory = authenticator?.memory else {
            if authenticator != nil { memories.withLock { $0[origin] = nil } }
            return
        }
        memories.withLock { memories in
            if let known = memories[origin], known.challenge.nonce == memory.challenge.nonce {
                authenticator?.skip(to: max(known.count, memory.count))
            } else if memories[origin] == nil, memories.count >= Self.limit {
                memories.removeAll()
            }
            var next = authenticator?.memory
            next?.count &+= 1
            memories[origin] = next
        }
    }
}
