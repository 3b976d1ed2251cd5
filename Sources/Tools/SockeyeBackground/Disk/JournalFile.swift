internal import SockeyeIO

/// The journal file. Callers and the worker append whole lines, synced before anything relies on them.
struct JournalFile: Sendable {
    let path: String
    /// How long to wait for the lock.
    let patience: Duration

    /// The maximum length at which jobs can still be added: a few hundred thousand jobs.
    private static let longest: Int64 = 64 << 20
    /// Reserve so that a full journal can still record completions and removals.
    private static let reserve: Int64 = 16 << 20
    /// Enough for the header line.
    private static let headerBytes = 64

    /// Appends events and syncs them.
    func append(_ events: [JournalEvent]) throws(BackgroundError) {
        if events.isEmpty { return }
        try locked { file throws(BackgroundError) in try append(events, to: file) }
    }

    /// Appends events to the file, which is locked.
    func append(_ events: [JournalEvent], to file: File) throws(BackgroundError) {
        let (size, first, last) = try BackgroundError.wrapping { () throws(FileError) in
            let size = try file.facts().size
            return (size, try file.read(Self.headerBytes, at: 0), size > 0 ? try file.read(1, at: size - 1).first : nil)
        }
        // Never append to a newer version's journal, which may mean something else by these lines.
        if case .version(let version) = JournalLine(first.prefix { $0 != UInt8(ascii: "\n") }),
            version > JournalLine.version
        {
            throw .newer(path: path)
        }
        // Terminate a line that a crash truncated, so that it doesn't swallow the next one.
        var bytes = size == 0 ? JournalLine.header : last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
        for event in events { bytes += JournalLine.bytes(of: event) }
        let most = events.contains(where: \.addsJob) ? Self.longest : Self.longest + Self.reserve
        guard Int64(bytes.count) <= most - size else { throw .full(path: path) }
        try BackgroundError.wrapping { () throws(FileError) in
            try file.append(bytes)
            try file.sync(dataOnly: true)
            // The name of a new file must reach the disk as well.
            if size == 0 { try FileNames.syncFolder(of: path) }
        }
    }

    /// Reads the complete lines from `offset` on.
    ///
    /// - Throws: also if the journal is gone.
    func read(from offset: Int64 = 0) throws(BackgroundError) -> [UInt8] {
        let bytes = try BackgroundError.wrapping { () throws(FileError) -> [UInt8] in
            if offset == 0, try FileFacts(of: path, followingLinks: false) == nil { return [] }
            let file = try File(path, [.reading, .notThroughLink, .withoutWaiting])
            let facts = try file.facts()
            guard facts.kind == .regular else { return [] }
            // A journal only grows under its worker. A shorter one is a different file without this worker's jobs.
            if facts.size < offset {
                throw FileError(call: "read", path: path, errorNumber: ErrorNumber.staleHandle)
            }
            let size = min(facts.size, Self.longest + Self.reserve)
            return size > offset ? try file.read(Int(clamping: size - offset), at: offset) : []
        }
        guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        return Array(bytes[...end])
    }

    /// Reads the whole journal.
    ///
    /// - Throws: `.newer` or `.unreadable` if a line isn't understood.
    func ledger() throws(BackgroundError) -> JournalLedger {
        var ledger = JournalLedger()
        ledger.read(try read())
        try ledger.check(path)
        return ledger
    }

    /// Runs `work` while holding the journal's lock. Blocks the thread.
    func locked<Value>(_ work: (File) throws(BackgroundError) -> Value) throws(BackgroundError) -> Value {
        let end = Deadline.after(patience)
        repeat {
            let file = try BackgroundFolder.open(path, [.reading, .writing, .appending])
            let isNamed: Bool
            do throws(FileError) {
                try file.lock(until: end)
                // Compaction replaces the file.
                isNamed = try FileFacts(of: path, followingLinks: false)?.identity == file.facts().identity
            } catch {
                throw error.isLocked ? .busy(path: path) : .file(error)
            }
            // Unlock explicitly: a child process being started may still hold the descriptor.
            defer { file.unlock() }
            if isNamed { return try work(file) }
        } while !end.hasPassed
        throw .busy(path: path)
    }

    /// Rewrites the journal without removed jobs, if that makes it much shorter. Only the worker may do so, because only it
    /// keeps a read offset.
    ///
    /// - Returns: the new journal's contents and length; `nil` if nothing changed.
    @discardableResult
    func compact() throws(BackgroundError) -> (ledger: JournalLedger, end: Int64)? {
        try locked { _ throws(BackgroundError) in
            let ledger = try ledger()
            guard ledger.isWorthCompacting else { return nil }
            let bytes = JournalLine.header + ledger.events.flatMap { JournalLine.bytes(of: $0) }
            try BackgroundError.wrapping { () throws(FileError) in
                // The name can be fixed under the lock, so the next worker overwrites a killed one's leftover.
                try FileNames.replace(path, with: bytes, through: path + ".new")
                try FileNames.syncFolder(of: path)
            }
            var anew = JournalLedger()
            anew.read(bytes)
            return (anew, Int64(bytes.count))
        }
    }
}
