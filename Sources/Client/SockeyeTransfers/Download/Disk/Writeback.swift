internal import SockeyeIO

/// Starts writing a large file's pages to the disk while it is received (`sync_file_range(2)`), so that little is left
/// for the final sync.
///
/// One window is written at a time and the next one waits for it, which also bounds the dirty pages of a fast download
/// to a slow disk.
struct Writeback {
    private static let windowBytes: Int64 = 8 << 20
    /// Shorter files are left to the sync.
    static let minimumBytes: Int64 = 32 << 20

    private let file: File
    private let loop: EventLoop
    private var started: Int64
    private var window: Task<Result<Void, FileError>, Never>?

    init(_ file: File, from offset: Int64, on loop: EventLoop) {
        self.file = file
        self.loop = loop
        started = offset
    }

    /// The bytes up to `position` are in the page cache.
    mutating func advance(to position: Int64) async throws(FileError) {
        guard position - started >= Self.windowBytes else { return }
        try await finish()
        let range = started..<position
        started = position
        window = Task(executorPreference: loop) { [file] in
            await outcome { () throws(FileError) in
                try await onFileThread { () throws(FileError) in try file.writeBack(range) }
            }
        }
    }

    /// Waits for the window under way: it may be the one that fails.
    mutating func finish() async throws(FileError) {
        guard let window else { return }
        self.window = nil
        try await window.value.get()
    }
}
