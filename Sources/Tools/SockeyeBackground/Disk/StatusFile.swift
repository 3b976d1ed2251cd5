internal import SockeyeIO

/// The status file.
struct StatusFile: Sendable {
    let path: String

    /// A file with more isn't ours.
    private static let longest = 256 << 20

    /// Replaces it in one step. Not synced: after a power cut the journal tells more.
    func write(_ transfers: [BackgroundTransfer]) {
        // Whoever reads it has the journal, too: a full disk must not end the worker.
        try? FileNames.replace(path, with: StatusText.file(transfers), isDurable: false, through: path + ".new")
    }

    /// What the worker last told; nothing if there is no such file.
    func read() -> [BackgroundTransfer] {
        (try? SmallFile.read(path, limit: Self.longest)).map(StatusText.transfers) ?? []
    }
}
