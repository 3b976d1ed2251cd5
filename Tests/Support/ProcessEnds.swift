internal import Glibc

/// Waits until one of the processes has ended, whether children or not; false if that takes longer than so many seconds.
public func oneEnds(of processes: [Int32], seconds: Int = 30) async -> Bool {
    await onThread {
        let descriptors = processes.map(endDescriptor(of:))
        defer { for descriptor in descriptors where descriptor >= 0 { close(descriptor) } }
        return descriptors.contains { $0 < 0 }
            || isReadable(descriptors, until: .now.advanced(by: .seconds(seconds)))
    }
}

/// A descriptor that is readable once a process has ended (`pidfd_open(2)`); negative if there is no such process.
func endDescriptor(of process: pid_t) -> Int32 {
    // glibc has a function for it only since 2.36, and Swift can't call syscall(2), which takes any number of arguments.
    // SAFETY: such a function gets integers as any other does, on both processors that Swift runs on.
    let call = unsafeBitCast(dlsym(nil, "syscall"), to: (@convention(c) (Int, Int, Int) -> Int).self)
    // Its number is the same on all of them.
    return Int32(call(434, Int(process), 0))
}

/// Waits until one of the descriptors is readable, blocking the thread; false if that takes until `end`. Negative ones are
/// passed over.
func isReadable(_ descriptors: [Int32], until end: ContinuousClock.Instant) -> Bool {
    var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
        let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
        let count = poll(&waiting, nfds_t(waiting.count), Int32(max(0, min(left.rounded(.up), 1_000_000))))
        if count > 0 { return true }
        if count == 0 || errno != EINTR { return false }
    }
}
