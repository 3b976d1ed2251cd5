internal import CSystemShims

/// The sole owner of a file descriptor: cannot be copied, and closes it in `deinit` (`close(2)`).
///
/// If two owners shared a number, the first would close it, the kernel would reuse it for another connection, and the
/// second would write into that one.
struct Descriptor: ~Copyable, Sendable {
    let number: Int32

    /// How many descriptors the process may have open (`RLIMIT_NOFILE`).
    static var limit: Int {
        let limit = sockeye_descriptor_limit()
        return limit < 0 ? 1024 : Int(clamping: limit)
    }

    /// Takes ownership of an open descriptor.
    init(owning number: Int32) {
        self.number = number
    }

    deinit {
        _ = sockeye_close(number)
    }
}
