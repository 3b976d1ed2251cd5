internal import Glibc

/// How many transfers the process's descriptors are enough for.
enum Descriptors {
    /// A socket, a pipe (two) and a file.
    private static let perTransfer = 4
    /// Standard streams, event loop, journal, logs.
    private static let reserved = 16

    /// More files at once gain little, and each transfer that waits takes some 40 KB.
    private static let largestBatch = 32

    /// At least one (`RLIMIT_NOFILE`).
    static var budget: Int { max(1, free / perTransfer) }

    /// How many files may wait for the disk together, while as many are written and this many transfers are under way. At
    /// least one.
    static func batch(besides transfers: Int) -> Int {
        // Idle connections may be as many as the budget.
        max(1, min(largestBatch, (free - transfers * perTransfer - budget) / 2))
    }

    private static var free: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        return Int(clamping: limit.rlim_cur) - reserved
    }
}
