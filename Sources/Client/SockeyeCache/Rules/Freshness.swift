internal import SockeyeFields

/// How old a stored response is and how long it is fresh (RFC 9111 section 4.2), in seconds.
package struct Freshness: Sendable, Hashable {
    /// How long it is fresh.
    package let lifetime: Int64
    /// How old it is.
    package let age: Int64
    /// Whether the lifetime is a guess (RFC 9111 section 4.2.2).
    package let isHeuristic: Bool

    /// The freshness left; negative if it is stale. Section 4.2: fresh while the lifetime exceeds the age.
    package var timeToLive: Int64 { lifetime - age }
    /// Whether it is fresh.
    package var isFresh: Bool { lifetime > age }

    /// The most that a guess comes to: a day.
    static let longestGuess: Int64 = 86_400

    /// The freshness of a record at `now`.
    ///
    /// - Parameters:
    ///   - record: what is stored.
    ///   - hasQuery: whether its URL has a query, for which there is no guess unless it is `public`.
    ///   - now: seconds since 1970.
    package init(_ record: CacheRecord, hasQuery: Bool, now: Int64) {
        age = Self.age(record.response, record.terms, now: now)
        (lifetime, isHeuristic) = Self.lifetime(record.terms, status: record.response.status, hasQuery: hasQuery)
    }

    /// RFC 9111 section 4.2.3.
    private static func age(_ response: StoredResponse, _ terms: StoredTerms, now: Int64) -> Int64 {
        // A store or a recording may hold any number.
        let received = HTTPDate(clamping: response.responseTime).secondsSinceEpoch
        let requested = HTTPDate(clamping: response.requestTime).secondsSinceEpoch
        let apparent = max(0, received - terms.date)
        let delay = max(0, received - requested)
        let corrected = terms.age + delay
        // A clock that was set back tells nothing about the time in the store: no age is small enough then.
        let resident = HTTPDate(clamping: now).secondsSinceEpoch - received
        return resident < 0 ? DeltaSeconds.largest : max(apparent, corrected) + resident
    }

    /// RFC 9111 section 4.2.1. `s-maxage` is for shared caches.
    private static func lifetime(
        _ terms: StoredTerms, status: Int, hasQuery: Bool
    ) -> (Int64, isHeuristic: Bool) {
        if let seconds = terms.control.maxAge { return (seconds, false) }
        if let expires = terms.expires { return (max(0, expires - terms.date), false) }
        // Section 4.2.2: not without being asked where the status doesn't imply it; queries are for programs.
        let isPublic = terms.control.isPublic
        guard isPublic || isHeuristicallyCacheable(status), isPublic || !hasQuery,
            let modified = terms.lastModified, modified < terms.date
        else { return (0, true) }
        return (min((terms.date - modified) / 10, longestGuess), true)
    }

    /// RFC 9110 section 15.1.
    static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
    }
}
