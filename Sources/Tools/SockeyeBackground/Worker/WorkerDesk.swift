internal import SockeyeClient
internal import SockeyeIO

/// What a worker knows and has under way.
struct WorkerDesk {
    let folder: BackgroundFolder
    let client: HTTPClient
    let board: StatusBoard
    /// Called when a job ended.
    let ended: @Sendable (String, JobRun.Outcome) -> Void

    private var ledger = JournalLedger()
    /// How much of the journal was read: whole lines only.
    private(set) var journalEnd: Int64 = 0
    private var running: [String: Running] = [:]
    /// What isn't in the journal yet: the disk may be full for a while.
    private var unwritten: [JournalEvent] = []
    /// When the journal may be written anew, after that failed.
    private var shortening = Deadline.now
    private static let shorteningPause = Duration.seconds(10)

    /// A job under way.
    private struct Running {
        let job: BackgroundJob
        let task: Task<JobRun.Outcome, Never>
    }

    init(
        folder: BackgroundFolder, client: HTTPClient, board: StatusBoard,
        ended: @escaping @Sendable (String, JobRun.Outcome) -> Void
    ) {
        (self.folder, self.client, self.board, self.ended) = (folder, client, board, ended)
    }

    /// Whether anything is to be done or said.
    var hasWork: Bool {
        !running.isEmpty || !unwritten.isEmpty || ledger.entries.values.contains { $0.state == .queued }
    }

    /// Writes what became of the jobs, reads the journal's news, stops what was cancelled, and begins what may begin.
    mutating func catchUp() async throws(BackgroundError) {
        await write()
        let (journal, offset) = (folder.journal, journalEnd)
        let news = try await aside { () throws(BackgroundError) in try journal.read(from: offset) }
        journalEnd += Int64(news.count)
        ledger.read(news)
        try ledger.check(journal.path)
        for (id, run) in running where ledger.entries[id]?.state != .queued { run.task.cancel() }
        // While the disk is full, nothing new begins: it could not be noted.
        let chosen = unwritten.isEmpty ? JobSchedule.next(ledger, running: running.mapValues(\.job)) : []
        try await begin(chosen)
        board.follow(ledger, running: Set(running.keys), changed: ledger.takeTouched().union(chosen))
    }

    /// Writes the journal anew once most of its lines say nothing any more: they hold the passwords of jobs that were removed,
    /// and in the end no other job would fit.
    mutating func shortenJournal() async throws(BackgroundError) {
        guard shortening.hasPassed, ledger.isWordy else { return }
        let journal = folder.journal
        do throws(BackgroundError) {
            guard let short = try await aside({ () throws(BackgroundError) in try journal.shorten() }) else { return }
            // It may have news, too; and jobs that are gone from it must go from the board.
            let before = ledger.takeTouched().union(ledger.identifiers)
            (ledger, journalEnd) = (short.ledger, short.end)
            for id in before { ledger.touch(id) }
        } catch {
            guard error.mayPass else { throw error }
            shortening = .after(Self.shorteningPause)
        }
    }

    /// Notes how a job ended.
    mutating func end(_ id: String, _ outcome: JobRun.Outcome) {
        running[id] = nil
        ledger.touch(id)
        switch outcome {
        case .done(let bytes, let status): unwritten.append(.done(id, bytes: bytes, status: status))
        case .failed(let cause, let status): unwritten.append(.failed(id, cause: cause, status: status))
        // Why it was stopped is in the journal; if it may run again by now, it does.
        case .stopped: break
        }
    }

    private mutating func write() async {
        if unwritten.isEmpty { return }
        let (journal, events) = (folder.journal, unwritten)
        do throws(BackgroundError) {
            try await aside { () throws(BackgroundError) in try journal.append(events) }
            unwritten = []
        } catch {
            // Tried again at the next tick.
        }
    }

    private mutating func begin(_ chosen: [String]) async throws(BackgroundError) {
        if chosen.isEmpty { return }
        let begun = chosen.compactMap { id in
            ledger.entries[id].flatMap { entry in
                entry.was == nil ? JournalEvent.begun(id, was: FileMark.text(of: entry.job.path)) : nil
            }
        }
        let journal = folder.journal
        do throws(BackgroundError) {
            try await aside { () throws(BackgroundError) in try journal.append(begun) }
        } catch {
            // Without the note, a kill would leave a job of which nobody knows that it was begun. The next tick tries again.
            if error.mayPass { return }
            throw error
        }
        for id in chosen {
            guard let entry = ledger.entries[id] else { continue }
            let run = JobRun(id: id, job: entry.job, was: entry.was, folder: folder, client: client, board: board)
            let task = Task(executorPreference: client.eventLoop) { [ended] in
                let outcome = await run.run()
                ended(id, outcome)
                return outcome
            }
            running[id] = Running(job: entry.job, task: task)
        }
    }

    /// Writes the status file if anything changed.
    func publish() {
        if let transfers = board.takeUnwritten() { StatusFile(path: folder.status).write(transfers) }
    }

    /// Stops what runs, which saves its state, and shows it as waiting.
    mutating func stop() async {
        for run in running.values { run.task.cancel() }
        // One that was complete at that moment is done all the same.
        for (id, run) in running { end(id, await run.task.value) }
        await write()
        board.follow(ledger, running: [], changed: ledger.takeTouched())
    }
}
