internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL
internal import Synchronization

/// One download from one server, from its first request to the complete file: rounds of requests until every byte is
/// present.
///
/// ```
///   open ──→ round ──complete──→ verify ──→ commit
///             ▲ │
///             └─┴─ start over · ask plainly · wait and resume         (each a limited number of times)
/// ```
///
/// A round is a first request, whose response the policy judges, and the segments that it allows. All state belongs to the
/// download's task: it fetches a single stream itself, and others report to it by events.
struct DownloadRun: Sendable {
    let job: DownloadJob
    /// `NAME.part`; `nil` as long as the file may come with its head.
    private(set) var partial: PartialFile?
    /// The file, if it came with its head.
    var whole: (bytes: [UInt8], head: ResponseHead)?
    private var expectsWhole = false
    /// The present bytes, and what is known about the file.
    var state: DownloadState
    /// What the first request of the next round must not rely on.
    var distrust = Distrust()
    var governor: SegmentGovernor
    private var retries: RetryBudget
    var round = DownloadRound()
    var segments = SegmentTable()
    /// Mirrors to request segments from, too.
    var mirrors: [Source] = []
    /// Mirrors named by the server.
    var links: [HTTPURL] = []
    var speed = SpeedMeter()
    private(set) var notices: [String] = []
    /// Why nothing more is received.
    private(set) var failure: DownloadError?

    /// What requests have shown not to work.
    struct Distrust {
        /// The next first request has no condition.
        var asksPlainly = false
        /// The next first request is for the whole file.
        var asksForWhole = false
        /// What is stored is a response with a temporary status.
        var passesStored = false
        /// The server's ranges are wrong: every request is for the whole file.
        var rangesAreBroken = false
    }

    init(_ job: DownloadJob) {
        self.job = job
        state = DownloadState(job)
        governor = SegmentGovernor(job.options.segments, maximum: job.options.segmentLimit)
        retries = RetryBudget(job.options, end: job.end)
        learnKind(of: FileNames.lastComponent(of: job.path))
    }

    /// Receives the file, until every byte is present or it fails.
    mutating func receive() async {
        do throws(DownloadError) { try await runRounds() } catch { failure = error }
    }

    private mutating func runRounds() async throws(DownloadError) {
        if partial == nil, try job.mayComeWhole() { expectWhole() } else { try await open() }
        while !isEverythingThere {
            switch await runRound() {
            case .complete: return
            case .askPlainly: distrust.asksPlainly = true
            case .askAgain: break
            case .startOver(let reason): try startOver(reason)
            case .failed(let error, let retryAfter):
                if try await !waitToRetry(after: error, retryAfter) { try tryWhole(insteadOf: error) }
            case .stopped(let error):
                if error.isAboutContent { forgetContent() }
                try tryWhole(insteadOf: error)
            }
        }
    }

    /// The number of running downloads whose file may come with its head.
    static let wholeUnderWay = Atomic<Int>(0)

    private mutating func expectWhole() {
        expectsWhole = true
        Self.wholeUnderWay.add(1, ordering: .relaxed)
    }

    /// Nothing of it runs any more.
    func end() {
        if expectsWhole { Self.wholeUnderWay.subtract(1, ordering: .relaxed) }
        partial?.release()
    }

    /// Whether all bytes are present; false if the length is unknown.
    var isEverythingThere: Bool {
        !distrust.asksForWhole && (state.known.total.map { state.present.contains(0..<$0) } ?? false)
    }

    mutating func note(_ notice: String) {
        if !notices.contains(notice) { notices.append(notice) }
    }

    // MARK: What is there

