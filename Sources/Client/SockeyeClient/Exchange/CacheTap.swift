internal import SockeyeCache

/// Writes what a reader receives of a body into the store, without framing and with its content codings, and lands the flight of
/// those who wait for it.
final class CacheTap {
    private var writer: (any CacheWriter)?
    private let response: StoredResponse
    private let key: CacheKey
    private let cache: HTTPCache
    private let flight: CacheFlight?
    private let now: Int64

    init(
        _ writer: any CacheWriter, of response: StoredResponse, for key: CacheKey, in cache: HTTPCache,
        _ flight: CacheFlight?, now: Int64
    ) {
        self.writer = writer
        self.response = response
        self.key = key
        self.cache = cache
        self.flight = flight
        self.now = now
    }

    /// How many more bytes are worth reading for the store alone.
    var readOnLimit: Int64 { cache.readOnLimit }

    /// The next bytes.
    func receive(_ bytes: RawSpan) {
        guard let writer else { return }
        if writer.append(bytes) {
            flight?.moved()
        } else {
            self.writer = nil
            flight?.end(.unshared)
        }
    }

    /// Nothing more will come.
    ///
    /// - Parameter isComplete: whether the body arrived whole, and could be decoded if it was.
    /// - Returns: whether it was kept.
    fileprivate func end(isComplete: Bool) -> Bool {
        defer { flight?.end(.landed) }
        guard let writer else { return false }
        if isComplete { return cache.commit(response, writer, for: key, now: now) }
        writer.abandon()
        return false
    }
}

extension ResponseReader {
    /// Tells the tap, if any, that the exchange has ended.
    func endTap() {
        guard let tap else { return }
        self.tap = nil
        if !tap.end(isComplete: isComplete && failure == nil && (try? form.finish()) != nil) {
            wire.log.cacheStatus?.isStored = false
        }
    }
}
