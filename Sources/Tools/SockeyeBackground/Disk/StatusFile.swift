internal import SockeyeIO

/// The file with the worker's latest status.
struct StatusFile: Sendable {
    let path: String

    /// A larger file isn't ours.
    private static let longest = 256 << 20

    /// Replaces the file atomically. Not synced: after a power cut, the journal has the truth.
    func write(_ transfers: [BackgroundTransfer]) {
        // Readers have the journal as well, so a full disk must not stop the worker.
        try? FileNames.replace(path, with: StatusText.file(transfers), isDurable: false, through: path + ".new")
    }

    /// Reads the file; empty if there is none.
    func read() -> [BackgroundTransfer] {
        (try? SmallFile.read(path, limit: Self.longest)).map(StatusText.transfers) ?? []
    }
}
