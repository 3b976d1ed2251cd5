internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL
internal import Synchronization

/// One download, from its first request to the complete file: rounds of requests until every byte is present.
///
/// ```
///   prepare ──→ round ──complete──→ verify ──→ commit
///                ▲ │
///                └─┴─ start over · ask plainly · wait and resume         (each a limited number of times)
/// ```
///
/// A round is a first request, whose response the policy judges, and the segments that it allows.
final class DownloadRun {
    let job: DownloadJob
    /// The present bytes, and what is known about the file.
    var stock = DownloadStock()
    /// What the first request of the next round must not rely on.
    var doubts = Doubts()
    var governor: SegmentGovernor
    private var patience: Patience
    /// Servers to request segments from, the request's own first.
    var sources: [Source] = [Source()]
    /// Mirrors named by the server.
    var links: [HTTPURL] = []
    var tally = Tally()
    var speed = SpeedMeter()

    /// The failures of requests so far.
    struct Doubts {
        /// The next first request has no condition.
        var asksPlainly = false
        /// The next first request is for the whole file.
        var asksForWhole = false
        /// The server's ranges are wrong: every request is for the whole file.
        var rangesAreBroken = false
    }

    /// Figures for the result.
    struct Tally {
        var resumedBytes: Int64 = 0
        var receivedBytes: Int64 = 0
        var notices: [String] = []
    }

    init(_ job: DownloadJob) {
        self.job = job
        governor = SegmentGovernor(job.options.segments, maximum: job.options.maximumSegments)
        patience = Patience(job.options, end: job.end)
        stock.digest = OrderedDigest(Set(job.options.checksum.map { [$0.algorithm] } ?? []))
    }

    /// Runs the download, after `prepare`.
    ///
    /// - Parameter first: the end of the first round, if already run.
    func run(after first: DownloadRound.End? = nil) async throws(DownloadError) -> DownloadResult {
        var next = first
        while true {
            if next == nil, isEverythingThere, let result = try await finish() { return result }
            let end = if let next { next } else { await DownloadRound(self).run() }
            next = nil
            switch end {
            case .complete:
                if let result = try await finish() { return result }
            case .askPlainly:
                doubts.asksPlainly = true
            case .startOver(let reason):
                try startOver(reason)
            case .failed(let error, let retryAfter):
                if try await !waitToRetry(after: error, retryAfter) { try tryWhole(insteadOf: error) }
            case .stopped(let error):
                if error.isAboutContent { forgetContent() }
                try tryWhole(insteadOf: error)
            }
        }
    }

    /// Whether all bytes are present; false if the length is unknown.
    var isEverythingThere: Bool {
        !doubts.asksForWhole && (stock.known.total.map { stock.present.contains(0..<$0) } ?? false)
    }

    func note(_ notice: String) {
        tally.notices.append(notice)
    }

    // MARK: What is there

    /// Loads what earlier runs left.
    ///
    /// - Parameters:
    ///   - facts: the facts from the response to HEAD, if any.
    ///   - isMirror: whether the request goes to another server than the first one.
    func prepare(_ facts: HeadProbe.Facts? = nil, isMirror: Bool = false) async throws(DownloadError) {
        let (options, partial) = (job.options, job.partial)
        stock.known.requiresResumable = options.resume == .required
        stock.known.mayNotDrop = job.isAdopted
        stock.known.accepted = AcceptedStatuses(options.acceptedStatuses, asked: job.request.askedStatuses)
        stock.known.expectsNoPage = !stock.known.accepted.takesPages && FileKind.isNoPage(partial.fileName)
        if !job.canAskForRanges || options.resume == .never {
            // Not yet: if no server answers, `-C -` can still go on from there.
            if !partial.isNew || partial.hadRecord { partial.awaitsRestart.store(true, ordering: .relaxed) }
        } else if !partial.isNew || options.mayUseSegments || partial.hadRecord {
            let remains = try await onFileThread { () throws(DownloadError) in try partial.remains() }
            stock.take(remains)
            if remains.hasUnrecordedBytes {
                note("started over: \(partial.path) has no record, so its bytes may be incomplete")
            }
            // Each server has its own validators; with a digest to verify against, another server's aren't needed.
            if isMirror, options.checksum != nil { (stock.known.validator, stock.known.lastModified) = (nil, nil) }
            tally.resumedBytes = stock.present.byteCount
        }
        if let facts { try learn(facts) }
    }

