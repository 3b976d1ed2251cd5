internal import Glibc

extension File {
    /// Gives up what `lock()` took (`flock(2)` with LOCK_UN), also for copies of the descriptor.
    package func unlock() {
        _ = flock(number, LOCK_UN)
    }
}
