public import SockeyeURL

/// A private HTTP cache (RFC 9111), used by the clients in whose configuration it is.
///
/// ```swift
/// var configuration = HTTPClient.Configuration()
/// configuration.cache = .memory()
/// let client = HTTPClient(configuration: configuration)
/// ```
///
/// Private: it stores what is meant for one user. Give each user a partition, or a cache.
public final class HTTPCache: Sendable {
    /// Where the responses are.
    package let store: any CacheStore
    /// Responses are stored and found within this partition only.
    public let partition: String
    /// How much of a body is fetched, without the handler, if the handler stops before its end: with at most this many bytes
    /// to go, `perform` reads and stores them; with more, the response isn't stored.
    package let readOnLimit: Int64
    /// Equal requests under way.
    package let flights: CacheFlights
    /// Seconds since 1970, if not the system's.
    public let clock: (@Sendable () -> Int64)?

    /// A cache over a store.
    ///
    /// - Parameters:
    ///   - store: holds what is stored; caches may share one.
    ///   - partition: separates what is stored from other partitions of the same store; the default is the empty one.
    ///   - readOnLimit: see ``readOnLimit``; default 64 KiB.
    ///   - clock: the time in seconds since 1970; default the system's.
    package init(
        store: any CacheStore, partition: String = "", readOnLimit: Int64 = 64 * 1024,
        clock: (@Sendable () -> Int64)? = nil
    ) {
        self.store = store
        self.partition = partition
        self.readOnLimit = readOnLimit
        self.clock = clock
        flights = CacheFlights()
    }

    /// A cache in memory.
    ///
    /// - Parameter limit: the most bytes to keep; default 64 MiB.
    public static func memory(limit: Int64 = 64 * 1024 * 1024) -> HTTPCache {
        HTTPCache(store: MemoryCacheStore(limit: limit))
    }

    /// A cache over the same store that neither sees nor changes what other partitions stored.
    public func partitioned(by partition: String) -> HTTPCache {
        HTTPCache(store: store, partition: partition, readOnLimit: readOnLimit, clock: clock)
    }

    /// What the responses of `url` are stored under.
    package func key(of url: HTTPURL) -> CacheKey { CacheKey(url, partition: partition) }

    /// The same for a client whose trust or road to the server isn't the usual one, or a request with a user.
    package func key(of url: HTTPURL, terms: String) -> CacheKey {
        CacheKey(url, partition: partition + Self.mark + terms)
    }

    /// Separates a partition from the terms within it.
    fileprivate static let mark = "\u{1F}"

    private func holds(_ key: CacheKey) -> Bool {
        key.partition == partition || key.partition.hasPrefix(partition + Self.mark)
    }

    /// What is stored in this partition, the most recently used first.
    package var entries: [CacheEntry] { store.entries().filter { holds($0.key) } }

    /// The bytes that the store takes, all partitions together.
    public var size: Int64 { store.size }

    /// Removes what is stored for `url`, over every road and for every user.
    public func remove(_ url: HTTPURL) {
        for key in store.keys(of: key(of: url).url) where holds(key) { store.remove(key) }
    }

    /// Writes what is kept back, such as which entries were used last. Call it before the process ends.
    public func flush() { store.flush() }

    /// Waits for the validations in the background (RFC 5861 section 3) that are under way. A process that ends before
    /// them leaves what is stored as stale as it was.
    ///
    /// - Parameter limit: how long to wait at most.
    package func finishValidations(within limit: Duration) async {
        let end = ContinuousClock.now + limit
        for flight in flights.validations {
            _ = await flight.wait {
                try? await Task.sleep(until: end, clock: .continuous)
            } unless: {
                ContinuousClock.now >= end
            }
        }
    }

    /// Removes everything, in all partitions.
    public func removeAll() { store.removeAll() }
}

// A replay has neither the trust nor the road nor the secrets of the run that it repeats, but its users' names.
extension CacheKey {
    /// The terms that tell the user's name: a `u` and hexadecimal digits; empty for nobody, and for a secret.
    package var user: String {
        guard let mark = partition.firstIndex(of: Character(HTTPCache.mark)) else { return "" }
        return partition[mark...].firstIndex(of: "u").map { String(partition[$0...]) } ?? ""
    }

    /// The key of a URL for a user, by the usual road.
    package init(_ url: HTTPURL, user: String) {
        self.init(url, partition: user.isEmpty ? "" : HTTPCache.mark + user)
    }
}
