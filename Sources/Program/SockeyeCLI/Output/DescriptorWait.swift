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

extension Settings {
    /// How long the other end of a pipe that is the whole run's may take: as long as the longest `-m`, if all have one.
    var longestTime: Duration? {
        let times = operations.map(\.maximumTime)
        return times.contains(nil) ? nil : times.compactMap(\.self).max()
    }

    /// The same from now on.
    var longestDeadline: Deadline { longestTime.map { .after($0) } ?? .never }
}

extension TransferSettings {
    /// When an attempt that starts now must be over (`-m`).
    var deadline: Deadline { maximumTime.map { .after($0) } ?? .never }
}
