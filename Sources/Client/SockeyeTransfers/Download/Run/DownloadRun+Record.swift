internal import SockeyeClient
internal import SockeyeIO

extension DownloadRun {
    /// The record that is being saved from now on; `nil` if it isn't due, nothing was added, or it isn't worthwhile.
    mutating func dueSave(_ partial: PartialFile) -> Task<Result<ByteRangeSet?, DownloadError>, Never>? {
        let now = Deadline.now
        guard round.records?.isDue(at: now) == true, job.canAskForRanges,
            job.mayUseSegments || state.known.total ?? .max >= SegmentFetch.minimumRecordedBytes
        else { return nil }
        segments.advance()
        let written = segments.written(beside: state.present)
        guard let syncs = round.records?.begin(written.byteCount, isDurable: job.options.isDurable, at: now) ?? nil
        else { return nil }
        // Bytes written before the sync begins are durable when it ends.
        let save = state.save(written, of: job, partial, syncs: syncs)
        let saving = Task(executorPreference: job.client.eventLoop) { await save.perform(partial) }
        round.records?.saving = saving
        return saving
    }

    /// Saves the record from time to time. A disk that is slower than that is waited for.
    mutating func saveIfDue(_ partial: PartialFile) async {
        guard let records = round.records, records.nextSave <= .now else { return }
        await finishSaving()
        _ = dueSave(partial)
    }

    /// Waits for the record being written, which must not overwrite the next one.
    mutating func finishSaving() async {
        if let saving = round.records?.saving { saved(await saving.value) }
    }

    /// A record was saved.
    mutating func saved(_ result: Result<ByteRangeSet?, DownloadError>) {
        round.records?.saving = nil
        switch result {
        case .success(let synced): if let synced { state.durable = synced }
        case .failure(let error): round.end = .stopped(error)
        }
    }

    /// Syncs the present bytes and records them for the next run. If the file has changed, what an earlier record says of
    /// the old one is worth more than bytes without a version.
    func saveNow(_ partial: PartialFile) async throws(DownloadError) {
        guard !state.present.isEmpty, !state.isVersionForgotten, job.canAskForRanges, state.head != nil else { return }
        let isDurable = job.options.isDurable
        let save = state.save(state.present, of: job, partial, syncs: isDurable)
        _ = try await save.perform(partial, isDurable: isDurable).get()
    }

    /// After a failed sync, any byte written since the last good one may be lost although it can still be read: the record
    /// must not list it for the next run.
    func forgetLostBytes(_ partial: PartialFile) async {
        guard partial.file.hasLostBytes, partial.mayHaveRecord else { return }
        let record = state.save(state.durable, of: job, partial, syncs: false).record
        let isWorthKeeping = !state.durable.isEmpty && !state.isVersionForgotten
        await onFileThread {
            let isSaved = isWorthKeeping && (try? partial.save(record, isDurable: true)) != nil
            // Without a record the next run starts over.
            if !isSaved { try? partial.removeRecord() }
        }
    }
}
