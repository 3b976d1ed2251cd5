internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO

extension DownloadRun {
    /// How often the record is written; what comes after it is fetched again after a crash of the process.
    static let savePeriod = Duration.milliseconds(200)
    /// How often the data are synced for it; what comes after that is fetched again after a crash of the machine.
    static let syncPeriod = Duration.seconds(5)

    /// What can be said of the download now.
    private func record(_ written: ByteRangeSet, durable: ByteRangeSet) -> ResumeRecord {
        ResumeRecord(
            fileName: partial.fileName, url: ResumeRecord.shownURL(of: request), validator: known.validator,
            lastModified: known.lastModified, mediaType: known.mediaType, total: known.total,
            bootNumber: PartialFile.bootNumber, durable: durable, written: written)
    }

    /// What is there by now.
    private func written(_ round: DownloadRound) -> ByteRangeSet {
        if let plan = round.plan { return plan.present }
        var written = present
        if let opening = round.opening, let cursor = round.first {
            written.insert(min(opening.position, cursor.position)..<cursor.position)
        }
        return written
    }

    /// Whether it pays to note what is there.
    private func isWorthNoting(_ round: DownloadRound) -> Bool {
        guard round.opening != nil, canAskForRanges else { return false }
        return known.total.map { $0 >= SegmentFetch.leastRecordedBytes } ?? true || options.segmentsMayBeSeveral
    }

    /// The record to be saved now; `nil` when its time has not come or nothing was added.
    func dueSave(_ round: inout DownloadRound, _ now: Deadline) -> RecordSave? {
        guard now >= round.nextSave, isWorthNoting(round) else { return nil }
        let written = written(round)
        guard written.byteCount != round.savedBytes else { return nil }
        let syncs = options.isDurable && now >= round.nextSync
        round.savedBytes = written.byteCount
        round.nextSave = now.advanced(by: Self.savePeriod)
        if syncs { round.nextSync = now.advanced(by: Self.syncPeriod) }
        // What was written before the sync begins is durable when it is done.
        return RecordSave(record: record(written, durable: syncs ? written : durable), written: written, syncs: syncs)
    }

    /// Writes the record beside the segments' work when its time has come, and now and then syncs the data first.
    func saveIfDue(_ round: inout DownloadRound, _ group: inout TaskGroup<Void>) {
        guard !round.isSaving, let save = dueSave(&round, .now) else { return }
        round.isSaving = true
        group.addTask { [partial, events = round.context.events] in
            events?.yield(.saved(await save.perform(partial)))
        }
    }

    /// Syncs what is there and notes it, for the next time. Nothing there is nothing to note.
    func saveNow() async throws(DownloadError) {
        guard !present.isEmpty, canAskForRanges, head != nil else { return }
        let record = record(present, durable: options.isDurable ? present : durable)
        try await onFileThread { [partial, isDurable = options.isDurable] () throws(DownloadError) in
            if isDurable { try DownloadError.wrapping { () throws(FileError) in try partial.file.syncData() } }
            try partial.save(record, isDurable: isDurable)
        }
    }

    /// Tells whoever asked how far it is.
    func tellProgress(_ round: DownloadRound) {
        guard let report else { return }
        let count = written(round).byteCount
        let segments = round.cursors.values.compactMap { cursor -> DownloadProgress.Segment? in
            let (position, end) = (cursor.position, cursor.end)
            return position <= end ? .init(range: position..<end, position: position) : nil
        }
        report(
            DownloadProgress(
                byteCount: count, resumedBytes: resumedBytes, total: known.total,
                bytesPerSecond: speed.record(count, now: .now),
                segments: segments.sorted { $0.position < $1.position }))
    }
}

/// The speed of the last seconds, from the counts that it is told.
struct SpeedMeter {
    private static let span = Duration.seconds(3)
    private var samples: [(moment: Deadline, count: Int64)] = []

    /// Takes a count, and gives bytes a second.
    mutating func record(_ count: Int64, now: Deadline) -> Double {
        // A count that fell belongs to a new beginning.
        if let last = samples.last, count < last.count { samples.removeAll() }
        samples.append((now, count))
        while samples.count > 2, now.duration(since: samples[1].moment) >= Self.span { samples.removeFirst() }
        guard let first = samples.first, now > first.moment else { return 0 }
        return Double(count - first.count) / (Double(now.duration(since: first.moment).wholeNanoseconds) / 1e9)
    }
}
