/// How a request uses the cache. The names are those of `URLRequest.CachePolicy`.
///
/// Every policy but the two that load nothing stores what it fetches, if RFC 9111 allows it.
@nonexhaustive
public enum CachePolicy: String, Sendable, Hashable, CaseIterable {
    /// RFC 9111: a fresh response is reused, a stale one is validated with `If-None-Match` or `If-Modified-Since`, anything
    /// else is fetched. The default.
    case useProtocolCachePolicy
    /// What is stored is not used. The request goes out as it is: a proxy may still answer it from its cache.
    case reloadIgnoringLocalCacheData
    /// The same, and `Cache-Control: no-cache` and `Pragma: no-cache` ask the caches on the way to forward the request.
    case reloadIgnoringLocalAndRemoteCacheData
    /// What is stored is used however old it is; otherwise the request goes out as it is.
    case returnCacheDataElseLoad
    /// What is stored is used however old it is; otherwise the request fails with `.notCached`. Nothing goes out.
    case returnCacheDataDontLoad
    /// What is stored is validated even if it is fresh: the request has its validators and `Cache-Control: max-age=0`. A
    /// fresh response that is `immutable` (RFC 8246) is used as it is.
    case reloadRevalidatingCacheData

    /// The old name of ``reloadIgnoringLocalCacheData``.
    public static let reloadIgnoringCacheData = CachePolicy.reloadIgnoringLocalCacheData

    /// Whether nothing may go out.
    public var loadsNothing: Bool { self == .returnCacheDataDontLoad }
    /// Whether what is stored is used however old it is.
    public var ignoresAge: Bool { self == .returnCacheDataDontLoad || self == .returnCacheDataElseLoad }
    /// Whether what is stored is not used.
    public var ignoresStored: Bool {
        self == .reloadIgnoringLocalCacheData || self == .reloadIgnoringLocalAndRemoteCacheData
    }
}
