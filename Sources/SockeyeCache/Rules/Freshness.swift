internal import HTTPTypes
internal import SockeyeFields

/// How old a stored response is and how long it is fresh (RFC 9111 section 4.2), in seconds.
public struct Freshness: Sendable, Hashable {
    /// How long it is fresh.
    public let lifetime: Int64
    /// How old it is.
    public let age: Int64
    /// Whether the lifetime is a guess (RFC 9111 section 4.2.2).
    public let isHeuristic: Bool

    /// The freshness left; negative if it is stale. Section 4.2: fresh while the lifetime exceeds the age.
    public var timeToLive: Int64 { lifetime - age }
    /// Whether it is fresh.
    public var isFresh: Bool { lifetime > age }

    /// The most that a guess comes to: a day.
    static let longestGuess: Int64 = 86_400

    /// The freshness of `response` at `now`.
    ///
    /// - Parameter hasQuery: whether its URL has a query, for which there is no guess unless it is `public`.
    public init(_ response: StoredResponse, hasQuery: Bool, now: Int64) {
        self.init(response, CacheControl(response.fields), hasQuery: hasQuery, now: now)
    }

    init(_ response: StoredResponse, _ control: CacheControl, hasQuery: Bool, now: Int64) {
        // RFC 9110 section 6.6.1: without Date, the time of its arrival counts.
        let date = response.fields[.date].flatMap { HTTPDate(parsing: $0) }?.secondsSinceEpoch ?? response.responseTime
        age = Self.age(response, date: date, now: now)
        (lifetime, isHeuristic) = Self.lifetime(response, control, date: date, hasQuery: hasQuery)
    }

    /// RFC 9111 section 4.2.3.
    private static func age(_ response: StoredResponse, date: Int64, now: Int64) -> Int64 {
        let apparent = max(0, response.responseTime - date)
        let delay = max(0, response.responseTime - response.requestTime)
        let corrected = (response.fields.age ?? 0) + delay
        // A clock that was set back tells nothing about the time in the store: no age is small enough then.
        let resident = now - response.responseTime
        return resident < 0 ? DeltaSeconds.largest : max(apparent, corrected) + resident
    }

    /// RFC 9111 section 4.2.1. `s-maxage` is for shared caches.
    private static func lifetime(
        _ response: StoredResponse, _ control: CacheControl, date: Int64, hasQuery: Bool
    ) -> (Int64, isHeuristic: Bool) {
        if let seconds = control.maxAge { return (seconds, false) }
        let expires = response.fields[values: .expires]
        if let first = expires.first {
            // Section 5.3: what isn't a date, "0" above all, has expired; so has what is said twice in two ways.
            guard expires.allSatisfy({ $0 == first }), let moment = HTTPDate(parsing: first) else { return (0, false) }
            return (max(0, moment.secondsSinceEpoch - date), false)
        }
        // Section 4.2.2: not without being asked where the status doesn't imply it; queries are for programs.
        guard control.isPublic || isHeuristicallyCacheable(response.status), control.isPublic || !hasQuery,
            let modified = response.fields[.lastModified].flatMap({ HTTPDate(parsing: $0) })?.secondsSinceEpoch,
            modified < date
        else { return (0, true) }
        return (min((date - modified) / 10, longestGuess), true)
    }

    /// RFC 9110 section 15.1.
    static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
    }
}
