internal import SockeyeClient
internal import SockeyeIO

/// A worker's state: the journal as read so far, the running jobs, and outcomes not yet written.
struct WorkerState {
    let folder: BackgroundFolder
    let client: HTTPClient
    let status: LiveStatus
    /// Called when a job ends.
    let ended: @Sendable (String, JobRun.Outcome) -> Void

    private var ledger = JournalLedger()
    /// How far the journal has been read, in whole lines.
    private(set) var journalEnd: Int64 = 0
    private var running: [String: Running] = [:]
    /// Events not yet in the journal, for instance because the disk is full.
    private var unwritten: [JournalEvent] = []
    /// The earliest time for another attempt at compaction.
    private var nextCompaction = Deadline.now
    private static let compactionPause = Duration.seconds(10)

    private struct Running {
        let job: BackgroundJob
        let task: Task<JobRun.Outcome, Never>
    }

    init(
        folder: BackgroundFolder, client: HTTPClient, status: LiveStatus,
        ended: @escaping @Sendable (String, JobRun.Outcome) -> Void
    ) {
        (self.folder, self.client, self.status, self.ended) = (folder, client, status, ended)
    }

    /// Whether there are jobs to run or events to write.
    var hasWork: Bool {
        !running.isEmpty || !unwritten.isEmpty || ledger.entries.values.contains { $0.state == .queued }
    }

    /// Writes outcomes, reads new journal lines, stops cancelled jobs, and starts what the limits allow.
    mutating func catchUp() async throws(BackgroundError) {
        await write()
        let (journal, offset) = (folder.journal, journalEnd)
        let lines = try await onFileThread { () throws(BackgroundError) in try journal.read(from: offset) }
        journalEnd += Int64(lines.count)
        ledger.read(lines)
        try ledger.check(journal.path)
        for (id, run) in running where ledger.entries[id]?.state != .queued { run.task.cancel() }
        // Start nothing while events can't be written: the start couldn't be recorded.
        let chosen = unwritten.isEmpty ? JobSchedule.next(ledger, running: running.mapValues(\.job)) : []
        try await begin(chosen)
        status.update(from: ledger, running: Set(running.keys), changed: ledger.takeChanged().union(chosen))
    }

    /// Compacts the journal once most of its lines are redundant: they hold the passwords of removed jobs, and would eventually
    /// leave no room for new ones.
    mutating func compactJournal() async throws(BackgroundError) {
        guard nextCompaction.hasPassed, ledger.isWorthCompacting else { return }
        let journal = folder.journal
        do throws(BackgroundError) {
            guard let short = try await onFileThread({ () throws(BackgroundError) in try journal.compact() }) else {
                return
            }
            // The compacted journal may have new events, and removed jobs must disappear from the status.
            let before = ledger.takeChanged().union(ledger.identifiers)
            (ledger, journalEnd) = (short.ledger, short.end)
            for id in before { ledger.markChanged(id) }
        } catch {
            guard error.isTransient else { throw error }
            nextCompaction = .after(Self.compactionPause)
        }
    }

    /// Records a job's outcome.
    mutating func recordEnd(of id: String, _ outcome: JobRun.Outcome) {
        running[id] = nil
        ledger.markChanged(id)
        switch outcome {
        case .done(let bytes, let status): unwritten.append(.done(id, bytes: bytes, status: status))
        case .failed(let cause, let status): unwritten.append(.failed(id, cause: cause, status: status))
        // The journal says why it was stopped, and whether it may run again.
        case .stopped: break
        }
    }

    private mutating func write() async {
        if unwritten.isEmpty { return }
        let (journal, events) = (folder.journal, unwritten)
        do throws(BackgroundError) {
            try await onFileThread { () throws(BackgroundError) in try journal.append(events) }
            unwritten = []
        } catch {
            // Retried at the next tick.
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
            try await onFileThread { () throws(BackgroundError) in try journal.append(begun) }
        } catch {
            // An unrecorded start couldn't be recovered after a kill. The next tick retries.
            if error.isTransient { return }
            throw error
        }
        for id in chosen {
            guard let entry = ledger.entries[id] else { continue }
            let run = JobRun(id: id, job: entry.job, was: entry.was, folder: folder, client: client, status: status)
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
        if let transfers = status.takeUnpublished() { StatusFile(path: folder.status).write(transfers) }
    }

    /// Stops the running jobs, which save their state, and shows them as queued.
    mutating func stop() async {
        for run in running.values { run.task.cancel() }
        // A job that finished before the cancel still counts as done.
        for (id, run) in running { recordEnd(of: id, await run.task.value) }
        await write()
        status.update(from: ledger, running: [], changed: ledger.takeChanged())
    }
}
