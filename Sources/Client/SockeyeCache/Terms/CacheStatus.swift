/// How the cache handled a request, in the terms of the Cache-Status field (RFC 9211).
public struct CacheStatus: Sendable, Hashable {
    /// Why the request went to the server (RFC 9211 section 2.2).
    @nonexhaustive
    public enum Forward: String, Sendable, Hashable {
        /// The cache was not to be used for this request.
        case bypass
        /// The method's responses are not stored.
        case method
        /// Nothing is stored for the URL.
        case uriMiss = "uri-miss"
        /// What is stored for the URL was selected by other request fields.
        case varyMiss = "vary-miss"
        /// A usable response was stored, but the request's directives or policy ruled it out.
        case request
        /// A response was stored, but it was stale.
        case stale
        /// Only other parts of the response are stored.
        case partial
    }

    /// Whether the response came from the cache, without the server.
    public var isHit: Bool { forward == nil }
    /// Why the request went to the server; `nil` for a hit.
    public var forward: Forward?
    /// The status that the server answered with.
    public var forwardStatus: Int?
    /// The freshness left, in seconds, when the response came from the cache; negative if it was stale.
    public var timeToLive: Int64?
    /// Whether the server's response is being stored: it is once its body is complete.
    public var isStored = false
    /// Whether the request waited for an equal one, so that both share one fetch.
    public var isCollapsed = false
    /// What else happened, such as `revalidated` or `stale-if-error`.
    public var detail: String?

    /// A request that goes to the server, or a hit.
    package init(forward: Forward? = nil, timeToLive: Int64? = nil, detail: String? = nil) {
        self.forward = forward
        self.timeToLive = timeToLive
        self.detail = detail
    }
}

extension CacheStatus: CustomStringConvertible {
    /// As a member of Cache-Status: `sockeye; hit; ttl=376`.
    public var description: String {
        var text = "sockeye"
        if let forward { text += "; fwd=\(forward.rawValue)" } else { text += "; hit" }
        if let forwardStatus { text += "; fwd-status=\(forwardStatus)" }
        if let timeToLive { text += "; ttl=\(timeToLive)" }
        if isStored { text += "; stored" }
        if isCollapsed { text += "; collapsed" }
        if let detail { text += "; detail=\(detail)" }
        return text
    }
}
