internal import Glibc

extension sigaction {
    /// Whether the signal is ignored, as the parent may have wanted it: nohup(1), or a shell for its background jobs.
    var isIgnored: Bool {
        // SAFETY: only the bits of the pointer are compared: SIG_IGN is 1, and no input has a part in it.
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
