internal import SockeyeIO

/// Reads a file or standard input for a transfer. A pipe's writer takes its time, and a device may never end: neither keeps
/// another transfer, a signal or `-m` waiting.
struct LocalReader: ~Copyable {
    /// How long it sleeps between two looks at most: a pipe that is silent costs next to nothing.
    private static let longestSleep = Duration.milliseconds(32)

    private var reader: InputReader
    private let item: TransferItem
    /// When the transfer must be over.
    private let deadline: Deadline

    /// Opens the file `path`, or uses standard input for `-`.
    init(_ path: String, for item: TransferItem, until deadline: Deadline) throws(InputError) {
        reader = try InputReader(path, .body, on: item.machine)
        (self.item, self.deadline) = (item, deadline)
    }

    /// Goes on from `offset`, if the file can. Returns where it is then.
    mutating func seek(to offset: Int64) -> Int64 { reader.seek(to: offset) }

    /// The next chunk; `nil` at the end.
    mutating func next() async throws -> [UInt8]? {
        // One that is always readable leaves the loop to others too.
        await Task.yield()
        var sleep = Duration.milliseconds(1)
        while true {
            if item.run.interruption.hasCome || Task.isCancelled { throw IOError.cancelled }
            if deadline.hasPassed { throw TransferFailure.timedOutInTotal }
            if reader.isReadable { return try reader.next() }
            try await item.loop.sleep(until: min(.after(sleep), deadline))
            sleep = min(sleep * 2, Self.longestSleep)
        }
    }
}