    /// Opens `NAME.part`, unless it is open, and loads what earlier runs left.
    mutating func open() async throws(DownloadError) {
        if self.partial != nil { return }
        let partial = try job.openPartialFile()
        self.partial = partial
        learnKind(of: partial.fileName)
        if !job.canAskForRanges || job.options.resume == .never {
            // Not yet: if no server answers, `-C -` can still go on from there.
            if !partial.isNew || partial.hadRecord { partial.awaitsRestart.store(true, ordering: .relaxed) }
        } else if !partial.isNew || job.mayUseSegments || partial.hadRecord {
            let remains = try await onFileThread { () throws(DownloadError) in try partial.remains() }
            state.take(remains)
            if remains.hasUnrecordedBytes {
                note("started over: \(partial.path) has no record, so its bytes may be incomplete")
            }
            // Each server has its own validators; with a digest to verify against, another server's aren't needed.
            if job.isMirror, job.options.checksum != nil {
                state.known.forgetVersion()
            }
        }
        if let facts = job.facts { try learn(facts, partial) }
    }

    private mutating func learnKind(of name: @autoclosure () -> String) {
        state.known.expectsNoPage = !state.known.accepted.takesPages && FileKind.isNoPage(name())
    }

    /// Uses the facts from the response to HEAD, unless bytes on the disk depend on what is known.
    private mutating func learn(_ facts: HeadProbe.Facts, _ partial: PartialFile) throws(DownloadError) {
        guard job.canAskForRanges, !state.known.hasBytes, state.known.total == nil else { return }
        if facts.refusesRanges { governor.useOne() }
        state.known.mediaType = facts.answer.mediaType
        if job.options.resume == .required, facts.answer.validator == nil {
            throw .refused(ResumePolicy.Reason.noValidator.description, status: nil)
        }
        // Without a length the file is generated on the fly, so nothing holds for the next response. Some servers
        // answer every HEAD with a length of 0.
        guard let total = facts.total, total > 0, !facts.answer.isPage else { return }
        (state.known.total, state.known.validator) = (total, facts.answer.validator)
        state.known.lastModified = facts.answer.lastModified
        links = MirrorProbe.links(in: facts.head, at: facts.url)
        if total >= SegmentFetch.minimumRecordedBytes { try partial.checkRoom(for: total, present: 0) }
    }

    /// Forgets bytes that aren't the file's: the next run would go on from them, and fail again.
    mutating func forgetContent() {
        try? partial?.dropRecord()
        state.forgetVersion()
    }

    /// After a failure: keeps what came for the next run, or removes it if the caller doesn't want it.
    func keepOrDiscard() async {
        guard let partial else { return }
        // Another program's file is never removed, nor that of an earlier run to which nothing came.
        let isTouched = !partial.awaitsRestart.load(ordering: .relaxed)
        let isUnwanted = !job.options.keepsPartial && !job.isAdopted && isTouched
        // A record left behind would claim bytes of the file that has the name by now.
        if isUnwanted || partial.hasLostName {
            partial.discard()
        } else {
            await forgetLostBytes(partial)
        }
    }

    // MARK: Failures

    mutating func startOver(_ reason: ResumePolicy.Reason) throws(DownloadError) {
        if state.known.refusesToDrop, state.known.hasBytes { throw .refused(reason.description, status: nil) }
        guard retries.mayRestart() else {
            throw .refused("gave up after starting over \(RetryBudget.restartLimit) times: \(reason)", status: nil)
        }
        note("started over: \(reason)")
        distrust.asksForWhole = true
        distrust.rangesAreBroken = distrust.rangesAreBroken || reason.isAboutRanges
        distrust.asksPlainly = true
        governor.useOne()
        if !reason.isAboutRanges { state.forgetVersion() }
    }

    /// Requests the whole file if segments were begun and the server now refuses the missing ranges.
    private mutating func tryWhole(insteadOf error: DownloadError) throws(DownloadError) {
        guard case .refused(_, let status?) = error, job.mayUseSegments, state.receivedBytes > 0,
            !distrust.asksForWhole
        else {
            throw error
        }
        try startOver(.partsRefused(status))
    }

    /// Waits before the next round; false to give up.
    private mutating func waitToRetry(
        after error: DownloadError, _ retryAfter: Duration?
    ) async throws(DownloadError) -> Bool {
        let delay = retries.delay(
            after: error, retryAfter: retryAfter, present: state.present.byteCount, now: .now)
        distrust.asksPlainly = false
        if case .refused(_, _?) = error { distrust.passesStored = true }
        guard let delay else { return false }
        // No other download may begin the file meanwhile.
        try await open()
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
