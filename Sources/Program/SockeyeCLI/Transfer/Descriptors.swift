internal import SockeyeIO

/// How many transfers the process's descriptors are enough for.
struct Descriptors {
    /// A socket, a pipe (two) and a file.
    private static let perTransfer = 4
    /// Standard streams, event loop, journal, logs.
    private static let reserved = 16

    /// More files at once gain little, and each transfer that waits takes some 40 KB.
    private static let largestBatch = 32

    private let free: Int

    init(_ machine: any Machine) { free = machine.descriptorLimit - Self.reserved }

    /// At least one.
    var budget: Int { max(1, free / Self.perTransfer) }

    /// How many files may wait for the disk together, while as many are written and this many transfers are under way. At
    /// least one.
    func batch(besides transfers: Int) -> Int {
        // Idle connections may be as many as the budget.
        max(1, min(Self.largestBatch, (free - transfers * Self.perTransfer - budget) / 2))
    }
}
