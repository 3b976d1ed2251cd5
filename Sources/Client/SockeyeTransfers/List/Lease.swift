internal import SockeyeBytes

/// Who runs a shard: the contents of a lease file.
///
/// The holder renews it every ``interval`` seconds by writing it again. Nobody compares the clocks of two machines: a lease
/// is as old as the file server says, which dates both it and a file of the one who asks, or as long as that one has seen
/// it unchanged.
package struct Lease: Sendable, Hashable {
    /// A process, for those who can tell whether it is alive: the processes of one boot and one process namespace.
    package struct Holder: Sendable, Hashable {
        /// The machine's name, for messages.
        package var host: String
        /// The process ID.
        package var process: Int32
        /// When the process started, in ticks since the boot: its ID may be used again.
        package var started: UInt64
        /// The boot and the process namespace, within which the ID means something.
        package var world: String

        /// A holder.
        package init(host: String, process: Int32, started: UInt64, world: String) {
            (self.host, self.process, self.started, self.world) = (host, process, started, world)
        }
    }

    /// What one who wants the shard may conclude.
    package enum Verdict: Sendable, Hashable {
        /// Nobody runs it: take the next lease.
        case free
        /// Its holder is running it.
        case held
        /// Its holder may be dead: look again after this many seconds.
        case wait(seconds: Int)
    }

    /// How often a holder renews it, in seconds.
    package static let interval = 10
    /// After this many seconds without renewal its holder counts as dead.
    package static let expiry = 60

    /// Its holder.
    package var holder: Holder
    /// How often it was renewed.
    package var renewals: UInt64
    /// Whether the holder's run is over.
    package var isReleased: Bool
    /// Whether files that the list doesn't name belong to shards by their URLs, since responses name them (`-J`).
    package var dividesByURL = false

    /// A new lease.
    package init(_ holder: Holder) { (self.holder, renewals, isReleased) = (holder, 0, false) }

    /// The lease in this text; `nil` if it isn't one, as after a crash in the middle of writing it.
    package init?(_ text: String) {
        var values: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            if words.count == 2 { values[words[0]] = words[1] }
        }
        guard let host = values["host"], let process = values["process"].flatMap({ Int32($0) }), process > 0,
            let started = values["started"].flatMap({ UInt64($0) }), let world = values["world"],
            let renewals = values["renewals"].flatMap({ UInt64($0) }), let state = values["state"],
            state == "running" || state.hasPrefix("over")
        else { return nil }
        holder = Holder(host: String(host), process: process, started: started, world: String(world))
        (self.renewals, isReleased) = (renewals, state != "running")
        dividesByURL = values["names"] == "by-url"
    }

    /// The text, always of the same length for one holder, as it is written over the last one.
    package var text: String {
        """
        host \(holder.host)
        process \(holder.process)
        started \(holder.started)
        world \(holder.world)\(dividesByURL ? "\nnames by-url" : "")
        renewals \(ASCII.padded(renewals, to: 20))
        state \(isReleased ? "over   " : "running")

        """
    }

    /// What follows from a lease file.
    ///
    /// - Parameters:
    ///   - lease: its contents; `nil` if they can't be read.
    ///   - age: how many seconds it is unchanged.
    ///   - isAlive: whether its holder is running; `nil` if that can't be known here.
    ///   - hasChanged: whether it was renewed while one looked.
    package static func verdict(_ lease: Lease?, age: Int, isAlive: Bool?, hasChanged: Bool) -> Verdict {
        if lease?.isReleased == true || isAlive == false { return .free }
        if isAlive == true || hasChanged { return .held }
        return age >= expiry ? .free : .wait(seconds: max(1, expiry - age))
    }
}
