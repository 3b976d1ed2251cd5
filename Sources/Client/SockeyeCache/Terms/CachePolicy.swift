/// How a request uses the cache.
///
/// Every policy but the two that load nothing stores what it fetches, if RFC 9111 allows it.
@nonexhaustive
public enum CachePolicy: String, Sendable, Hashable, CaseIterable {
    /// RFC 9111: a fresh response is reused, a stale one is validated with `If-None-Match` or `If-Modified-Since`, anything
    /// else is fetched. The default.
    case standard
    /// What is stored is not used. The request goes out as it is: a proxy may still answer it from its cache.
    case reload
    /// The same, and `Cache-Control: no-cache` and `Pragma: no-cache` ask the caches on the way to forward the request.
    case reloadEverywhere = "reload-everywhere"
    /// What is stored is used however old it is; otherwise the request goes out as it is.
    case preferStored = "prefer-stored"
    /// What is stored is used however old it is; otherwise the request fails with `.notCached`. Nothing goes out.
    case onlyStored = "only-stored"
    /// What is stored is validated even if it is fresh: the request has its validators and `Cache-Control: max-age=0`. A
    /// fresh response that is `immutable` (RFC 8246) is used as it is.
    case revalidate

    /// Whether nothing may go out.
    package var loadsNothing: Bool { self == .onlyStored }
    /// Whether what is stored is used however old it is.
    package var ignoresAge: Bool { self == .onlyStored || self == .preferStored }
    /// Whether what is stored is not used.
    package var ignoresStored: Bool {
        self == .reload || self == .reloadEverywhere
    }
}