    /// Uses the facts from the response to HEAD, unless bytes on the disk depend on what is known.
    private func learn(_ facts: HeadProbe.Facts) throws(DownloadError) {
        guard job.canAskForRanges, !stock.known.hasBytes, stock.known.total == nil else { return }
        if facts.refusesRanges { governor.useOne() }
        stock.known.mediaType = facts.answer.mediaType
        if job.options.resume == .required, facts.answer.validator == nil {
            throw .refused(ResumePolicy.Reason.noValidator.description, status: nil)
        }
        // Without a length the file is generated on the fly, so nothing holds for the next response. Some servers
        // answer every HEAD with a length of 0.
        guard let total = facts.total, total > 0, !facts.answer.isPage else { return }
        (stock.known.total, stock.known.validator) = (total, facts.answer.validator)
        stock.known.lastModified = facts.answer.lastModified
        links = MirrorProbe.links(in: facts.head, at: facts.url)
        if total >= SegmentFetch.minimumRecordedBytes { try job.partial.checkRoom(for: total, present: 0) }
    }

    /// After a failed sync, any byte written since the last good one may be lost although it can still be read: the record
    /// must not list it for the next run.
    func forgetLostBytes() async {
        let partial = job.partial
        guard partial.file.hasLostBytes, partial.mayHaveRecord else { return }
        let record = job.record(stock.known, durable: stock.durable, written: stock.durable)
        let isWorthKeeping = !stock.durable.isEmpty && !stock.isVersionForgotten
        await onFileThread {
            let isSaved = isWorthKeeping && (try? partial.save(record, isDurable: true)) != nil
            // Without a record the next run starts over.
            if !isSaved { try? partial.removeRecord() }
        }
    }

    /// Forgets bytes that aren't the file's: the next run would go on from them, and fail again.
    func forgetContent() {
        try? job.partial.dropRecord()
        stock.forgetVersion()
    }

    // MARK: The first request

    /// The first request of a round, and the new bytes that it is for.
    var firstQuestion: (question: ResumeQuestion, new: Range<Int64>) {
        let present = stock.present
        let start = doubts.asksForWhole ? 0 : present.prefixLength
        guard job.canAskForRanges, !doubts.asksForWhole, stock.known.hasBytes || governor.mayUseSeveral else {
            return (ResumeQuestion(), start..<Int64.max)
        }
        let gapEnd = present.ranges.first { $0.lowerBound > start }?.lowerBound ?? firstShareEnd
        let lead = min(Seams.resumeBytes, present.length(before: start))
        // Nothing but these bytes may tell a file without validators from its next version.
        let end = gapEnd.map { $0 + min(Seams.segmentBytes, present.length(from: $0)) }
        let question = ResumeQuestion(
            first: start - lead, end: end, isRanged: true,
            isConditional: stock.known.validator != nil && !doubts.asksPlainly)
        return (question, start..<(gapEnd ?? .max))
    }

    /// The end of the first of several segments, if the length is known before any response.
    private var firstShareEnd: Int64? {
        guard !stock.known.hasBytes, let total = stock.known.total else { return nil }
        var plan = SegmentPlan(total: total, minimumBytes: job.options.minimumSegmentBytes)
        return plan.next(sharedBy: governor.allowed)?.range.upperBound
    }

    // MARK: Failures

    func startOver(_ reason: ResumePolicy.Reason) throws(DownloadError) {
        if stock.known.refusesToDrop, stock.known.hasBytes { throw .refused(reason.description, status: nil) }
        guard patience.mayRestart() else {
            throw .refused("gave up after starting over \(Patience.maximumRestarts) times: \(reason)", status: nil)
        }
        note("started over: \(reason)")
        doubts.asksForWhole = true
        doubts.rangesAreBroken = doubts.rangesAreBroken || reason.isAboutRanges
        doubts.asksPlainly = true
        governor.useOne()
        if !reason.isAboutRanges { stock.forgetVersion() }
    }

    /// Requests the whole file if segments were begun and the server now refuses the missing ranges.
    private func tryWhole(insteadOf error: DownloadError) throws(DownloadError) {
        guard case .refused(_, let status?) = error, job.options.mayUseSegments, tally.receivedBytes > 0,
            !doubts.asksForWhole
        else {
            throw error
        }
        try startOver(.partsRefused(status))
    }

    /// Waits before the next round; false to give up.
    private func waitToRetry(after error: DownloadError, _ retryAfter: Duration?) async throws(DownloadError) -> Bool {
        let delay = patience.delay(
            after: error, retryAfter: retryAfter, present: stock.present.byteCount, now: .now)
        doubts.asksPlainly = false
        guard let delay else { return false }
        note("continued after: \(error)")
        if let reason = error.retryReason {
            job.observer?.observe(ClientEvent(.retryPlanned, (reason, delay, nil, false)))
        }
        do throws(IOError) {
            try await job.client.eventLoop.sleep(until: .after(delay))
        } catch {
            throw .cancelled
        }
        return true
    }
}
