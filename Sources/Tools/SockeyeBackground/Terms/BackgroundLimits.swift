/// How many jobs a worker runs concurrently.
public struct BackgroundLimits: Sendable, Hashable {
    /// In all.
    public var jobs: Int
    /// From or to one host and port.
    public var jobsPerHost: Int

    /// By default four in all and two per host.
    public init(jobs: Int = 4, jobsPerHost: Int = 2) {
        self.jobs = min(Self.most, max(1, jobs))
        self.jobsPerHost = min(Self.most, max(1, jobsPerHost))
    }

    /// Beyond this, jobs only compete for bandwidth and descriptors.
    private static let most = 64
}
