internal import SockeyeIO

// How long the other end of a pipe may take (`-m`).

extension Settings {
    /// How long the other end of a pipe that is the whole run's may take: as long as the longest `-m`, if all have one.
    var longestTime: Duration? {
        let times = operations.map(\.timeLimit)
        return times.contains(nil) ? nil : times.compactMap(\.self).max()
    }

    /// The same from now on.
    var longestDeadline: Deadline { longestTime.map { .after($0) } ?? .never }
}

extension TransferSettings {
    /// When an attempt that starts now must be over (`-m`).
    var deadline: Deadline { timeLimit.map { .after($0) } ?? .never }
}
