internal import Glibc
internal import SockeyeIO

/// Waits on the calling thread for a pipe or a terminal.
enum DescriptorWait {
    /// Whether `poll(2)` reports one of the events, an end or an error by the deadline.
    static func until(_ deadline: Deadline, _ descriptor: Int32, _ events: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
        while true {
            // Rounded up, so that the deadline has passed when the call times out.
            let left = deadline.duration(since: .now).wholeMicroseconds / 1_000
            let milliseconds = deadline == .never ? -1 : deadline.hasPassed ? 0 : Int32(clamping: left + 1)
            let count = poll(&watched, 1, milliseconds)
            // What poll can't tell, the call itself does.
            if count > 0 || count < 0 && errno != EINTR { return true }
            if count == 0, deadline.hasPassed { return false }
        }
    }
}
