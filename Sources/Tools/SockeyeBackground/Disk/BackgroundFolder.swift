internal import Glibc
internal import SockeyeIO

/// The folder of a queue: its files, and who may use them.
struct BackgroundFolder: Sendable {
    /// Its absolute path.
    let path: String
    /// How long the journal's lock may take: it is held for as long as a sync takes.
    var patience = Duration.seconds(20)

    /// What jobs there are and what became of them.
    var journal: JournalFile { JournalFile(path: file("journal"), patience: patience) }
    /// What the worker last told.
    var status: String { file("status.json") }
    /// Connections to the worker.
    var socket: String { file("socket") }
    /// What the worker prints.
    var log: String { file("log") }
    var lock: String { file("worker.lock") }

    private func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The folder, made if there is none, for its owner alone.
    ///
    /// - Throws: `.notOurs` if others could put files into it: whoever writes the journal decides what is fetched to where.
    init(_ path: String, mustExist: Bool = false) throws(BackgroundError) {
        if path.utf8.contains(0) { throw .invalid("a path can't contain NUL") }
        if !mustExist, mkdir(path, 0o700) != 0, errno != EEXIST {
            throw .file(FileError(call: "mkdir", path: path, errorNumber: errno))
        }
        self.path = try BackgroundError.wrapping { () throws(FileError) in try FileNames.resolved(path) }
        let found = try BackgroundError.wrapping { () throws(FileError) in try FileFacts(of: path) }
        guard let found, found.kind == .folder else {
            throw .file(FileError(call: "open", path: path, errorNumber: ENOTDIR))
        }
        if found.owner != geteuid() { throw .notOurs(path: path, reason: "belongs to another user") }
        if found.mode & 0o022 != 0 { throw .notOurs(path: path, reason: "can be written to by others") }
    }

    /// Whether there is a queue in the folder.
    var hasJournal: Bool { (try? FileFacts(of: journal.path, followingLinks: false)) != nil }

    /// Opens a file of the folder that nobody else can have replaced.
    static func open(_ path: String, _ mode: File.Mode) throws(BackgroundError) -> File {
        let file = try BackgroundError.wrapping { () throws(FileError) in
            try File(path, mode.union([.creating, .notThroughLink, .withoutWaiting]), permissions: 0o600)
        }
        let facts = try BackgroundError.wrapping { () throws(FileError) in try file.facts() }
        if let reason = facts.foreignness { throw .notOurs(path: path, reason: reason) }
        return file
    }

    /// Takes the place of the folder's worker, without waiting.
    ///
    /// - Returns: what holds it until it is released; `nil` if another process has it.
    func takeWork() throws(BackgroundError) -> File? {
        let file = try Self.open(lock, [.reading, .writing])
        do throws(FileError) {
            try file.lock()
            return file
        } catch {
            if error.isLocked { return nil }
            throw .file(error)
        }
    }

    /// Whether a worker has the folder.
    var isWorking: Bool {
        // Who only looks makes no file.
        guard let file = try? File(lock, [.reading, .writing, .notThroughLink, .withoutWaiting]) else { return false }
        do throws(FileError) {
            // Only for a moment: a worker that begins meanwhile tries again.
            try file.lock()
            file.unlock()
            return false
        } catch {
            return error.isLocked
        }
    }

    /// The log, emptied if it has grown long.
    func openLog() throws(BackgroundError) -> File {
        let file = try Self.open(log, [.writing, .appending])
        try BackgroundError.wrapping { () throws(FileError) in
            if try file.facts().size > Self.longestLog { try file.truncate(to: 0) }
        }
        return file
    }

    private static let longestLog: Int64 = 1 << 20

    /// Runs `work` with the socket's address. A path that is too long for one leads through the open folder.
    func withSocketAddress<Value>(
        _ work: (SocketAddress) async throws(IOError) -> Value
    ) async throws(BackgroundError) -> Value {
        let opened = try BackgroundError.wrapping { () throws(FileError) in try File(path, [.reading, .folder]) }
        do throws(IOError) {
            let isShort = socket.utf8.count <= Self.longestSocketPath
            let address = try SocketAddress(unixPath: isShort ? socket : "/proc/self/fd/\(opened.number)/socket")
            return try await work(address)
        } catch {
            throw error == .cancelled ? .cancelled : .io(error)
        }
    }

    /// sockaddr_un has room for 108 bytes, with a NUL.
    private static let longestSocketPath = 107
}
