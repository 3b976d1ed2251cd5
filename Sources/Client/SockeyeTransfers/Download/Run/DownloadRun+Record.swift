internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import Synchronization

/// When the record is written, and when the data is synced for it.
struct RecordClock {
    /// Bytes received after a record are lost in a crash of the process.
    static let savePeriod = Duration.milliseconds(200)
    /// Bytes received after a sync are lost in a crash of the machine.
    static let syncPeriod = Duration.seconds(5)

    private var nextSave = Deadline.after(savePeriod)
    private var nextSync = Deadline.after(syncPeriod)
    /// The bytes covered by the last record.
    var savedBytes: Int64 = 0
    /// Whether a record is being written.
    var isSaving = false

    /// Whether it is time to save.
    func isDue(at now: Deadline) -> Bool { now >= nextSave }

    /// Begins a record of `count` bytes; `nil` if nothing was added since the last one.
    ///
    /// - Returns: whether to sync the data first.
    mutating func begin(_ count: Int64, isDurable: Bool, at now: Deadline) -> Bool? {
        guard count != savedBytes else { return nil }
        savedBytes = count
        nextSave = now.advanced(by: Self.savePeriod)
        let syncs = isDurable && now >= nextSync
        if syncs { nextSync = now.advanced(by: Self.syncPeriod) }
        return syncs
    }
}

extension DownloadRound {
    /// Whether a record is worthwhile.
    private var isWorthNoting: Bool {
        guard opened != nil, run.job.canAskForRanges else { return false }
        return run.stock.known.total.map { $0 >= SegmentFetch.minimumRecordedBytes } ?? true
            || run.job.options.mayUseSegments
    }

    /// The record to save now; `nil` if it isn't due or nothing was added.
    func dueSave(_ now: Deadline = .now) -> RecordSave? {
        guard saves.isDue(at: now), isWorthNoting else { return nil }
        let written = written
        guard let syncs = saves.begin(written.byteCount, isDurable: run.job.options.isDurable, at: now) else {
            return nil
        }
        // Bytes written before the sync begins are durable when it ends.
        let record = run.job.record(run.stock.known, durable: syncs ? written : run.stock.durable, written: written)
        return RecordSave(record: record, written: written, syncs: syncs, seams: run.stock.seams)
    }

    /// Syncs the present bytes and records them for the next run. If the file has changed, what an earlier record says of
    /// the old one is worth more than bytes without a version.
    func saveNow() async throws(DownloadError) {
        let (job, stock) = (run.job, run.stock)
        guard !stock.present.isEmpty, !stock.isVersionForgotten, job.canAskForRanges, stock.head != nil else { return }
        let isDurable = job.options.isDurable
        let record = job.record(
            stock.known, durable: isDurable ? stock.present : stock.durable, written: stock.present)
        let save = RecordSave(record: record, written: stock.present, syncs: isDurable, seams: stock.seams)
        _ = try await save.perform(job.partial, isDurable: isDurable).get()
    }

    /// Reports progress, if the caller wants it.
    func tellProgress() {
        guard let report = run.job.report else { return }
        let count = written.byteCount
        let segments = flights.values.compactMap { flight -> DownloadProgress.Segment? in
            let (position, end) = (flight.cursor.position, flight.cursor.end)
            return position <= end ? .init(range: position..<end, position: position) : nil
        }
        report(
            DownloadProgress(
                byteCount: count, resumedBytes: run.tally.resumedBytes, total: run.stock.known.total,
                bytesPerSecond: run.speed.record(count, now: .now),
                segments: segments.sorted { $0.position < $1.position }))
    }
}

/// Listens to a round with a single stream: handles the first response and saves the record from time to time.
final class StreamWatch: FetchListener {
    private let round: DownloadRound
    private var nextLook = Deadline.after(RecordClock.savePeriod)
    private var saving: Saving?

    /// A record that is being written.
    private struct Saving {
        let task: Task<Void, Never>
        let outcome: SaveOutcome
    }

    init(_ round: DownloadRound) {
        self.round = round
    }

    func opened(_ opening: FetchOpening) {
        round.take(opening)
    }

    func wrote() throws(DownloadError) {
        let now = Deadline.now
        guard now >= nextLook else { return }
        nextLook = now.advanced(by: RecordClock.savePeriod)
        if let saved = saving?.outcome.value.withLock({ $0 }) { try take(saved) }
        round.advancePlan()
        guard saving == nil, let save = round.dueSave(now) else { return }
        let outcome = SaveOutcome()
        let task = Task(executorPreference: round.run.job.client.eventLoop) { [partial = round.run.job.partial] in
            let result = await save.perform(partial)
            outcome.value.withLock { $0 = result }
        }
        saving = Saving(task: task, outcome: outcome)
    }

    private func take(_ saved: Result<ByteRangeSet?, DownloadError>) throws(DownloadError) {
        saving = nil
        if let synced = try saved.get() { round.run.stock.durable = synced }
    }

    /// Waits for the record being written, which must not overwrite the next one.
    func finishSaving() async {
        guard let saving else { return }
        await saving.task.value
        guard let saved = saving.outcome.value.withLock({ $0 }) else { return }
        do throws(DownloadError) {
            try take(saved)
        } catch {
            round.end = .stopped(error)
        }
    }
}

/// The result of saving a record; `nil` until then.
private final class SaveOutcome: Sendable {
    let value = Mutex<Result<ByteRangeSet?, DownloadError>?>(nil)
}
