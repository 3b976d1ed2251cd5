internal import SockeyeIO

/// A queue's folder: its files and their permissions.
struct BackgroundFolder: Sendable {
    /// Its absolute path.
    let path: String
    /// How long to wait for the journal's lock, which is held during a sync.
    var patience = Duration.seconds(20)

    /// The events of all jobs.
    var journal: JournalFile { JournalFile(path: file("journal"), patience: patience) }
    /// The worker's latest status.
    var status: String { file("status.json") }
    /// Where the worker accepts connections.
    var socket: String { file("socket") }
    /// The worker's output.
    var log: String { file("log") }
    var lock: String { file("worker.lock") }

    private func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Opens the folder; creates it with mode 0700 if it is missing.
    ///
    /// - Throws: `.notOurs` if others can write to it: the journal decides what is fetched to which path.
    init(_ path: String, mustExist: Bool = false) throws(BackgroundError) {
        if path.utf8.contains(0) { throw .invalid("a path can't contain NUL") }
        if !mustExist {
            try BackgroundError.wrapping(FileNames.makeFolder(path, permissions: 0o700))
        }
        self.path = try BackgroundError.wrapping(FileNames.resolved(path))
        let found = try BackgroundError.wrapping(FileFacts(of: path))
        guard let found, found.kind == .folder else {
            throw .file(FileError(call: "open", path: path, errorNumber: ErrorNumber.notFolder))
        }
        if !found.isOwn { throw .notOurs(path: path, reason: "belongs to another user") }
        if found.mode & 0o022 != 0 { throw .notOurs(path: path, reason: "can be written to by others") }
    }

    /// Whether there is a queue in the folder.
    var hasJournal: Bool { (try? FileFacts(of: journal.path, followingLinks: false)) != nil }

    /// Opens one of the folder's files, and refuses one that another user could have put there.
    static func open(_ path: String, _ mode: File.Mode) throws(BackgroundError) -> File {
        let file = try BackgroundError.wrapping(
            File(path, mode.union([.creating, .notThroughLink, .withoutWaiting]), permissions: 0o600))
        let facts = try BackgroundError.wrapping(file.facts())
        if let reason = facts.foreignness { throw .notOurs(path: path, reason: reason) }
        return file
    }

    /// Locks the folder for a worker.
    ///
    /// - Returns: the file that holds the lock; `nil` if another process has it.
    func lockForWork(until deadline: Deadline) throws(BackgroundError) -> File? {
        let file = try Self.open(lock, [.reading, .writing])
        do throws(FileError) {
            try file.lock(until: deadline)
            return file
        } catch {
            if error.isLocked { return nil }
            throw .file(error)
        }
    }

    /// Whether a worker is running.
    var isWorking: Bool {
        // Asking must not create the file.
        guard let file = try? File(lock, [.reading, .writing, .notThroughLink, .withoutWaiting]) else { return false }
        do throws(FileError) {
            // A worker that starts at this moment retries.
            try file.lock()
            file.unlock()
            return false
        } catch {
            return error.isLocked
        }
    }

    /// Opens the log; truncates it if it has grown long.
    func openLog() throws(BackgroundError) -> File {
        let file = try Self.open(log, [.writing, .appending])
        try BackgroundError.wrapping { () throws(FileError) in
            if try file.facts().size > Self.longestLog { try file.truncate(to: 0) }
        }
        return file
    }

    private static let longestLog: Int64 = 1 << 20

    /// Runs `work` with the socket's address. A path too long for `sockaddr_un` goes through the open folder's descriptor.
    func withSocketAddress<Value>(
        _ work: (SocketAddress) async throws(IOError) -> Value
    ) async throws(BackgroundError) -> Value {
        let opened = try BackgroundError.wrapping(File(path, [.reading, .folder]))
        do throws(IOError) {
            let isShort = socket.utf8.count <= Self.longestSocketPath
            let address = try SocketAddress(unixPath: isShort ? socket : "/proc/self/fd/\(opened.number)/socket")
            return try await work(address)
        } catch {
            throw error == .cancelled ? .cancelled : .io(error)
        }
    }

    /// `sockaddr_un` has 108 bytes, including the NUL.
    private static let longestSocketPath = 107
}
