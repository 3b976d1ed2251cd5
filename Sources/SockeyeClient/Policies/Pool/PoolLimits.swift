/// How many connections a client opens, and how long it keeps those that nobody uses.
public struct PoolLimits: Sendable, Hashable {
    /// At most so many to one origin; further requests wait their turn.
    public var perOrigin: Int
    /// At most so many in all; an idle one to another origin makes room.
    public var total: Int
    /// An idle connection is closed after this time.
    public var idleTimeout: Duration

    /// 16 an origin and 256 in all, idle ones kept for 60 seconds: less than common servers keep theirs.
    public init(perOrigin: Int = 16, total: Int = 256, idleTimeout: Duration = .seconds(60)) {
        self.perOrigin = max(1, perOrigin)
        self.total = max(1, total)
        self.idleTimeout = idleTimeout
    }
}
