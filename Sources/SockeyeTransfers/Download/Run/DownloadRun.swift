internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

/// One download from its first request to the file under its name: rounds of requests until everything is there.
///
/// ```
///   prepare ──→ round ──complete──→ verify ──→ commit
///                ▲ │
///                └─┴─ start over · ask plainly · wait and go on          (each a bounded number of times)
/// ```
///
/// A round is a first request, whose response the policy judges, and the segments that it makes possible.
final class DownloadRun {
    let job: DownloadJob
    /// What is there and what is known of it.
    var stock = DownloadStock()
    /// What the next first request must not rely on.
    var doubts = Doubts()
    var governor: SegmentGovernor
    private var patience: Patience
    /// Servers that segments are asked from; the request's own first.
    var sources: [Source] = [Source()]
    /// Mirrors that the server named.
    var links: [HTTPURL] = []
    var tally = Tally()
    var speed = SpeedMeter()

    /// What went wrong with the requests so far.
    struct Doubts {
        /// The next first request has no condition.
        var asksPlainly = false
        /// The next first request is for the whole file.
        var asksForWhole = false
        /// The server's ranges are wrong: every request is for the whole file.
        var rangesAreBroken = false
    }

    /// What the result will say.
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

    /// Runs it, after `prepare`.
    ///
    /// - Parameter first: how the first round ended, if it was run already.
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
                try tryWhole(insteadOf: error)
            }
        }
    }

    /// Whether all bytes are there, as far as the length is known.
    var isEverythingThere: Bool {
        !doubts.asksForWhole && (stock.known.total.map { stock.present.contains(0..<$0) } ?? false)
    }

    func note(_ notice: String) {
        tally.notices.append(notice)
    }

    // MARK: What is there

    /// Looks at what earlier runs left.
    ///
    /// - Parameters:
    ///   - facts: what the response to HEAD said, if one was asked for.
    ///   - isMirror: whether the request goes to another server than the one asked first.
    func prepare(_ facts: HeadProbe.Facts? = nil, isMirror: Bool = false) async throws(DownloadError) {
        let (options, partial) = (job.options, job.partial)
        stock.known.requiresResumable = options.resume == .required
        stock.known.mayNotDrop = job.isAdopted
        stock.known.acceptsAnyStatus = options.acceptsAnyStatus
        stock.known.expectsNoPage = !options.acceptsAnyStatus && FileKind.isNoPage(partial.fileName)
        if !job.canAskForRanges || options.resume == .never {
            if !partial.isNew { try partial.restart() }
        } else if !partial.isNew || options.mayUseSegments || partial.hadRecord {
            stock.take(try await onFileThread { () throws(DownloadError) in try partial.remains() })
            // Each server has validators of its own; where a digest decides in the end, another's prove nothing.
            if isMirror, options.checksum != nil { (stock.known.validator, stock.known.lastModified) = (nil, nil) }
            tally.resumedBytes = stock.present.byteCount
        }
        if let facts { try learn(facts) }
    }

    /// Takes over what the response to HEAD said, unless bytes on the disk depend on what is known.
    private func learn(_ facts: HeadProbe.Facts) throws(DownloadError) {
        guard job.canAskForRanges, !stock.known.hasBytes, stock.known.total == nil else { return }
        if facts.refusesRanges { governor.useOne() }
        stock.known.mediaType = facts.answer.mediaType
        if job.options.resume == .required, facts.answer.validator == nil {
            throw .refused(ResumePolicy.Reason.noValidator.description, status: nil)
        }
        // Without a length the file is generated as it is sent: nothing holds for the next response. A length of 0 may
        // be a server's answer to every HEAD.
        guard let total = facts.total, total > 0, !facts.answer.isPage else { return }
        (stock.known.total, stock.known.validator) = (total, facts.answer.validator)
        stock.known.lastModified = facts.answer.lastModified
        links = MirrorProbe.links(in: facts.head, at: facts.url)
        if total >= SegmentFetch.minimumRecordedBytes { try job.partial.checkRoom(for: total, present: 0) }
    }

    // MARK: The first request

    /// What the first request of a round asks for, and where new bytes begin.
    var firstQuestion: (question: ResumeQuestion, start: Int64) {
        let present = stock.present
        let start = doubts.asksForWhole ? 0 : present.prefixLength
        guard job.canAskForRanges, !doubts.asksForWhole, stock.known.hasBytes || governor.mayUseSeveral else {
            return (ResumeQuestion(), start)
        }
        let gapEnd = present.ranges.first { $0.lowerBound > start }?.lowerBound ?? firstShareEnd
        let lead = min(Seams.resumeBytes, present.length(before: start))
        let question = ResumeQuestion(
            first: start - lead, end: gapEnd, isRanged: true,
            isConditional: stock.known.validator != nil && !doubts.asksPlainly)
        return (question, start)
    }

    /// Where the first of several segments ends, if the length is known before any response.
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
        note("started again from the first byte: \(reason)")
        doubts.asksForWhole = true
        doubts.rangesAreBroken = doubts.rangesAreBroken || reason.isAboutRanges
        doubts.asksPlainly = true
        governor.useOne()
        if !reason.isAboutRanges { stock.forgetVersion() }
    }

    /// Asks for the whole if segments were begun, and the server now refuses the ranges that are missing.
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
        note("went on after: \(error)")
        if let reason = error.retryReason { job.observer?.observe(.waitingToRetry(reason, delay)) }
        do throws(IOError) {
            try await job.client.eventLoop.sleep(until: .after(delay))
        } catch {
            throw .cancelled
        }
        return true
    }
}
