internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import Synchronization

extension DownloadRun {
    /// Whether one stream is all there will be, and nobody wants to be told how far it is while nothing comes.
    var isSingle: Bool { !options.segmentsMayBeSeveral && report == nil }

    /// A round without a group of tasks, a clock and a stream of events: one request after another on this task, which
    /// for a small file is most of what a round costs.
    ///
    /// - Parameter given: the answer to the first request, when that was made already.
    func singleRound(on given: Response? = nil) async -> DownloadRound.End {
        let pace = SegmentPace(minimum: nil, comparesSegments: false)
        let watch = SingleRound(self, DownloadRound(context(nil), pace: pace))
        let (question, start) = firstQuestion
        var next: Segment? = Segment(
            number: 1, range: start..<(question.end ?? .max), question: question, opening: present, isLeadWritten: true)
        var given = given
        while let segment = next {
            let fetch = prepareFetch(segment, &watch.round)
            let end = if let given { await fetch.run(on: given, watch) } else { await fetch.run(watch) }
            given = nil
            ended(segment.number, end, &watch.round)
            next = nil
            // What an earlier run of several segments left open behind this part.
            if watch.round.end == nil, !Task.isCancelled, let step = watch.round.plan?.next(sharedBy: 1) {
                next = self.segment(for: step, watch.round)
            }
        }
        await watch.finishSaving()
        settle(&watch.round)
        return await conclusion(of: watch.round)
    }
}

/// Looks after a round of one stream from within: what the answer says, and the record every now and then.
final class SingleRound {
    private let run: DownloadRun
    var round: DownloadRound
    private var nextLook: Deadline
    private var saving: Saving?

    /// A record on its way to the disk.
    private struct Saving {
        let task: Task<Void, Never>
        let outcome: SaveOutcome
    }

    init(_ run: DownloadRun, _ round: DownloadRound) {
        self.run = run
        self.round = round
        nextLook = round.nextSave
    }

    /// The first answer is being written.
    func opened(_ opening: FetchOpening) {
        run.take(opening, &round)
    }

    /// Bytes were written.
    ///
    /// - Throws: when the record could not be saved.
    func stepped() throws(DownloadError) {
        let now = Deadline.now
        guard now >= nextLook else { return }
        nextLook = now.advanced(by: DownloadRun.savePeriod)
        if let saved = saving?.outcome.value.withLock({ $0 }) { try take(saved) }
        round.advancePlan()
        guard saving == nil, let save = run.dueSave(&round, now) else { return }
        let outcome = SaveOutcome()
        let task = Task(executorPreference: run.client.eventLoop) { [partial = run.partial] in
            let result = await save.perform(partial)
            outcome.value.withLock { $0 = result }
        }
        saving = Saving(task: task, outcome: outcome)
    }

    private func take(_ saved: Result<ByteRangeSet?, DownloadError>) throws(DownloadError) {
        saving = nil
        if let synced = try saved.get() { run.durable = synced }
    }

    /// Waits for the record that is on its way: the next must not be overtaken by it.
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

/// How the saving of a record ended; `nil` while it has not.
private final class SaveOutcome: Sendable {
    let value = Mutex<Result<ByteRangeSet?, DownloadError>?>(nil)
}

/// A record to be saved, and whether the data are to be synced for it.
struct RecordSave: Sendable {
    let record: ResumeRecord
    let written: ByteRangeSet
    let syncs: Bool

    /// Saves it.
    ///
    /// - Returns: what is durable since, if the data were synced.
    func perform(_ partial: PartialFile) async -> Result<ByteRangeSet?, DownloadError> {
        do throws(DownloadError) {
            try await onFileThread { () throws(DownloadError) in
                if syncs { try DownloadError.wrapping { () throws(FileError) in try partial.file.syncData() } }
                try partial.save(record, isDurable: true)
            }
            return .success(syncs ? written : nil)
        } catch {
            return .failure(error)
        }
    }
}
