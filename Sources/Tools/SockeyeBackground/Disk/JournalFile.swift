internal import Glibc
internal import SockeyeIO

/// The journal on the disk: appended to by whoever hands over jobs and by the worker, each line whole and synced before anybody
/// relies on it.
struct JournalFile: Sendable {
    let path: String
    /// How long a lock may take.
    let patience: Duration

    /// The longest journal to which a job is added: some hundred thousand jobs.
    private static let longest: Int64 = 64 << 20
    /// Room for what becomes of them: of a full journal, jobs still end and are removed.
    private static let reserve: Int64 = 16 << 20
    /// Enough for the first line.
    private static let headerBytes = 64

    /// Adds events and waits until they are on the disk.
    func append(_ events: [JournalEvent]) throws(BackgroundError) {
        if events.isEmpty { return }
        try locked { file throws(BackgroundError) in try append(events, to: file) }
    }

    /// The same, while `file` is locked.
    func append(_ events: [JournalEvent], to file: File) throws(BackgroundError) {
        let (size, first, last) = try BackgroundError.wrapping { () throws(FileError) in
            let size = try file.facts().size
            return (size, try file.read(Self.headerBytes, at: 0), size > 0 ? try file.read(1, at: size - 1).first : nil)
        }
        // Never add to what a newer version may understand otherwise.
        if case .version(let version) = JournalLine(first.prefix { $0 != UInt8(ascii: "\n") }),
            version > JournalLine.version
        {
            throw .newer(path: path)
        }
        // A line that a crash cut off must not swallow the next one.
        var bytes = size == 0 ? JournalLine.header : last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
        for event in events { bytes += JournalLine.bytes(of: event) }
        let most = events.contains(where: \.addsJob) ? Self.longest : Self.longest + Self.reserve
        guard Int64(bytes.count) <= most - size else { throw .full(path: path) }
        try BackgroundError.wrapping { () throws(FileError) in
            try file.append(bytes)
            try file.sync(dataOnly: true)
            // A new file's name must get there too.
            if size == 0 { try FileNames.syncFolder(of: path) }
        }
    }

    /// The journal's bytes from `offset` on, up to the last whole line.
    ///
    /// - Throws: also if there is no journal any more.
    func read(from offset: Int64 = 0) throws(BackgroundError) -> [UInt8] {
        let bytes = try BackgroundError.wrapping { () throws(FileError) -> [UInt8] in
            if offset == 0, try FileFacts(of: path, followingLinks: false) == nil { return [] }
            let file = try File(path, [.reading, .notThroughLink, .withoutWaiting])
            let facts = try file.facts()
            guard facts.kind == .regular else { return [] }
            // A worker's journal only grows. A shorter one is another file, which doesn't have this worker's jobs.
            if facts.size < offset {
                throw FileError(call: "read", path: path, errorNumber: ESTALE)
            }
            let size = min(facts.size, Self.longest + Self.reserve)
            return size > offset ? try file.read(Int(clamping: size - offset), at: offset) : []
        }
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        return Array(bytes[...end])
    }

    /// The jobs.
    ///
    /// - Throws: `.newer` or `.unreadable` if something isn't understood.
    func ledger() throws(BackgroundError) -> JournalLedger {
        var ledger = JournalLedger()
        ledger.read(try read())
        try ledger.check(path)
        return ledger
    }

    /// Runs `work` while no other process may change the journal. It blocks the thread.
    func locked<Value>(_ work: (File) throws(BackgroundError) -> Value) throws(BackgroundError) -> Value {
        let end = Deadline.after(patience)
        repeat {
            let file = try BackgroundFolder.open(path, [.reading, .writing, .appending])
            guard try take(file) else {
                usleep(2000)
                continue
            }
            // Given back explicitly: a child process that is just being started may have the descriptor a moment longer.
            defer { file.unlock() }
            return try work(file)
        } while !end.hasPassed
        throw .busy(path: path)
    }

    /// Whether the lock was taken, on the file that has the name now: writing the journal anew gives it to another file.
    private func take(_ file: File) throws(BackgroundError) -> Bool {
        do throws(FileError) {
            try file.lock()
            let named = try FileFacts(of: path, followingLinks: false)
            if let named, named.identity == (try file.facts().identity) { return true }
            file.unlock()
            return false
        } catch {
            if error.isLocked { return false }
            throw .file(error)
        }
    }

    /// Writes the journal anew without what was removed, if that makes it much shorter. Only the worker may, since it alone
    /// reads on where it stopped.
    ///
    /// - Returns: what the journal is now, and its length; `nil` if it is as before.
    @discardableResult
    func shorten() throws(BackgroundError) -> (ledger: JournalLedger, end: Int64)? {
        try locked { _ throws(BackgroundError) in
            let ledger = try ledger()
            guard ledger.isWordy else { return nil }
            let bytes = JournalLine.header + ledger.events.flatMap { JournalLine.bytes(of: $0) }
            try BackgroundError.wrapping { () throws(FileError) in
                // The lock allows a fixed name, by which the next worker finds what a killed one left.
                try FileNames.replace(path, with: bytes, through: path + ".new")
                try FileNames.syncFolder(of: path)
            }
            var anew = JournalLedger()
            anew.read(bytes)
            return (anew, Int64(bytes.count))
        }
    }
}
