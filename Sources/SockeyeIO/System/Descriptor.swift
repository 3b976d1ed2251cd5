internal import CSystemShims
internal import Glibc

/// The sole owner of a file descriptor: it cannot be copied, and closes it when it goes away (`close(2)`).
///
/// A number that two owners hold is how one connection's bytes end up in another: the first closes it, the kernel
/// gives the number to somebody else, and the second goes on writing.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    /// How many a process may have open (`RLIMIT_NOFILE`).
    package static var limit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Takes ownership of an open descriptor.
    package init(owning number: Int32) {
        self.number = number
    }

    deinit {
        _ = sockeye_close(number)
    }
}
