import SockeyeClient

/// How rough a world is, and the settings of its client.
struct Mood {
    /// From 0, a network that only takes its time, to 3.
    let network: Int
    /// From 0, a server that only answers, to 2, one that lies.
    let server: Int
    /// Whether any runnable job may be next.
    let picksJobs: Bool
    var timeouts = Timeouts.none
    var pool = PoolLimits()
    var retry = RetryPolicy.never
    let redirectLimit: Int
    /// Whether connections are refused sometimes.
    let refuses: Bool

    init(_ choices: Choices) {
        network = choices.pick(4)
        server = choices.pick(3)
        picksJobs = choices.pick(3) > 0
        refuses = choices.rarely(6)
        redirectLimit = choices.one(of: [20, 2, 0])
        timeouts.firstByte = choices.one(of: [.seconds(2), .seconds(10), .milliseconds(200)])
        timeouts.idle = choices.one(of: [.seconds(2), .seconds(10), .milliseconds(200)])
        pool.perOrigin = choices.one(of: [4, 1, 2])
        pool.total = choices.one(of: [16, 1, 3])
        pool.idleTimeout = choices.one(of: [.seconds(60), .seconds(1), .milliseconds(20)])
        if choices.rarely(2) {
            retry = RetryPolicy(attempts: 2 + choices.pick(2), firstDelay: .milliseconds(500), jitter: 0)
        }
    }

    /// The longest that a line may be silent while it is waited for.
    var silenceLimit: Duration? {
        guard let first = timeouts.firstByte, let idle = timeouts.idle else { return nil }
        return max(first, idle)
    }
}
