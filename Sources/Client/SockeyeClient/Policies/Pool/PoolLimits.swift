/// How many connections a client opens, and how long it keeps idle ones.
public struct PoolLimits: Sendable, Hashable {
    /// The most connections per origin; further requests wait their turn.
    public var perOrigin: Int
    /// The most connections in total; an idle one to another origin is closed to make room.
    public var total: Int
    /// How long an idle connection is kept.
    public var idleTimeout: Duration

    /// By default 16 per origin and 256 in total, idle for 60 seconds: less than common servers keep theirs.
    public init(perOrigin: Int = 16, total: Int = 256, idleTimeout: Duration = .seconds(60)) {
        self.perOrigin = max(1, perOrigin)
        self.total = max(1, total)
        self.idleTimeout = idleTimeout
    }
}
