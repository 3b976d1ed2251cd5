internal import CSystemShims

/// The sole owner of a file descriptor: it cannot be copied, and closes it when it goes away (`close(2)`).
///
/// A number that two owners hold is how one connection's bytes end up in another: the first closes it, the kernel
/// gives the number to somebody else, and the second goes on writing.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes ownership of an open descriptor.
    package init(owning number: Int32) {
        self.number = number
    }

    deinit {
        _ = sockeye_close(number)
    }
}
