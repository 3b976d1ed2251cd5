/// How many jobs a worker runs at once.
public struct BackgroundLimits: Sendable, Hashable {
    /// In all.
    public var jobs: Int
    /// From or to one host and port.
    public var jobsPerHost: Int

    /// By default four in all, two a host.
    public init(jobs: Int = 4, jobsPerHost: Int = 2) {
        self.jobs = min(Self.most, max(1, jobs))
        self.jobsPerHost = min(Self.most, max(1, jobsPerHost))
    }

    /// More would only take each other's bandwidth and descriptors.
    private static let most = 64
}
