internal import Glibc

/// How many transfers the process's descriptors are enough for.
enum Descriptors {
    /// A socket, a pipe (two) and a file.
    private static let perTransfer = 4
    /// Standard streams, event loop, journal, logs.
    private static let reserved = 16

    /// At least one (`RLIMIT_NOFILE`).
    static var budget: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1 }
        return max(1, (Int(clamping: limit.rlim_cur) - reserved) / perTransfer)
    }
}
